import {
  answerEverything,
  answerStep,
  choose,
  consent,
  heading,
  hydrated,
  open,
  press,
  resume,
  type,
  typeTime,
} from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

const KEEP = "Keep my answers on this device for 7 days (not on a shared computer)";

test("Back shows a step as it was left", async ({ page }) => {
  await open(page, "/apply/contact");
  await answerStep(page, "contact");
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(heading(page)).toHaveText("Contact Information");
  await expect(page.getByLabel("Full Name")).toHaveValue("Maria Lopez");
  await expect(page.getByLabel("Birth Year")).toHaveValue("1990");
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(page).toHaveURL("/apply");
  await page.goBack();
  await expect(page.getByLabel("ZIP Code")).toHaveValue("78205");
});

test("a step that was left unfinished keeps what was typed, and Forward returns to it", async ({ page }) => {
  await open(page, "/apply/residence");
  await typeTime(page, "Time at Current Residence", "two", "5");
  await choose(page, "Housing Type", "Own/Mortgage");
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(heading(page)).toHaveText("Employment");
  await page.goBack();
  await expect(page.locator("[name=timeAtCurrentResidenceYears]")).toHaveValue("two");
  await expect(page.getByRole("radio", { name: "Own/Mortgage" })).toBeChecked();
});

test("a reload in the middle of typing keeps every kind of answer, invalid ones too", async ({ page }) => {
  await open(page, "/apply/contact");
  await type(page, "Email Address", "maria@");
  await page.getByLabel("Birth Year").selectOption("1985");
  await page.reload();
  await expect(page.getByLabel("Email Address")).toHaveValue("maria@");
  await expect(page.getByLabel("Birth Year")).toHaveValue("1985");

  await open(page, "/apply/employment");
  await choose(page, "Employment Type", "Self-Employed/1099");
  await typeTime(page, "Time on Current Job", "3", "99");
  await type(page, "Gross Monthly Income", "$4,2");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Self-Employed/1099" })).toBeChecked();
  await expect(page.locator("[name=timeOnCurrentJobMonths]")).toHaveValue("99");
  await expect(page.getByLabel("Gross Monthly Income")).toHaveValue("$4,2");
  await expect(page.getByText("Recorded as $42 a month")).toBeVisible();
  await expect(page.getByRole("group", { name: "Time on Previous Job" })).toHaveCount(0);

  await open(page, "/apply/banking-credit");
  await choose(page, "Do you have an active bank account?", "No");
  await page.reload();
  await expect(page.locator("[name=hasActiveBank][value=false]")).toBeChecked();
  await expect(page.getByLabel("Bank Name")).toHaveCount(0);
});

