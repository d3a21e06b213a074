import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Response, test } from "@playwright/test";
import { addressOf } from "../../db/model/address.ts";
import type { Language } from "../../db/model/words.ts";
import { budget, MAX_WIRE } from "../bench/budget.ts";
import { weighing } from "../bench/weight.ts";
import { pointAt } from "./applicant.ts";

/** A layout shift of 0.000: what is below it is rounding while a page is still arriving. */
const NOTHING_MOVES = 0.0005;

/** The measures of speed that are the same on every machine. The timed ones are in test/bench. */

const ONLY_IN_ENGLISH = ["/blog/how-to-read-an-apr", "/blog/new"];

const weighed = Object.entries(budget).flatMap(([path, allowed]) => {
  const languages: Language[] = ONLY_IN_ENGLISH.includes(path) ? ["en"] : ["en", "es"];
  return languages.map((language) => ({ path: addressOf(path, language), allowed }));
});

for (const { path, allowed } of weighed) {
  test(`${path} weighs what it may, paints from one request and never moves`, async ({ page }) => {
    const weigh = weighing(page);
    const rest = Promise.withResolvers<void>();
    await page.route("**", async (route) => {
      if (route.request().resourceType() !== "document") await rest.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 360, height: 740 });
    const html = await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    rest.resolve();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(layoutShift), "360 px wide").toBeLessThan(NOTHING_MOVES);
    const { wire, script } = await weigh(html as Response);
    expect(wire, "bytes of HTML on the wire").toBeLessThanOrEqual(Math.min(allowed.wire, MAX_WIRE));
    expect(script, "bytes of scripts").toBeLessThanOrEqual(allowed.script);
    if (allowed.used) {
      await pointAt(page, page.locator("main form").first());
      await page.waitForLoadState("networkidle");
      const used = (await weigh(html as Response)).script;
      expect(used, "bytes of scripts once a form is used").toBeLessThanOrEqual(allowed.used);
      expect(used, "the code has come").toBeGreaterThan(allowed.script);
      expect(await page.evaluate(layoutShift), "taken over").toBeLessThan(NOTHING_MOVES);
    }

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload({ waitUntil: "networkidle" });
    expect(await page.evaluate(layoutShift), "1280 px wide").toBeLessThan(NOTHING_MOVES);
  });
}

for (const path of ["/", "/texas", "/stories", "/blog", "/apply/contact"]) {
  test(`${path} is painted whole, and so does not move, when it comes in pieces`, async ({ page, baseURL }) => {
    const pieces = serveInPieces(await (await fetch(`${baseURL}${path}`)).text());
    for (const [width, height] of [
      [360, 740],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`http://localhost:${(pieces.address() as AddressInfo).port}`, { waitUntil: "load" });
      expect(await page.evaluate(layoutShift), `${width} px wide`).toBe(0);
    }
    pieces.close();
  });
}

/** Serves this HTML, after its sheet a little at a time, and nothing else. */
function serveInPieces(html: string) {
  const PIECE = 400;
  return createServer(async (request, response) => {
    if (request.url !== "/") return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" });
    const start = html.indexOf("</style>");
    response.write(html.slice(0, start));
    for (let sent = start; sent < html.length; sent += PIECE) {
      response.write(html.slice(sent, sent + PIECE));
      await sleep(20);
    }
    response.end();
  }).listen(0);
}

test("files with a hash in their name are kept for good, pages are asked for again by their tag", async ({
  request,
}) => {
  for (const path of ["/", "/apply/contact", "/blog", "/blog/how-to-read-an-apr"]) {
    const first = await request.get(path);
    expect(first.headers()["cache-control"], path).toBe("public, max-age=0, must-revalidate");
    const again = await request.get(path, { headers: { "If-None-Match": first.headers().etag ?? "" } });
    expect(again.status(), path).toBe(304);
    const [script] = /\/assets\/[^"]+\.js/.exec(await first.text()) ?? [];
    const asset = await request.get(script ?? "");
    expect(asset.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
});

test("pages name the rules for fetching ahead, which leave out what is private", async ({ request }) => {
  for (const path of ["/", "/blog"]) {
    expect((await request.get(path)).headers()["speculation-rules"]).toBe('"/speculation-rules.json"');
  }
  const rules = await request.get("/speculation-rules.json");
  expect(rules.headers()["content-type"]).toBe("application/speculationrules+json");
  expect(await rules.text()).toContain('"/results"');
});

test("nothing keeps pages out of the back/forward cache", async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
      if (/unload/.test(given[0])) document.documentElement.dataset.unloads = given[0];
      return listen.apply(this, given);
    };
  });
  for (const path of ["/", "/apply/contact", "/blog", "/contact"]) {
    const response = await page.goto(path, { waitUntil: "networkidle" });
    expect(response?.headers()["cache-control"], path).not.toContain("no-store");
    await expect(page.locator("html"), path).not.toHaveAttribute("data-unloads");
  }
});

/** The sum of what has moved since the page was opened, without what followed the visitor's own input. */
function layoutShift() {
  return new Promise<number>((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) sum += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
  });
}
