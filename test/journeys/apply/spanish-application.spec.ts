import { STEPS } from "../../../db/model/form/application.ts";
import { es } from "../../spanish-words.ts";
import {
  answerStep,
  choose,
  consent,
  continueButton,
  heading,
  hydrated,
  open,
  press,
  switchTo,
  type,
} from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { inMailTo, ownName } from "../mail.ts";
import { ownPhone } from "../own.ts";
import { expect, test } from "../test.ts";

test.use({ locale: "es-MX" });

test("an application changed to Spanish midway stays so to the end", async ({ page }) => {
  const name = ownName();
  const main = page.getByRole("main");

  await test.step("is offered Spanish once, and begins in English", async () => {
    await open(page, "/apply/contact");
    const offer = page.getByRole("complementary", { name: "Idioma" });
    await offer.getByRole("button", { name: "No, gracias" }).click();
    await type(page, "Full Name", `${name} Lopez`);
    await type(page, "Phone Number", ownPhone(956));
    await type(page, "Email Address", `${name}@example.com`);
    await type(page, "City", "Laredo");
    await type(page, "ZIP Code", "78040");
    await continueButton(page).press("Enter");
    await expect(page).toHaveURL("/apply/employment");
    await expect(offer).toBeHidden();
  });

  await test.step("goes on in Spanish where it was, with what was chosen and typed", async () => {
    await choose(page, "Employment Type", "Self-Employed/1099");
    await type(page, "Gross Monthly Income", "$4,200");
    await switchTo(page, "Español");
    await expect(page).toHaveURL("/es/apply/employment");
    await hydrated(page);
    await expect(page.getByRole("radio", { name: es("Self-Employed/1099") })).toBeChecked();
    await expect(page.getByLabel(es("Gross Monthly Income"))).toHaveValue("$4,200");
    await expect(main.getByText("Quedará registrado como $4,200 al mes")).toBeVisible();
    await continueButton(page).press("Enter");
    await expect(heading(page)).toHaveText(es("Residence"));
    for (const step of STEPS.slice(2)) await answerStep(page, step, es);
  });

  await test.step("reviews and agrees to the texts in Spanish, and sends the answers as they are stored", async () => {
    await expect(main.getByText(es("Complete"), { exact: true })).toHaveCount(5);
    await expect(main.getByText(`${name} Lopez`, { exact: true })).toBeVisible();
    await consent(page);
    await expectAccessible(page);
    const sent = page.waitForRequest("/api/applications/submit");
    await press(page, es("Submit Application"));
    const { consentRecord, ...answers } = (await sent).postDataJSON();
    expect(answers).toMatchObject({
      fullName: `${name} Lopez`,
      city: "Laredo",
      employmentType: "Self-Employed/1099",
      grossMonthlyIncome: 4200,
      hasActiveBank: true,
      purchaseTimeline: "Within 1–2 Weeks",
    });
    expect(consentRecord.language).toBe("es-US");
    expect(consentRecord.textIds.filter((id: string) => !id.endsWith("-es"))).toEqual([]);
  });

  await test.step("is thanked, and gets a mail that leads to the results in Spanish", async () => {
    await expect(page).toHaveURL("/es/thank-you");
    await expect(heading(page)).toHaveText(es("Thank You for Your Application!"));
    await inMailTo(name, new RegExp(`^Hola, ${name}:?$`, "m"));
    await inMailTo(name, new RegExp(es("See your application")));
    await open(page, await inMailTo(name, /\/es\/results\S+/));
    await expect(page).toHaveURL(/\/es\/results\?ref=[^&]+$/);
    await expect(heading(page)).toHaveText(es("Application Received — We're On It"));
    await expect(main).toContainText("Por cuenta propia/1099");
  });

  const card = page.locator("#call");
  await test.step("books a call", async () => {
    await press(page, es("Choose a time"));
    await card.getByRole("combobox", { name: es("Day") }).selectOption({ index: 1 });
    // The first slots of that day are for the journeys of call.spec.ts.
    await card.getByRole("radio").last().press("Space");
    await expectAccessible(page);
    await press(page, es("Book this time"));
    await expect(card.getByRole("status")).toContainText(/Le llamaremos el \p{L}+, \d+ de \p{L}+/u);
  });

  await test.step("changes the language of the results, and loses nothing", async () => {
    const papers = page.locator("#papers");
    const paper = papers.getByRole("checkbox").first();
    await papers.locator("summary").press("Enter");
    await paper.check();
    const address = page.url();
    await switchTo(page, "English");
    await expect(page).toHaveURL(address.replace("/es/", "/"));
    await hydrated(page);
    await expect(heading(page)).toHaveText("Application Received — We're On It");
    await expect(card.getByRole("status")).toContainText("We’ll call you on");
    await papers.locator("summary").press("Enter");
    await expect(paper).toBeChecked();
    await switchTo(page, "Español");
    await expect(page).toHaveURL(address);
    await expect(card.getByRole("status")).toContainText("Le llamaremos el");
    await papers.locator("summary").press("Enter");
    await expect(paper).toBeChecked();
  });
});
