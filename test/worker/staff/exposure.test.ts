import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { database } from "../../../db/database.ts";
import { HOUR_MS } from "../../../db/model/time/clock.ts";
import { surveys } from "../../../db/schema.ts";
import { newCode } from "../../../worker/contact/codes.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { app } from "../../../worker/site/index.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { apply, type Colleague, signedIn } from "./staff.ts";

/** Who was exposed between two times, according to the file of the audit log. */

freshDatabase();

const NINE = Date.UTC(2026, 10, 18, 15);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NINE }));
afterEach(() => void vi.useRealTimers());

/** Entries from 9 AM to noon that showed somebody: who saw whom. */
async function exposed(max: Colleague, query = "", to = "11:59") {
  const file = await max.get(`/api/desk/audit.csv?from=2026-11-18T09:00&to=2026-11-18T${to}${query}`);
  const rows: Record<string, string>[] = parse(await file.text(), { bom: true, columns: true });
  return rows.flatMap(({ Member, Showed }) => (Showed ? [`${Member}: ${Showed}`] : [])).toSorted();
}

const allowed = {
  ...{ textId: "story-1", textSha256: "", answerSha256: "", receivedAt: "", ip: null, userAgent: null },
  takenBackAt: null,
};

function person(n: number) {
  return { fullName: `Person ${n}`, email: `p${n}@example.com`, phone: `210 555 ${String(1000 + n)}` };
}

test("the file says which application a reading showed, whoever read it, and for a list, that it may have been every one", async () => {
  const ids = [await apply(person(1)), await apply(person(2))];
  const [dana, lee, max] = [
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
    await signedIn("manager", "max"),
  ];
  vi.setSystemTime(NINE + HOUR_MS);
  for (const id of ids) await dana.get(`/api/desk/case/${id}`);
  await lee.get(`/api/desk/case/${ids[0]}`);
  const opened = [...ids.map((id) => `dana: ${id}`), `lee: ${ids[0]}`].toSorted();
  expect(await exposed(max)).toEqual(opened);
  await lee.get("/api/desk/queue");
  const inList = "lee: possibly every application until 2026-11-18 11:00:00";
  expect(await exposed(max)).toEqual([...opened, inList].toSorted());
  expect(await exposed(max, `&member=${lee.id}`)).toEqual([`lee: ${ids[0]}`, inList].toSorted());
});

test("whoever opened a case has seen what had been merged into it, though it was split since", async () => {
  const [main, other, later] = [await apply(person(1)), await apply(person(1)), await apply(person(1))];
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  await max.post(`/api/desk/case/${main}/merge`, { other });
  vi.setSystemTime(NINE + HOUR_MS);
  await dana.get(`/api/desk/case/${main}`);
  await max.post(`/api/desk/case/${main}/split`, { other });
  vi.setSystemTime(NINE + 4 * HOUR_MS);
  await max.post(`/api/desk/case/${main}/merge`, { other: later });
  expect(await exposed(max, "&action=readCase")).toEqual([`dana: ${main}; ${other}`]);
});

test("before and after the two times nothing counts, but a reading that the hour before had noted does", async () => {
  const [one, two, three] = [await apply(person(1)), await apply(person(2)), await apply(person(3))];
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  vi.setSystemTime(NINE - HOUR_MS - 1000);
  await dana.get(`/api/desk/case/${one}`);
  vi.setSystemTime(NINE - 60_000);
  await dana.get(`/api/desk/case/${two}`);
  await max.get("/api/desk/export.csv");
  vi.setSystemTime(NINE + 60_000);
  // This one is not noted again.
  await dana.get(`/api/desk/case/${two}`);
  vi.setSystemTime(NINE + 3 * HOUR_MS);
  await dana.get(`/api/desk/case/${three}`);
  expect(await exposed(max)).toEqual([`dana: ${two}`]);
});

test("a list may have shown whoever applied up to an hour after its reading was noted, within the two times", async () => {
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  vi.setSystemTime(NINE + HOUR_MS);
  await dana.get("/api/desk/my-day");
  const until = "dana: possibly every application and message until 2026-11-18";
  expect(await exposed(max)).toEqual([`${until} 11:00:00`]);
  expect(await exposed(max, "", "10:29")).toEqual([`${until} 10:30:00`]);
});

