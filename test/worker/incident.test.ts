import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { database } from "../../db/database.ts";
import { newCode } from "../../worker/contact/codes.ts";
import { referenceOf } from "../../worker/form/reference.ts";
import { app } from "../../worker/site/index.ts";
import { post } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

/** Who was exposed in a period, according to the audit log. */

freshDatabase();

const NINE = Date.UTC(2026, 10, 18, 15);
const HOUR_MS = 60 * 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NINE }));
afterEach(() => void vi.useRealTimers());

type Pack = import("../../web/desk/api.ts").Incident;

async function pack(max: Colleague, query = "") {
  return (await max.get(`/api/desk/incident?from=${NINE}&to=${NINE + 3 * HOUR_MS}${query}`)).json<Pack>();
}

/** The file's lines. */
async function lines(max: Colleague, query = "") {
  const csv = await (await max.get(`/api/desk/incident.csv?from=${NINE}&to=${NINE + 3 * HOUR_MS}${query}`)).text();
  return csv.trimEnd().split("\r\n").slice(1);
}

function person(n: number) {
  return { fullName: `Person ${n}`, email: `p${n}@example.com`, phone: `210 555 ${String(1000 + n)}` };
}

test("an application opened in the period counts for certain, once, whoever opened it; others count as possible if a list was read", async () => {
  const ids = [await apply(person(1)), await apply(person(2)), await apply(person(2)), await apply(person(3))];
  const [dana, lee, max] = [
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
    await signedIn("manager", "max"),
  ];
  vi.setSystemTime(NINE + HOUR_MS);
  for (const id of ids.slice(0, 3)) await dana.get(`/api/desk/case/${id}`);
  await lee.get(`/api/desk/case/${ids[0]}`);
  await lee.get("/api/desk/case/no-such-case");
  expect(await pack(max)).toEqual({
    certain: { applications: 3, messages: 0, people: 2 },
    atMost: { applications: 3, messages: 0, people: 2 },
    members: [
      { username: "dana", opened: 3, exports: 0, lists: 0 },
      { username: "lee", opened: 2, exports: 0, lists: 0 },
    ],
    noticePeople: { texas: 250, ftc: 500 },
  });
  await lee.get("/api/desk/queue");
  expect(await pack(max)).toMatchObject({ certain: { people: 2 }, atMost: { applications: 4, people: 3 } });
  expect(await pack(max, `&member=${dana.id}`)).toMatchObject({ atMost: { applications: 3, people: 2 } });
  const rows = await lines(max, `&member=${lee.id}`);
  expect(rows).toHaveLength(5);
  expect(rows.filter((row) => row.includes('"opened"'))).toEqual([
    expect.stringMatching(new RegExp(`^"${ids[0]}","Person 1",.*"lee".*Bankruptcy`)),
  ]);
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
  expect((await pack(max)).certain).toEqual({ applications: 2, messages: 0, people: 1 });
  const rows = await lines(max);
  const opened = rows.filter((row) => row.includes('"dana"') && row.includes('"opened"'));
  expect(opened.map((row) => row.split(",")[0]).toSorted()).toEqual([`"${main}"`, `"${other}"`].toSorted());
});

test("before and after the period nothing counts, but a reading that the hour before had noted does", async () => {
  const [one, two, three] = [await apply(person(1)), await apply(person(2)), await apply(person(3))];
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  vi.setSystemTime(NINE - HOUR_MS - 1000);
  await dana.get(`/api/desk/case/${one}`);
  vi.setSystemTime(NINE - 60_000);
  await dana.get(`/api/desk/case/${two}`);
  vi.setSystemTime(NINE + 60_000);
  // This one is not noted again.
  await dana.get(`/api/desk/case/${two}`);
  vi.setSystemTime(NINE + 3 * HOUR_MS + 1000);
  await dana.get(`/api/desk/case/${three}`);
  expect((await pack(max)).certain).toEqual({ applications: 1, messages: 0, people: 1 });
  expect(await lines(max)).toEqual([expect.stringContaining(two)]);
});