test("Edit opens a section as it was answered, and one button returns to the review", async ({ page }) => {
  await resume(page, "/apply/review");
  await page.getByRole("link", { name: "Edit Employment" }).press("Enter");
  await expect(page).toHaveURL("/apply/employment");
  await expect(page.getByRole("radio", { name: "W-2" })).toBeChecked();
  await expect(page.locator("[name=timeOnPreviousJobYears]")).toHaveValue("1");
  await expectAccessible(page);
  await page.getByLabel("Gross Monthly Income").fill("");
  await press(page, "Save and return to review");
  await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
  await page.getByLabel("Gross Monthly Income").fill("5000");
  await press(page, "Save and return to review");
  await expect(page).toHaveURL("/apply/review");
  await expect(page.getByText("$5,000 a month", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Edit Employment" }).press("Enter");
  await press(page, "Continue");
  await expect(page).toHaveURL("/apply/residence");
});

test("answers stay in their tab, unless they are kept on the device for seven days", async ({ page, context }) => {
  await open(page, "/apply/contact");
  await type(page, "Full Name", "Maria Lopez");
  const stranger = await context.newPage();
  await open(stranger, "/apply/contact");
  await expect(stranger.getByLabel("Full Name")).toHaveValue("");
  await stranger.close();

  await page.getByLabel(KEEP).press("Space");
  const later = await context.newPage();
  await open(later, "/apply/contact");
  await expect(later.getByLabel("Full Name")).toHaveValue("Maria Lopez");
  await expect(later.getByLabel(KEEP)).toBeChecked();
  await later.close();

  await page.getByLabel(KEEP).press("Space");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("Maria Lopez");
});

test("kept answers are gone after seven days", async ({ page }) => {
  await open(page, "/apply/contact");
  await type(page, "Full Name", "Maria Lopez");
  await page.getByLabel(KEEP).press("Space");
  const now = await page.evaluate(() => Date.now());
  await page.clock.setFixedTime(now + 6.9 * 24 * 60 * 60 * 1000);
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("Maria Lopez");
  await page.clock.setFixedTime(now + 7.1 * 24 * 60 * 60 * 1000);
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("every step can erase the answers, after asking once", async ({ page }) => {
  for (const step of ["contact", "employment", "residence", "banking-credit", "downpayment", "review"]) {
    await page.goto(`/apply/${step}`);
    await expect(page.getByRole("button", { name: "Erase my answers" })).toBeVisible();
  }
  await open(page, "/apply/contact");
  await answerStep(page, "contact");
  const erase = page.getByRole("button", { name: "Erase my answers" });
  await erase.press("Enter");
  await expectAccessible(page);
  await press(page, "No, keep them");
  await expect(erase).toBeFocused();
  await erase.press("Enter");
  await press(page, "Yes, erase");
  await expect(page).toHaveURL("/apply");
  await expect(heading(page)).toBeFocused();
  const stored = await page.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)].join());
  expect(stored).not.toContain("Maria");
  await open(page, "/apply/contact");
  await expect(page.getByLabel("Full Name")).toHaveValue("");
});

for (const { garbage, stored } of [
  { garbage: "no JSON", stored: "{" },
  { garbage: "an array", stored: "[1, 2]" },
  { garbage: "null", stored: "null" },
  {
    garbage: "answers of the wrong kind",
    stored: JSON.stringify({
      answers: { fullName: 5, housingType: "Castle", grossMonthlyIncome: "lots" },
      typed: { email: { toString: "x" }, housingType: "Castle", nonsense: "x" },
      submitKey: 1,
      until: 9e15,
    }),
  },
]) {
  test(`stored garbage is dropped: ${garbage}`, async ({ page }) => {
    await page.addInitScript((value) => sessionStorage.setItem("application", value), stored);
    await open(page, "/apply/contact");
    await expect(page.getByLabel("Full Name")).toHaveValue("");
    await expect(page.getByLabel("Email Address")).toHaveValue("");
    await open(page, "/apply/review");
    await expect(page.getByText("Incomplete", { exact: true })).toHaveCount(5);
  });
}

test("a browser that allows no storage can apply all the same", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    }
  });
  await answerEverything(page);
  await consent(page);
  await press(page, "Submit Application");
  await expect(page).toHaveURL("/thank-you");
  await page.getByRole("link", { name: "See your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
});

test("what is typed before the page's code has come is kept, and goes before what was stored", async ({ page }) => {
  await open(page, "/apply/contact");
  await type(page, "Full Name", "Maria Lopez");
  await type(page, "City", "Austin");

  const code = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/apply/contact", { waitUntil: "commit" });
  await type(page, "Full Name", "Rosa Diaz");
  await type(page, "Phone Number", "512 555 0199");
  code.resolve();
  await expect(page.getByLabel("City")).toHaveValue("Austin");
  await expect(page.getByLabel("Full Name")).toHaveValue("Rosa Diaz");
  await expect(page.getByLabel("Phone Number")).toHaveValue("512 555 0199");
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Austin");
  await expect(page.getByLabel("Full Name")).toHaveValue("Rosa Diaz");
  await expect(page.getByLabel("Phone Number")).toHaveValue("512 555 0199");
});

test("a choice and an amount made before the page's code has come are kept and acted upon", async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/apply/employment", { waitUntil: "commit" });
  await choose(page, "Employment Type", "Other");
  await typeTime(page, "Time on Current Job", "5", "");
  await type(page, "Gross Monthly Income", "3,100");
  code.resolve();
  await expect(page.getByText("Recorded as $3,100 a month")).toBeVisible();
  await expect(page.getByRole("group", { name: "Time on Previous Job" })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Other" })).toBeChecked();
  await press(page, "Continue");
  await expect(page).toHaveURL("/apply/residence");
});

test("a bank account denied before the page's code has come stays denied", async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/apply/banking-credit", { waitUntil: "commit" });
  await choose(page, "Do you have an active bank account?", "No");
  code.resolve();
  await expect(page.getByLabel("Bank Name")).toHaveCount(0);
  await expect(page.locator("[name=hasActiveBank][value=false]")).toBeChecked();
});
