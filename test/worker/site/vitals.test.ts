import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bucketEnds, bucketOf, upperQuartile } from "../../../db/model/site/vitals.ts";
import { post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { signedIn } from "../staff/staff.ts";

/** Page speeds are counted, and nothing else about visitors. */

freshDatabase();

const VITALS = "/api/vitals";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 24, 3) }));
afterEach(() => void vi.useRealTimers());

function send(...measured: unknown[][]) {
  return post(VITALS, { measured });
}

async function stored() {
  const { results } = await env.DB.prepare("select * from vitals order by route, metric, bucket").all();
  return results;
}

test("measurements are counts per day in Texas, page, metric and bucket", async () => {
  expect((await send(["/apply/contact", "LCP", 2], ["/apply/employment", "continue", 0])).status).toBe(201);
  await send(["/apply/contact", "LCP", 2], ["/blog/some-post", "CLS", 7]);
  const day = "2026-11-23";
  expect(await stored()).toEqual([
    { day, route: "/apply/contact", metric: "LCP", bucket: 2, count: 2 },
    { day, route: "/apply/employment", metric: "continue", bucket: 0, count: 1 },
    { day, route: "/blog/:slug", metric: "CLS", bucket: 7, count: 1 },
  ]);
});

for (const [name, measured] of Object.entries<unknown[][]>({
  "a page that does not exist": [["/no-such-page", "LCP", 1]],
  "a page of the desk": [["/desk/queue", "LCP", 1]],
  "an unknown metric": [["/", "TTFB", 1]],
  "a bucket beyond the last": [["/", "CLS", 8]],
  "a negative bucket": [["/", "LCP", -1]],
  nothing: [],
  "more than one page load has": Array(41).fill(["/", "LCP", 1]),
  "one good and one bad measurement": [
    ["/", "LCP", 1],
    ["/x", "LCP", 1],
  ],
})) {
  test(`${name} is refused, and nothing is counted`, async () => {
    expect((await send(...measured)).status).toBe(400);
    expect(await stored()).toEqual([]);
  });
}

async function visits() {
  const { results } = await env.DB.prepare("select * from visit_totals order by source, stage").all();
  return results;
}

test("how far visits got is counted per day, by campaign or first page, without anything that names a visit", async () => {
  const reports = [
    { openedFrom: "/es/texas?utm_campaign=Fall", reached: ["site", "contact"] },
    { openedFrom: "/texas?utm_campaign=fall", reached: ["site"] },
    { openedFrom: "/es/texas?utm_campaign=Fall", reached: ["employment", "employment"] },
    { openedFrom: "/faq", reached: ["site"] },
    { reached: ["site"] },
  ];
  for (const report of reports) expect((await post(VITALS, { measured: [], ...report })).status).toBe(201);
  const day = "2026-11-23";
  expect(await visits()).toEqual([
    { day, source: "", stage: "site", count: 1 },
    { day, source: "/faq", stage: "site", count: 1 },
    { day, source: "fall", stage: "contact", count: 1 },
    { day, source: "fall", stage: "employment", count: 1 },
    { day, source: "fall", stage: "site", count: 2 },
  ]);
  expect((await post(VITALS, { measured: [], reached: ["submitted"] })).status).toBe(400);
  expect(await stored()).toEqual([]);
});

test("made-up campaigns do not fill the counts of visits", async () => {
  const report = (name: string) =>
    post(VITALS, { measured: [], reached: ["site"], openedFrom: `/?utm_campaign=${name}` });
  for (let n = 0; n < 43; n++) await report(`made-up-${n}`);
  await report("made-up-0");
  const counted = await visits();
  expect(counted).toHaveLength(41);
  expect(counted.at(-1)).toMatchObject({ source: "other", count: 3 });
  expect(counted[0]).toMatchObject({ source: "made-up-0", count: 2 });
});

for (const refusal of ["sec-gpc", "dnt"]) {
  test(`a visitor who asks not to be measured (${refusal}) is not, even if the browser reports`, async () => {
    const response = await post(VITALS, { measured: [["/", "LCP", 1]], reached: ["site"] }, { [refusal]: "1" });
    expect(response.status).toBe(200);
    expect([...(await stored()), ...(await visits())]).toEqual([]);
  });
}

test("one network cannot make up figures without end", async () => {
  const report = () => postWith(strict, VITALS, { measured: [["/", "LCP", 1]] }, { "cf-connecting-ip": "203.0.113.9" });
  for (let n = 0; n < 300; n++) expect((await report()).status).toBe(201);
  expect((await report()).status).toBe(429);
  expect(await stored()).toMatchObject([{ count: 300 }]);
});

test("the status says what three quarters of the visits stayed within", async () => {
  for (const bucket of [1, 1, 4, 8]) await send(["/", "LCP", bucket]);
  for (const bucket of [0, 7]) await send(["/", "CLS", bucket]);
  const manager = await signedIn("manager");
  const { speed } = await (await manager.get("/api/desk/site-health")).json<{ speed: unknown }>();
  expect(speed).toEqual([
    {
      route: "/",
      metrics: [
        { metric: "LCP", measured: 4, within: 2500, isGood: true },
        { metric: "CLS", measured: 2, within: null, isGood: false },
      ],
    },
  ]);
});

test("a value falls into the first bucket that holds it", () => {
  expect([0, 500, 501, 6000, 6001].map((value) => bucketOf("LCP", value))).toEqual([0, 0, 1, 7, 8]);
  expect(bucketEnds.LCP).toHaveLength(8);
  expect(upperQuartile("LCP", [])).toBeNull();
});
