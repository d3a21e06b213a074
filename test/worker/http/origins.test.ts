import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { call, callWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { randomFrom, seed } from "../routes/faults.ts";
import { mediaType } from "../routes/good-requests.ts";
import { addressOf, writeRoutes } from "../routes/routes.ts";

/** Nobody can write from another site or as somebody else. */

freshDatabase();

const OWN = "https://site.test";
const sites = ["same-origin", "none", "same-site", "cross-site", "", undefined];
const origins = [OWN, "https://evil.test", "http://site.test", "https://site.test:8443", "null", undefined];
const types = [
  "application/json",
  "Application/JSON; charset=utf-8",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json-patch+json",
  undefined,
];

function isOwn(site: string | undefined, origin: string | undefined) {
  if (site) return site === "same-origin" || site === "none";
  return origin === undefined || origin === OWN;
}

/** One route of each kind gets every combination, others enough to show that they have the same guards. */
const EACH_KIND = ["POST /api/contact", "POST /api/media", "DELETE /api/session"];
const each = <Value>(values: Value[], isWhole: boolean, some: number[]) =>
  isWhole ? values : some.map((index) => values[index] as Value);

for (const route of writeRoutes) {
  test(`${route.method} ${route.pattern} takes what the site itself sends, and nothing from elsewhere`, async () => {
    const wanted = new RegExp(`^${mediaType(route).split(";")[0]}(;|$)`, "i");
    const wrong: string[] = [];
    const isWhole = EACH_KIND.includes(`${route.method} ${route.pattern}`);
    for (const site of each(sites, isWhole, [0, 3])) {
      for (const origin of each(origins, isWhole, [0, 1])) {
        for (const type of each(types, isWhole, [0, 2])) {
          const headers = Object.entries({ "sec-fetch-site": site, origin, "content-type": type });
          const given = headers.filter((header): header is [string, string] => header[1] !== undefined);
          const hasBody = route.method !== "DELETE";
          const { status } = await call(addressOf(route), {
            method: route.method,
            headers: given,
            ...(hasBody && { body: new TextEncoder().encode("{}") }),
          });
          const isType = !hasBody || wanted.test(type ?? "");
          const expected = !isOwn(site, origin) ? 403 : isType ? "the route's own" : 415;
          const own = status === 403 || status === 415 ? status : "the route's own";
          if (own !== expected) wrong.push(`${JSON.stringify(given)}: ${status}, not ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
}

test("random references find nothing, and get one constant 404", { timeout: 60 * 60_000 }, async () => {
  const random = randomFrom(seed);
  const hex = () => Math.floor(random() * 16).toString(16);
  const total = env.LONG ? 100_000 : 100;
  const answers = new Set<string>();
  let asked = 0;
  const guess = async () => {
    while (asked++ < total) {
      const ref = "xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx".replace(/x/g, hex);
      const answer = await callWith(env, `/api/applications/${ref}${random() < 0.3 ? "/guidance" : ""}`);
      answers.add(`${answer.status} ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: 50 }, guess));
  expect([...answers], `seed ${seed}`).toEqual([
    '404 {"ok":false,"success":false,"error":"There is no application with this reference"}',
  ]);
});
