import { globSync, statSync } from "node:fs";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { budget, MAX_WIRE, MAX_WORKER } from "../bench/budget.ts";
import { bodyOf, bytesOfScripts, scriptAt, wireBytes } from "../bench/weight.ts";

/** Budgets of all pages, by their HTML and what it names. Further requests: test/journeys/pages/templates.spec.ts. */

const ONLY_IN_ENGLISH = ["/blog/how-to-read-an-apr", "/blog/new"];

for (const [path, allowed] of Object.entries(budget)) {
  test(`${path} weighs what it may in each language`, async ({ request }) => {
    for (const address of ONLY_IN_ENGLISH.includes(path) ? [path] : [path, addressOf(path, "es")]) {
      const response = await request.get(address);
      const wire = wireBytes(response.headersArray(), await bodyOf(response));
      expect(wire, address).toBeLessThanOrEqual(Math.min(allowed.wire, MAX_WIRE));
      const scripts = await scriptsOf(request, await response.text());
      expect(scripts.size, address).toBeGreaterThan(0);
      expect(await bytesOfScripts(request, scripts), address).toBeLessThanOrEqual(allowed.script);
    }
  });
}

test("headings have one light font that nothing waits for", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const fonts = html.match(/\/assets\/[\w-]+\.woff2/g) ?? [];
  expect(fonts).toHaveLength(1);
  expect(html).toContain("font-display:optional");
  const font = await request.get(fonts[0] as string);
  expect((await font.body()).length).toBeLessThanOrEqual(12_000);
  expect(font.headers()["cache-control"]).toContain("immutable");
});

test("the Worker carries no library that only browsers run", () => {
  const bytes = globSync("dist/bluebonnet_auto_prequal/**/*.js").map((file) => statSync(file).size);
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_WORKER);
});

/** The scripts that a page names, with all their imports. */
async function scriptsOf(request: APIRequestContext, html: string) {
  const scripts = new Set(html.match(/\/assets\/[\w-]+\.js/g));
  for (const url of scripts) {
    const { code } = await scriptAt(request, url);
    for (const [, file] of code.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g)) scripts.add(`/assets/${file}`);
  }
  return scripts;
}
