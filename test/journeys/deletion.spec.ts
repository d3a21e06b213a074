import { existsSync, readdirSync, readFileSync } from "node:fs";
import { exampleApplication } from "../../db/model/example.ts";
import { hydrated } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

/** Where the local server leaves the mail it sends. */
const MAIL = ".wrangler/tmp/email";

test("an applicant deletes the application with the code from the mail, and the reference is gone", async ({
  page,
  request,
}) => {
  // Mails greet by first name, which is how this journey knows its own.
  const firstName = `Maria${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, "")}`;
  const application = exampleApplication({ fullName: `${firstName} Lopez`, email: "maria@example.com" });
  const { ref } = await (await request.post("/api/applications/submit", { data: application })).json();
  await page.goto(`/results?ref=${ref}`);
  await hydrated(page);

  await page.getByText("Delete my application", { exact: true }).click();
  await expect(page.getByText("What we must keep is the proof of what you agreed to")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Email me a code" }).press("Enter");
  const code = page.getByRole("textbox", { name: "Code from our email" });
  await expect(code).toBeFocused();

  await page.getByRole("button", { name: "Delete my application for good" }).press("Enter");
  await expect(code).toHaveAccessibleDescription(/Enter the 6 digits from our email/);
  const mailed = await codeFor(firstName);
  await code.fill(mailed === "000000" ? "000001" : "000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription(/This is not the code in our newest email/);
  await expect(code).toBeFocused();
  await expectAccessible(page);

  await code.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  await expect(code).not.toHaveAttribute("aria-invalid");
  await expect(code).toBeFocused();
  await code.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is deleted");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAccessible(page);
  expect((await request.get(`/api/applications/${ref}`)).status()).toBe(404);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Application Not Found");
});

async function codeFor(firstName: string) {
  let code: string | undefined;
  await expect(() => {
    const mails = existsSync(MAIL) ? readdirSync(MAIL, { recursive: true, encoding: "utf8" }) : [];
    const texts = mails.filter((file) => file.endsWith(".txt")).map((file) => readFileSync(`${MAIL}/${file}`, "utf8"));
    code = texts.filter((text) => text.includes(firstName)).flatMap((text) => /^\d{6}$/m.exec(text) ?? [])[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return code as string;
}
