import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { attributionOf, SOURCES, sourceOf } from "../../../db/model/site/source.ts";
import { pageRoutes } from "../../../web/start/render.tsx";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

freshDatabase();

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-18T12:00:00-06:00") }));
afterEach(() => void vi.useRealTimers());

async function stored(headers: Record<string, string>) {
  expect((await post("/api/applications/submit", exampleApplication(), headers)).status).toBe(201);
  const row = await env.DB.prepare("select source, attribution from applications order by number desc limit 1").first<{
    source: string | null;
    attribution: string;
  }>();
  return [row?.source, JSON.parse(row?.attribution ?? "")];
}

test("every page that a visitor may open first is known", () => {
  const pages = pageRoutes.map(({ path }) => path).filter((path) => !/^\/(desk\/|lead)|^\*$|^\/blog\/./.test(path));
  expect([...SOURCES].toSorted()).toEqual(pages.toSorted());
});

test("an application keeps the page on which the visit began", async () => {
  for (const [path, page] of [
    ["/texas", "/texas"],
    ["/es/how-it-works?", "/how-it-works"],
    ["/es", "/"],
    ["/blog/how-to-read-an-apr", "/blog"],
  ] as const) {
    expect(await stored({ "opened-from": path })).toEqual([page, { page }]);
  }
  expect(await stored({})).toEqual([null, {}]);
});

test("an application keeps what advertising said, and is counted under its campaign", async () => {
  const query = "utm_source=Google&utm_medium=cpc&utm_campaign=Oto%C3%B1o+2026&utm_content=a_1&utm_term=used+cars";
  expect(await stored({ "opened-from": `/es/texas?${query}&referrer=www.google.com&gclid=Cj0KC` })).toEqual([
    "otoño 2026",
    {
      page: "/texas",
      ...{ utm_source: "google", utm_medium: "cpc", utm_campaign: "otoño 2026", utm_content: "a_1" },
      ...{ utm_term: "used cars", referrer: "www.google.com" },
    },
  ]);
  expect(await stored({ "opened-from": "/gone?utm_campaign=old" })).toEqual(["old", { utm_campaign: "old" }]);
});

test("what could name somebody, is HTML or too long is dropped", () => {
  for (const value of ["maria@example.com", "(512) 555-0134", "<b>fall</b>", "=1+1", "x".repeat(101), " "]) {
    expect(attributionOf(new URLSearchParams({ utm_campaign: value, referrer: value })), value).toEqual({});
  }
  const kept = { utm_campaign: "fall-2026_11.a~b", utm_term: "x".repeat(100) };
  expect(attributionOf(new URLSearchParams({ ...kept, gclid: "1", fbclid: "1", utm_id: "1", page: "/" }))).toEqual(
    kept,
  );
});

test("an unknown page is not kept, nor any with a privacy signal", async () => {
  for (const path of ["/maria-lopez", "https://evil.test/texas", "/desk/queue", ""]) {
    expect(await stored({ "opened-from": path }), path).toEqual([null, {}]);
  }
  expect(await stored({ "opened-from": "/texas?name=maria" })).toEqual(["/texas", { page: "/texas" }]);
  for (const refusal of ["sec-gpc", "dnt"]) {
    expect(await stored({ "opened-from": "/texas?utm_campaign=fall", [refusal]: "1" })).toEqual([null, {}]);
  }
  expect(sourceOf("/español")).toBeNull();
});
