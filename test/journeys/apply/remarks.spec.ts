import { answerStep, open, type } from "../applicant.ts";
import { expect, test } from "../test.ts";

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("a remark appears with the tap that leaves the box, and goes as soon as somebody types again", async ({
    page,
  }) => {
    await open(page, "/apply/contact");
    const email = page.getByLabel("Email Address");
    const remark = page.getByText("Did you mean maria@gmail.com?");
    await email.tap();
    await email.fill("maria@gmial.com");
    await page.getByLabel("City").tap();
    await expect(remark).toBeVisible();
    await email.pressSequentially("m");
    await expect(remark).toHaveCount(0);
  });
});

test("a remark on the last box takes no press away: Continue goes on, however long it is held; a press elsewhere shows it", async ({
  page,
}) => {
  await test.step("a press that ends elsewhere shows the remark then", async () => {
    await open(page, "/apply/contact");
    await type(page, "ZIP Code", "90210");
    await page.getByRole("heading", { level: 1 }).hover();
    await page.mouse.down();
    await page.mouse.move(5, 300);
    await page.mouse.up();
    await expect(page.getByText(/We serve Texas/)).toBeVisible();
  });

  await test.step("a remark on the last box takes no press away: Continue goes on, however long it is held", async () => {
    await page.evaluate(() => sessionStorage.clear());
    await open(page, "/apply/contact");
    await answerStep(page, "contact");
    await page.goBack();
    const remark = page.getByText(/We serve Texas/);
    const toContinue = page.getByRole("button", { name: "Continue to Employment" });
    await page.getByLabel("ZIP Code").fill("90210");
    await toContinue.scrollIntoViewIfNeeded();
    await toContinue.hover();
    await page.mouse.down();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await expect(remark).toHaveCount(0);
    await page.mouse.up();
    await expect(page).toHaveURL("/apply/employment");
  });

  await test.step("a remark on an amount moves nothing away from under a press", async () => {
    const income = page.getByLabel("Gross Monthly Income");
    await income.pressSequentially("18");
    const toContinue = page.getByRole("button", { name: "Continue", exact: true });
    const before = await toContinue.boundingBox();
    await page.getByLabel("Gross Monthly Income").press("Tab");
    await expect(page.getByText("$18 a month. Is that by the hour?")).toBeVisible();
    expect(await toContinue.boundingBox()).toEqual(before);
  });
});