test("who applied up to an hour after the reading of a list was noted, within the period, may have stood in it", async () => {
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  vi.setSystemTime(NINE + HOUR_MS);
  await dana.get("/api/desk/queue");
  vi.setSystemTime(NINE + 2 * HOUR_MS - 2000);
  const shown = await apply(person(1));
  vi.setSystemTime(NINE + 2 * HOUR_MS - 1000);
  // Is not noted again.
  await dana.get("/api/desk/queue");
  vi.setSystemTime(NINE + 2 * HOUR_MS + 1000);
  await apply(person(2));
  expect(await pack(max)).toMatchObject({ certain: { people: 0 }, atMost: { people: 1 } });
  expect(await lines(max)).toEqual([expect.stringContaining(shown)]);
  const before = await max.get(`/api/desk/incident?from=${NINE}&to=${NINE + 2 * HOUR_MS - 3000}`);
  expect(await before.json<Pack>()).toMatchObject({ atMost: { people: 0 } });
});

test("the file of an incident exposes nobody else, and each one is noted", async () => {
  const [seen] = [await apply(person(1)), await apply(person(2))];
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  await dana.get(`/api/desk/case/${seen}`);
  for (let n = 0; n < 2; n++) expect(await lines(max)).toEqual([expect.stringContaining(seen)]);
  expect(await pack(max)).toMatchObject({ atMost: { people: 1 }, members: [{ username: "dana" }] });
  expect(await env.DB.prepare("select count(*) n from audit where action = 'exportIncident'").first("n")).toBe(2);
});

test("whoever opened a case has seen the names of its possible duplicates, also of one that came within the hour", async () => {
  const [opened, duplicate] = [await apply(person(1)), await apply({ ...person(2), email: person(1).email })];
  await apply(person(3));
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  await dana.get(`/api/desk/case/${opened}`);
  const later = await apply({ ...person(4), phone: person(1).phone });
  for (let n = 0; n < 2; n++) await dana.get(`/api/desk/case/${opened}`);
  expect(await pack(max)).toMatchObject({ certain: { people: 1 }, atMost: { applications: 3, people: 3 } });
  const rows = await lines(max);
  const named = rows.filter((row) => row.includes('"named in a case that was opened"'));
  expect(named.map((row) => row.split(",")[0]).toSorted()).toEqual([`"${duplicate}"`, `"${later}"`].toSorted());
  expect(rows).toHaveLength(3);
});

test("whoever read messages may have seen each that was there by then, and no application", async () => {
  await apply(person(1));
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  for (const email of ["p8@example.com", "p8@example.com", "p9@example.com"]) {
    await post("/api/contact", { name: "Person 8", replyTo: email, message: "Hello there" });
  }
  vi.setSystemTime(NINE + HOUR_MS);
  await dana.get("/api/desk/messages");
  vi.setSystemTime(NINE + 3 * HOUR_MS);
  await post("/api/contact", { name: "Person 9", replyTo: "p7@example.com", message: "Hello there" });
  expect(await pack(max)).toMatchObject({
    certain: { people: 0 },
    atMost: { applications: 0, messages: 3, people: 2 },
    members: [{ username: "dana", lists: 1 }],
  });
  expect(await lines(max)).toHaveLength(3);
});

