import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { SOURCES, sourceOf } from "../../../db/model/site/source.ts";
import { pageRoutes } from "../../../web/start/render.tsx";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

freshDatabase();

async function stored(headers: Record<string, string>) {
  expect((await post("/api/applications/submit", exampleApplication(), headers)).status).toBe(201);
  return env.DB.prepare("select source from applications order by number desc limit 1").first("source");
}

test("every page that a visitor may open first is known, and no other", () => {
  const pages = pageRoutes.map(({ path }) => path).filter((path) => !/^\/desk\/|^\*$|^\/blog\/./.test(path));
  expect([...SOURCES].toSorted()).toEqual(pages.toSorted());
});

test("an application keeps the page on which the visit began: one of ours, in whatever language", async () => {
  expect(await stored({ "opened-from": "/texas" })).toBe("/texas");
  expect(await stored({ "opened-from": "/es/how-it-works" })).toBe("/how-it-works");
  expect(await stored({ "opened-from": "/es" })).toBe("/");
  expect(await stored({ "opened-from": "/blog/how-to-read-an-apr" })).toBe("/blog");
  expect(await stored({})).toBeNull();
});

test("nothing else that a browser may say is kept, and nothing of one that asks not to be measured", async () => {
  for (const path of [
    "/maria-lopez",
    "/texas?name=maria",
    "/texas/",
    "https://evil.test/texas",
    "/desk/queue",
    "",
    "x".repeat(9000),
  ]) {
    expect(await stored({ "opened-from": path }), path).toBeNull();
  }
  expect(await stored({ "opened-from": "/texas", "sec-gpc": "1" })).toBeNull();
  expect(sourceOf("/español")).toBeNull();
});
