import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { routes } from "../../web/routes.tsx";
import "../../web/desk/routes.tsx";
import { verify } from "../../worker/run/deploy/live-site.ts";

/** Headers of every response, from the asset server or the Worker. */
const SECURITY = [
  "content-security-policy",
  "strict-transport-security",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "permissions-policy",
];

test("pages and files carry the same security headers, whoever serves them", async ({ request }) => {
  const sheet = /<script[^>]* src="([^"]+)"/.exec(await (await request.get("/")).text())?.[1] ?? "";
  const paths = ["/", "/apply/contact", "/results?ref=x", "/blog", "/blog/new", "/blog/no-such", "/no-such", sheet];
  const [first, ...others] = await Promise.all(
    paths.map(async (path) => {
      const headers = (await request.get(path)).headers();
      return { path, headers: SECURITY.map((name) => withoutHash(headers[name])) };
    }),
  );
  expect(first?.headers).not.toContain(undefined);
  for (const { path, headers } of others) expect(headers, path).toEqual(first?.headers);
});

test("static pages and files come without the Worker", async ({ request }) => {
  const script = /<script[^>]* src="([^"]+)"/.exec(await (await request.get("/")).text())?.[1] ?? "";
  for (const path of ["/", "/faq", "/apply/contact", "/apply/review", "/results", script]) {
    expect((await request.get(path)).headers()["x-request-id"], path).toBeUndefined();
  }
  for (const path of ["/blog", "/no-such"]) {
    expect((await request.get(path)).headers()["x-request-id"], path).toMatch(/^[\w-]+$/);
  }
});

test("the API's answers differ in one thing: they carry no sheet", async ({ request }) => {
  const page = (await request.get("/")).headers();
  const answer = (await request.get("/api/session")).headers();
  for (const name of SECURITY) expect(answer[name], name).toBe(withoutHash(page[name]));
  expect(answer["cache-control"]).toBe("no-store");
  expect(answer["x-request-id"]).toMatch(/^[\w-]+$/);
});

test("hashed files are kept for good, and pages are revalidated", async ({ request }) => {
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

test("the sheet for paper is asked for once a day", async ({ request }) => {
  const sheet = await request.get("/print.css");
  expect(sheet.headers()["cache-control"]).toBe("public, max-age=86400");
});

test("rules for fetching ahead leave out what is private", async ({ request }) => {
  for (const path of ["/", "/blog"]) {
    expect((await request.get(path)).headers()["speculation-rules"]).toBe('"/speculation-rules.json"');
  }
  const rules = await request.get("/speculation-rules.json");
  expect(rules.headers()["content-type"]).toBe("application/speculationrules+json");
  expect(await rules.text()).toContain('"/results"');
});

test("only pages for reading are rendered ahead, in both languages", () => {
  const [rule] = JSON.parse(readFileSync("web/public/speculation-rules.json", "utf8")).prerender;
  const [{ href_matches: some }, { not }] = rule.where.and;
  const isAhead = (path: string) =>
    [some]
      .flat()
      .some((pattern: string) => new URLPattern(pattern, "https://a.example").test(path, "https://a.example")) &&
    !new URLPattern(not.href_matches, "https://a.example").test(path, "https://a.example");
  const paths = [...routes.map(({ path }) => path.replace(":slug", "a-post").replace(":id", "an-id")), "/media/a.webp"];
  const ahead = paths.flatMap((path) => [path, addressOf(path, "es")]).filter(isAhead);
  const read = ["/", "/how-it-works", "/about", "/texas", "/partners", "/stories", "/blog", "/blog/a-post", "/faq"];
  const legal = ["/privacy", "/terms", "/consent", "/accessibility"];
  expect(ahead.toSorted()).toEqual([...read, ...legal].flatMap((path) => [path, addressOf(path, "es")]).toSorted());
});

function withoutHash(header: string | undefined) {
  return header?.replace(/ 'sha256-[^']{44}'/, "");
}

test("nobody is told to remember that a file is missing", async ({ request }) => {
  const files = readdirSync("dist/client/assets");
  expect(files.length).toBeGreaterThan(100);
  const isTried = (file: string, index: number) => index % 20 === 0 || file.endsWith(".css");
  for (const file of files.filter(isTried)) {
    const miss = await request.get(`/assets/${file.replace(".", "-gone.")}`);
    expect([miss.status(), miss.headers()["cache-control"]], file).toEqual([404, "no-store"]);
  }
});

test("npm run verify finds nothing to mend at the served site", async ({ baseURL }) => {
  const checks = await verify(String(baseURL));
  expect(checks.filter(({ state }) => state === "wrong")).toEqual([]);
  expect(checks.filter(({ state }) => state === "fine").length).toBeGreaterThan(10);
});