test("every route of the desk that shows somebody counts as having shown them", { timeout: 120_000 }, async () => {
  const opened = await apply(person(1));
  const main = await apply({ ...person(2), email: person(1).email });
  const max = await signedIn("manager", "max");
  await max.post(`/api/desk/case/${main}/merge`, { other: opened });
  const duplicate = await apply({ ...person(3), phone: person(1).phone });
  await post("/api/contact", { name: "Person 4", replyTo: "p4@example.com", message: "Hello there" });
  const message = (await env.DB.prepare("select id from contact_messages").first<string>("id")) ?? "";
  const ids = [opened, main, duplicate, message];
  const routes = new Set(
    app.routes
      // The file of the incident names those who were exposed, and nobody else.
      .filter(({ path, method }) => path.startsWith("/api/desk/") && method !== "ALL" && !path.endsWith("incident.csv"))
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
    const counted = await lines(max, `&member=${member.id}`);
    for (const id of shown)
      expect(
        counted.some((line) => line.startsWith(`"${id}"`)),
        `${route} ${ids.indexOf(id)}`,
      ).toBe(true);
  }
  // Whoever adds a route here has seen to it that it counts.
  expect(showing.toSorted()).toEqual([
    "GET /api/desk/audit",
    "GET /api/desk/case/:id",
    "GET /api/desk/export.csv",
    "GET /api/desk/messages",
    "GET /api/desk/my-day",
    "GET /api/desk/queue",
    "POST /api/desk/queue/search",
  ]);
});

test("what was refused exposes nobody", async () => {
  const id = await apply();
  const [ana, max] = [await signedIn("author", "ana"), await signedIn("manager", "max")];
  await ana.get(`/api/desk/case/${id}`);
  await ana.get("/api/desk/export.csv");
  expect(await pack(max)).toMatchObject({ atMost: { applications: 0 }, members: [] });
});

test("an export exposes all who had applied by then, also those who have had us delete them since", async () => {
  const ids = [await apply(person(1)), await apply(person(2))];
  const max = await signedIn("manager", "max");
  vi.setSystemTime(NINE + HOUR_MS);
  await (await max.get("/api/desk/export.csv")).text();
  vi.setSystemTime(NINE + HOUR_MS + 1000);
  await apply(person(3));
  const ref = await referenceOf(env, ids[0] ?? "");
  await post(`/api/applications/${ref}/deletion`, {});
  const requestId = (await env.DB.prepare("select id from codes").first<string>("id")) ?? "";
  const code = await newCode(env, database(env.DB), requestId);
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).ok).toBe(true);
  expect(await pack(max)).toMatchObject({ certain: { applications: 2, people: 2 }, members: [{ exports: 1 }] });
  const rows = await lines(max);
  expect(rows.find((row) => row.includes(ids[0] ?? ""))).toContain('"deleted since"');
  expect(rows).toHaveLength(2);
});

test("many hundreds are all in the file, once each, and reach both thresholds", { timeout: 60_000 }, async () => {
  await apply(person(0));
  await env.DB.exec(
    "create table copies as select * from applications; create table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i < 1199) select i from n",
  );
  const columns = (await env.DB.prepare("select name from pragma_table_info('applications')").all<{ name: string }>())
    .results;
  const own: Record<string, string> = {
    number: "i + 100",
    id: "'copy-' || i",
    referenceHash: "'hash-' || i",
    phoneDigits: "'210' || i",
    idempotencyKeyHash: "null",
  };
  const values = columns.map(({ name }) => own[name] ?? name).join();
  await env.DB.exec(
    `insert into applications (${columns.map(({ name }) => name).join()}) select ${values} from copies, numbers`,
  );
  await env.DB.exec("drop table copies; drop table numbers");
  const max = await signedIn("manager", "max");
  vi.setSystemTime(NINE + HOUR_MS);
  await max.get("/api/desk/queue");
  expect(await pack(max)).toMatchObject({ certain: { people: 0 }, atMost: { applications: 1200, people: 1200 } });
  const rows = await lines(max);
  expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(1200);
  expect(rows).toHaveLength(1200);
});

test("a period that ends before it begins, or makes no sense, is refused", async () => {
  const max = await signedIn("manager", "max");
  for (const query of [`from=${NINE}&to=${NINE - 1}`, "from=x", "to=x", `from=${NINE}&to=1e99`]) {
    expect(await refusal(await max.get(`/api/desk/incident?${query}`)), query).toBe(
      "400 Choose a start time and a later end time.",
    );
    expect((await max.get(`/api/desk/incident.csv?${query}`)).status).toBe(400);
  }
});
