import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

/** How far visits got is counted, and nothing else about visitors. */

freshDatabase();

const VISITS = "/api/visits";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 24, 3) }));
afterEach(() => void vi.useRealTimers());

async function stored() {
  const { results } = await env.DB.prepare("select * from visit_totals order by source, stage").all();
  return results;
}

test("visits are counted per day in Texas, by campaign or first page", async () => {
  const reports = [
    { openedFrom: "/es/texas?utm_campaign=Fall", reached: ["site", "contact"] },
    { openedFrom: "/texas?utm_campaign=fall", reached: ["site"] },
    { openedFrom: "/es/texas?utm_campaign=Fall", reached: ["employment", "employment"] },
    { openedFrom: "/faq", reached: ["site"] },
    { openedFrom: "", reached: ["site"] },
  ];
  for (const report of reports) expect((await post(VISITS, report)).status).toBe(201);
  const day = "2026-11-23";
  expect(await stored()).toEqual([
    { day, source: "", stage: "site", count: 1 },
    { day, source: "/faq", stage: "site", count: 1 },
    { day, source: "fall", stage: "contact", count: 1 },
    { day, source: "fall", stage: "employment", count: 1 },
    { day, source: "fall", stage: "site", count: 2 },
  ]);
});

test("an unknown stage, or none, is refused and not counted", async () => {
  for (const reached of [["site", "submitted"], []]) {
    expect((await post(VISITS, { openedFrom: "/", reached })).status).toBe(400);
  }
  expect(await stored()).toEqual([]);
});

test("made-up campaigns do not fill the counts of visits", async () => {
  const report = (name: string) => post(VISITS, { reached: ["site"], openedFrom: `/?utm_campaign=${name}` });
  for (let n = 0; n < 43; n++) await report(`made-up-${n}`);
  await report("made-up-0");
  const counted = await stored();
  expect(counted).toHaveLength(41);
  expect(counted.at(-1)).toMatchObject({ source: "other", count: 3 });
  expect(counted[0]).toMatchObject({ source: "made-up-0", count: 2 });
});

for (const refusal of ["sec-gpc", "dnt"]) {
  test(`a visitor who asks not to be measured (${refusal}) is not`, async () => {
    const response = await post(VISITS, { openedFrom: "/", reached: ["site"] }, { [refusal]: "1" });
    expect(response.status).toBe(200);
    expect(await stored()).toEqual([]);
  });
}

test("one network cannot make up figures without end", async () => {
  const visit = { openedFrom: "/", reached: ["site"] };
  const report = () => postWith(strict, VISITS, visit, { "cf-connecting-ip": "203.0.113.9" });
  for (let n = 0; n < 300; n++) expect((await report()).status).toBe(201);
  expect((await report()).status).toBe(429);
  expect(await stored()).toMatchObject([{ count: 300 }]);
});