test("whoever opened a case has seen the names of its possible duplicates, also of one that came within the hour", async () => {
  const [opened, duplicate] = [await apply(person(1)), await apply({ ...person(2), email: person(1).email })];
  await apply(person(3));
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  await dana.get(`/api/desk/case/${opened}`);
  const later = await apply({ ...person(4), phone: person(1).phone });
  for (let n = 0; n < 2; n++) await dana.get(`/api/desk/case/${opened}`);
  expect(await exposed(max)).toEqual([opened, duplicate, later].map((id) => `dana: ${id}`).toSorted());
});

test("every route of the desk that shows somebody counts as having shown them", { timeout: 120_000 }, async () => {
  const opened = await apply(person(1));
  const main = await apply({ ...person(2), email: person(1).email });
  const max = await signedIn("manager", "max");
  await max.post(`/api/desk/case/${main}/merge`, { other: opened });
  const duplicate = await apply({ ...person(3), phone: person(1).phone });
  await post("/api/contact", { name: "Person 4", replyTo: "p4@example.com", message: "Hello there" });
  const message = (await env.DB.prepare("select id from contact_messages").first<string>("id")) ?? "";
  await database(env.DB)
    .insert(surveys)
    .values({
      ...{ id: "survey", applicationId: main, mailboxHash: "", appliedAt: new Date(), answeredAt: new Date() },
      ...{ name: "Person 2", comment: "They called me", releases: [allowed] },
    });
  const ids = [opened, main, duplicate, message];
  const routes = new Set(
    app.routes
      .filter(({ path, method }) => path.startsWith("/api/desk/") && method !== "ALL")
      .map(({ path, method }) => `${method} ${path}`),
  );
  const showing: string[] = [];
  for (const [index, route] of [...routes].entries()) {
    const member = await signedIn("manager", `reader-${index}`);
    const [method, path = ""] = route.replace(":id", route.includes("/messages/") ? message : opened).split(" ");
    const asked = await (method === "GET"
      ? member.get(path)
      : method === "PUT"
        ? member.put(path)
        : member.post(path, { q: "Person" })
    ).then((response) => response.text());
    const shown = ids.filter((_, n) => asked.includes(`Person ${n + 1}`) || asked.includes(`p${n + 1}@example.com`));
    if (shown.length > 0) showing.push(route);
    const counted = (await exposed(max, `&member=${member.id}`)).join();
    for (const id of shown) {
      const many = id === message ? /every (application and )?message/ : /every application/;
      expect(counted.includes(id) || many.test(counted), `${route} ${ids.indexOf(id)}: ${counted}`).toBe(true);
    }
  }
  // A new route here has to log whom it shows.
  expect(showing.toSorted()).toEqual([
    "GET /api/desk/audit",
    "GET /api/desk/case/:id",
    "GET /api/desk/export.csv",
    "GET /api/desk/messages",
    "GET /api/desk/my-day",
    "GET /api/desk/queue",
    "GET /api/desk/stories",
    "POST /api/desk/queue/search",
  ]);
});

test("who looked for whom is in the log, as long as few were found, and no word that was typed", async () => {
  const many = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => apply(person(n))));
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  vi.setSystemTime(NINE + HOUR_MS);
  for (const q of ["p2@example.com", "p2@example.com", "Person", "nobody"]) {
    expect((await dana.post("/api/desk/queue/search", { q })).status).toBe(200);
  }
  expect(await exposed(max, "&action=seeFound")).toEqual([`dana: ${many[1]}`]);
  const { results } = await env.DB.prepare("select * from audit").all();
  expect(JSON.stringify(results)).not.toMatch(/p2@|Person|nobody/);
});

test("what was refused exposes nobody", async () => {
  const id = await apply();
  const [ana, max] = [await signedIn("author", "ana"), await signedIn("manager", "max")];
  await ana.get(`/api/desk/case/${id}`);
  await ana.get("/api/desk/export.csv");
  expect(await exposed(max)).toEqual([]);
});

test("an export exposes all who had applied by then, and who was opened is still named after a deletion", async () => {
  const id = await apply(person(1));
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  vi.setSystemTime(NINE + HOUR_MS);
  await (await max.get("/api/desk/export.csv")).text();
  await dana.get(`/api/desk/case/${id}`);
  const ref = await referenceOf(env, id);
  await post(`/api/applications/${ref}/deletion`, {});
  const requestId = (await env.DB.prepare("select id from codes").first<string>("id")) ?? "";
  const code = await newCode(env, database(env.DB), requestId);
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).ok).toBe(true);
  expect(await exposed(max)).toEqual([`dana: ${id}`, "max: every application until 2026-11-18 10:00:00"]);
});
