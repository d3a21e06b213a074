import type { Page } from "@playwright/test";
import { answerStep, heading, open, press } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** How far a visit got is reported when it is left, and never for visitors who ask not to be measured. */

/** The page's reports from now on. The browser hides the bodies of beacons from tests. */
async function reports(page: Page) {
  const sent: unknown[] = [];
  await page.exposeFunction("reported", (text: string) => sent.push(JSON.parse(text)));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (path, body) => {
      (body as Blob).text().then((window as never as { reported: (text: string) => void }).reported);
      return send(path, body);
    };
  });
  return sent;
}

/** As if the visitor switched to other tabs and back. */
function hide(page: Page) {
  return page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    for (let time = 0; time < 2; time++) document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}

test("a visit is reported when it is left, each stage once", async ({ page }) => {
  const sent = await reports(page);
  await open(page, "/apply/contact");
  await answerStep(page, "contact");
  await press(page, "Continue");
  await expect(page).toHaveURL("/apply/employment");
  await expect(heading(page)).toHaveText("Employment");
  expect(sent).toEqual([]);
  const answered = page.waitForResponse("**/api/visits");
  await hide(page);
  expect((await answered).status()).toBe(201);
  await expect
    .poll(() => sent)
    .toEqual([{ openedFrom: "/apply/contact?", reached: ["site", "contact", "employment"] }]);
  await open(page, "/blog?q=credit");
  await hide(page);
  await open(page, "/apply/review");
  await hide(page);
  await expect.poll(() => sent.length).toBe(2);
  expect(JSON.stringify(sent)).not.toContain("q=");
});

test("a browser that sends Global Privacy Control reports nothing", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const sent = await reports(page);
  await open(page, "/apply/contact");
  await hide(page);
  await open(page, "/faq");
  await hide(page);
  expect(sent).toEqual([]);
});
