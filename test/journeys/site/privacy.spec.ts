import { consent, heading, mainLinks, open, press, resume } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** The browser's part of the promises about personal data. */

const isPersonal = /canary|555.?0142|78299/i;

test("nothing personal is in an address, a Referer or a foreign request", async ({ page, context }) => {
  const leaks: string[] = [];
  const asked: string[] = [];
  context.on("request", async (request) => {
    asked.push(request.url());
    if (!/^(blob:)?http:\/\/localhost:/.test(request.url())) leaks.push(`asked ${request.url()}`);
    // A request still waiting at the end of the test never tells its headers.
    const { referer = "" } = await request.allHeaders().catch((): Record<string, string> => ({}));
    if (isPersonal.test(decodeURIComponent(request.url() + referer))) leaks.push(`${request.url()} from ${referer}`);
  });
  await resume(page, "/apply/contact");
  await page.getByLabel("Full Name").fill("Canaryfirst Canarylast");
  await page.getByLabel("Phone Number").fill("210 555 0142");
  await page.getByLabel("Email Address").fill("canary@canary.example");
  await page.getByLabel("City").fill("Canaryville");
  await page.getByLabel("ZIP Code").fill("78299");
  await press(page, "Save and return to review");
  await consent(page);
  await press(page, "Submit Application");
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  await page.getByRole("link", { name: "See your results" }).click();
  await expect(page.getByText("Thank you, Canaryfirst")).toBeVisible();
  await page.reload();
  await mainLinks(page).getByRole("link", { name: "Blog" }).click();
  await open(page, "/faq");
  expect(asked.length).toBeGreaterThan(20);
  expect(leaks).toEqual([]);
  expect(decodeURIComponent(page.url())).not.toMatch(isPersonal);
});
