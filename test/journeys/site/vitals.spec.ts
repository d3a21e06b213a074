import type { Page } from "@playwright/test";
import { answerStep, heading, open, press } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** Page speeds are reported once, late, as buckets, and never for visitors who ask not to be measured. */

interface Report {
  type: string;
  body: { openedFrom: string; reached: string[]; measured: [path: string, metric: string, bucket: number][] };
}

/** The page's reports from now on. The browser hides the bodies of beacons from tests. */
async function reports(page: Page) {
  const sent: Report[] = [];
  await page.exposeFunction("reported", (type: string, text: string) => sent.push({ type, body: JSON.parse(text) }));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (path, body) => {
      const { type } = body as Blob;
      (body as Blob)
        .text()
        .then((text) => (window as never as { reported: (...given: string[]) => void }).reported(type, text));
      return send(path, body);
    };
  });
  return sent;
}

/** Waits until the page's measuring code runs. */
async function measuring(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /vitals-/.test(name)));
  await page.evaluate(async () => {
    const { name } = performance
      .getEntriesByType("resource")
      .find((each) => /vitals-/.test(each.name)) as PerformanceEntry;
    await import(name);
  });
}

/** As if the visitor switched to other tabs and back. Returns the response to the report. */
async function hide(page: Page) {
  const answered = page.waitForResponse("**/api/vitals");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    for (let time = 0; time < 2; time++) document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  return (await answered).status();
}

test("a visit is reported once, when it is left: paint, press, what moved, and Continue, but nothing that was searched for", async ({
  page,
}) => {
  const sent = await reports(page);
  await open(page, "/apply/contact");
  await measuring(page);
  await answerStep(page, "contact");
  await press(page, "Continue");
  await expect(page).toHaveURL("/apply/employment");
  await expect(heading(page)).toHaveText("Employment");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(sent).toEqual([]);
  expect(await hide(page)).toBe(201);
  await expect.poll(() => sent.length).toBe(1);
  const [{ type, body }] = sent as [Report];
  expect(type).toBe("application/json");
  expect(Object.keys(body)).toEqual(["openedFrom", "reached", "measured"]);
  expect(body).toMatchObject({ openedFrom: "/apply/contact?", reached: ["site", "contact", "employment"] });
  const named = body.measured.map(([path, metric]) => `${path} ${metric}`);
  for (const name of ["LCP", "INP", "CLS", "continue"]) expect(named).toContain(`/apply/contact ${name}`);
  expect(named).not.toContain("/apply/employment continue");
  for (const [, , bucket] of body.measured) expect(Number.isInteger(bucket)).toBe(true);

  await page.goto("/blog?q=credit");
  await measuring(page);
  expect(await hide(page)).toBe(201);
  await expect.poll(() => sent.length).toBe(2);
  expect(JSON.stringify(sent)).not.toContain("credit");
  expect(sent[1]?.body.measured.map(([path]) => path)).toContain("/blog");

  const data = { username: "demo-manager", password: "bluebonnet-demo" };
  expect((await page.request.post("/api/session", { data })).ok()).toBe(true);
  const visits = async () => {
    const { speed } = await (await page.request.get("/api/desk/site-health")).json();
    const found = speed.find(({ route }: { route: string }) => route === "/accessibility");
    return found?.metrics.find(({ metric }: { metric: string }) => metric === "CLS")?.measured ?? 0;
  };
  const before = await visits();
  await page.goto("/accessibility");
  await measuring(page);
  await page.goto("/faq");
  await expect.poll(visits, "a page that is only read is reported when the visitor goes on").toBeGreaterThan(before);
});

test("a browser that sends Global Privacy Control does not even fetch the code", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, "/apply/contact");
  for (const next of ["/faq", "/about"]) {
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done))));
    await open(page, next);
  }
  expect(asked.filter((url) => /vitals/.test(url))).toEqual([]);
});
