import { devices, type Page } from "@playwright/test";
import { hydrated } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { applicant, askForPapers } from "../desk.ts";
import { codeFor, ownName } from "../mail.ts";
import { expect, test } from "../test.ts";

const { viewport, isMobile, hasTouch } = devices["Pixel 5"];
test.use({ viewport, isMobile, hasTouch });

/** Chooses files behind this button, as a camera or a file manager gives them. */
async function choose(page: Page, button: string, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button, exact: true }).press("Enter"),
  ]);
  await chooser.setFiles(files);
}

/** A photo of this width with these words in its middle. */
async function photo(page: Page, words: string, { width = 300, mimeType = "image/png" } = {}) {
  const text = await page.evaluate(
    ([words, width, mimeType]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height: (width * 4) / 3 });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      // A JPEG has no transparency: black words on it would be seen nowhere.
      context.fillStyle = "white";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = "black";
      context.font = `${width / 15}px sans-serif`;
      context.fillText(words, width / 15, width / 2);
      return canvas.toDataURL(mimeType).split(",")[1] ?? "";
    },
    [words, width, mimeType] as const,
  );
  return { name: words, mimeType, buffer: Buffer.from(text, "base64") };
}

/** As a phone takes it: 12 megapixels, more than we keep. */
const LARGE = { width: 3000, mimeType: "image/jpeg" };

function pdf(filling = 0) {
  const text = `%PDF-1.7\n1 0 obj\n<</Type /Page>>\nendobj\n${"x".repeat(filling)}\nstartxref\n9\n%%EOF\n`;
  return { name: "stub.pdf", mimeType: "application/pdf", buffer: Buffer.from(text) };
}

test("papers are sent from a phone, also over a network that breaks", async ({ page, browser }) => {
  const firstName = ownName();
  const { ref, id } = await applicant(page, { fullName: `${firstName} Lopez`, email: "maria@example.com" });
  await askForPapers(id, ["payStub", "identification"]);
  await page.goto(`/results?ref=${ref}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Email me a code" }).press("Enter");
  await page.getByRole("textbox", { name: "Code from our email" }).fill(await codeFor(firstName));
  await page.getByRole("button", { name: "Open my documents" }).press("Enter");

  const said = (words: string) => expect(page.getByRole("status").filter({ hasText: words })).toBeAttached();
  await choose(page, "ID: add photos or files", await photo(page, "front", LARGE));
  await said("ID 1 of 2 received");
  await choose(page, "ID: add photos or files", await photo(page, "back"));
  await said("ID 2 of 2 received");
  await expect(page.getByText("Received on")).toHaveCount(1);

  await page.route("**/papers/*/file", (route) => route.abort());
  await choose(page, "Pay stub: add photos or files", pdf(900_000));
  await expect(page.getByText("That didn’t reach us. Please try again.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/papers/*/file");
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await said("Pay stub 1 of 1 received");
  await expect(page.locator("#status")).toContainText("We have all the documents we asked for.");

  await choose(page, "Pay stub: add photos or files", pdf(900_000));
  await expect(page.getByText("You’ve already sent this file.")).toBeVisible();
  await choose(page, "Pay stub: add photos or files", { ...pdf(), buffer: Buffer.from("MZ\x90\0") });
  await expect(page.getByText("We can only open photos (JPEG, PNG) and PDF files.")).toBeVisible();
  await choose(page, "Replace ID 2", await photo(page, "back, sharper"));
  await said("ID 2 of 2 received");
  await page.getByRole("button", { name: "Delete ID 1" }).press("Enter");
  await said("ID: file deleted");
  await expect(page.getByText("Your turn. We’re waiting for your documents.")).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(page.url());
  await hydrated(stranger);
  await expect(stranger.getByRole("button", { name: "Email me a code" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "ID 1" })).toHaveCount(0);
  await stranger.close();
});
