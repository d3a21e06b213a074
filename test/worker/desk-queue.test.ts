import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { database } from "../../db/database.ts";
import { spokenReference } from "../../db/model/spoken-reference.ts";
import { stages } from "../../db/model/status.ts";
import { type QueueFilter, queuePage } from "../../worker/api/desk/queue.ts";
import { freshDatabase } from "./database.ts";
import { COPIED_COLUMNS, manyApplications } from "./many-applications.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

freshDatabase();

interface Page {
  applications: { id: string; fullName: string; owner: string | null }[];
  next: string | null;
}

async function names(member: Colleague, query = "") {
  const page = await (await member.get(`/api/desk/queue?${query}`)).json<Page>();
  return page.applications.map(({ fullName }) => fullName);
}

/** As if the application had come in then. */
function due(ref: string, dueAt: number) {
  return env.DB.prepare("update applications set dueAt = ? where id = ?").bind(dueAt, ref).run();
}

test("the queue goes by the promise, then the purchase timeline, then the down payment; the score has no part", async () => {
  const member = await signedIn("specialist");
  const soon = { purchaseTimeline: "Immediately", downPaymentAvailable: "Today" };
  await due(await apply({ fullName: "Third", ...soon, downPaymentAvailable: "Need More Time" }), 2000);
  await due(
    await apply({ fullName: "Fourth", ...soon, purchaseTimeline: "I'm Still Looking", grossMonthlyIncome: 9000 }),
    2000,
  );
  await due(await apply({ fullName: "Second", ...soon, grossMonthlyIncome: 1000, bankruptcyStatus: "Open" }), 2000);
  await due(await apply({ fullName: "First", purchaseTimeline: "I'm Still Looking" }), 1000);
  expect(await names(member)).toEqual(["First", "Second", "Third", "Fourth"]);
});

test("the queue can be narrowed to a part, a status, mine, or nobody's", async () => {
  const member = await signedIn("specialist");
  const mine = await apply({ fullName: "Mine" });
  await apply({ fullName: "Free" });
  const done = await apply({ fullName: "Done" });
  await member.post(`/api/desk/case/${mine}/claim`);
  await env.DB.prepare("update applications set status = 'approved' where id = ?").bind(done).run();
  expect((await names(member)).toSorted()).toEqual(["Free", "Mine"]);
  expect(await names(member, "show=closed")).toEqual(["Done"]);
  expect(await names(member, "show=approved")).toEqual(["Done"]);
  expect(await names(member, "owner=me")).toEqual(["Mine"]);
  expect(await names(member, "owner=nobody")).toEqual(["Free"]);
  for (const bad of ["show=x", "language=x", "metro=x", "band=x", "overdue=x", `city=${"x".repeat(81)}`, "owner=x"])
    expect(await refusal(await member.get(`/api/desk/queue?${bad}`)), bad).toMatch(/^400 [A-Z].+/);
});

test("the queue shows who wrote in Spanish and can be narrowed to them, together with its other filters", async () => {
  const member = await signedIn("specialist");
  await apply({ fullName: "English" });
  const mine = await apply({ fullName: "Spanish, mine" });
  await apply({ fullName: "Spanish, free" });
  await env.DB.exec("update applications set language = 'es' where fullName like 'Spanish%'");
  await member.post(`/api/desk/case/${mine}/claim`);
  const { applications } = await (await member.get("/api/desk/queue")).json<{
    applications: { fullName: string; language: string }[];
  }>();
  expect(applications.map(({ fullName, language }) => [language, fullName]).toSorted()).toEqual([
    ["en", "English"],
    ["es", "Spanish, free"],
    ["es", "Spanish, mine"],
  ]);
  expect((await names(member, "language=es")).toSorted()).toEqual(["Spanish, free", "Spanish, mine"]);
  expect(await names(member, "language=es&owner=me")).toEqual(["Spanish, mine"]);
  expect(await names(member, "language=es&owner=nobody")).toEqual(["Spanish, free"]);
  expect(await names(member, "language=es&show=closed")).toEqual([]);
  expect(await names(member, "language=en")).toEqual(["English"]);
  expect(await names(member, "language=")).toHaveLength(3);
  expect(await (await member.get(`/api/desk/case/${mine}`)).json()).toMatchObject({ language: "es" });

  await env.DB.exec(
    "insert into appointments (id, applicationId, dueAt) select 'call-' || fullName, id, 1 from applications",
  );
  expect((await names(member, "show=calls&language=es")).toSorted()).toEqual(["Spanish, free", "Spanish, mine"]);
});

const searches: [q: string, finds: boolean][] = [
  ["lopez", true],
  ["aria Lo", true],
  ["(210) 555-0123", true],
  ["0123", true],
  ["MARIA@EXAMPLE", true],
  ['"', false],
  ["' or 1=1", false],
  ["nobody", false],
];

test("search finds by part of name, phone, e-mail or reference, in any status", async () => {
  const member = await signedIn("specialist");
  const ref = await apply();
  await apply({ fullName: "Ann Other", phone: "512 555 0188", email: "ann@example.org" });
  await env.DB.prepare("update applications set status = 'withdrawn' where id = ?").bind(ref).run();
  for (const [q, finds] of [...searches, [ref.slice(0, 8), true], [ref, true]] as const) {
    const response = await member.post("/api/desk/queue/search", { q });
    if (q.length < 3) expect(await refusal(response)).toBe("400 Type at least 3 characters to search.");
    else
      expect(
        (await response.json<Page>()).applications.map(({ id }) => id),
        q,
      ).toEqual(finds ? [ref] : []);
  }
});

test("the spoken reference stands in queue and case and is found however it is typed", async () => {
  const member = await signedIn("specialist");
  const id = await apply({ fullName: "Maria Lopez" });
  await apply({ fullName: "Ann Other" });
  const { spokenReference: code } = await (await member.get(`/api/desk/case/${id}`)).json<{
    spokenReference: string;
  }>();
  const queue = await (await member.get("/api/desk/queue")).json<{ applications: object[] }>();
  expect(queue.applications).toContainEqual(expect.objectContaining({ id, spokenReference: code }));
  const search = async (q: string, cursor?: string) =>
    (await member.post("/api/desk/queue/search", { q, cursor })).json<Page & { isMisread: boolean }>();
  for (const q of [code, code.toLowerCase(), code.slice(4), code.replaceAll("-", ""), code.replaceAll("-", " ")]) {
    const found = await search(q);
    expect(
      found.applications.map((each) => each.id),
      q,
    ).toEqual([id]);
    expect(found.isMisread).toBe(false);
  }
  expect((await search(code, "1")).applications, "not on every page").toEqual([]);

  const misread = code.slice(0, -1) + (code.endsWith("X") ? "W" : "X");
  for (const q of [misread, misread.slice(4)])
    expect(await search(q)).toMatchObject({ applications: [], isMisread: true });
  expect(await search("Nobody")).toMatchObject({ applications: [], isMisread: false });
});

test("what is searched for is taken from no address", async () => {
  const member = await signedIn("specialist");
  await apply({ fullName: "Maria Lopez" });
  await apply({ fullName: "Ann Other" });
  expect((await names(member, "q=lopez")).toSorted()).toEqual(["Ann Other", "Maria Lopez"]);
});

test("a search has pages, too, which meet without gap or overlap", async () => {
  const member = await signedIn("specialist");
  await apply();
  await fillTo(130);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Page = await (await member.post("/api/desk/queue/search", { q: "Person", cursor })).json<Page>();
    seen.push(...page.applications.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(seen).toHaveLength(129);
  expect(new Set(seen).size).toBe(129);
});

test("arrivals since a time are counted", async () => {
  const member = await signedIn("specialist");
  const since = Date.now() - 1;
  await apply();
  await apply();
  const arrivals = await (await member.get(`/api/desk/arrivals?since=${since}`)).json<{ newestAt: number }>();
  expect(arrivals).toMatchObject({ count: 2 });
  expect(await (await member.get(`/api/desk/arrivals?since=${arrivals.newestAt}`)).json()).toMatchObject({ count: 0 });
});

const SMALL = 100;
const LARGE = 100_000;

/** Applications like the first one, up to this number. */
async function fillTo(number: number) {
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  const STEP = 5000;
  for (let from = 1; from < number; from += STEP) {
    await env.DB.prepare(manyApplications(columns, from, Math.min(from + STEP, number) - 1)).run();
  }
}

async function rowsRead(filter: QueueFilter) {
  const { sql, params } = queuePage(database(env.DB), filter).toSQL();
  const { meta, results } = await env.DB.prepare(sql)
    .bind(...params)
    .all<{ id: string; due_at: number }>();
  return { read: meta.rows_read, found: results.length };
}

const filters: Record<string, QueueFilter> = {
  "first page": { statuses: stages.waiting },
  "a page from the middle": { statuses: stages.waiting, cursor: "1_5_0" },
  "nobody's": { statuses: stages.waiting, ownerId: null },
  "one member's": { statuses: stages.waiting, ownerId: "somebody" },
  "the closed ones": { statuses: stages.closed },
  "those in Spanish": { statuses: stages.waiting, language: "es" },
  "the closed ones in Spanish": { statuses: stages.closed, language: "es" },
  "nobody's in Spanish": { statuses: stages.waiting, ownerId: null, language: "es" },
  "one member's in Spanish, from the middle": {
    statuses: stages.waiting,
    ownerId: "somebody",
    language: "es",
    cursor: `${LARGE / 100}_5_0`,
  },
  "a search for one": { statuses: stages.waiting, q: "Person 99" },
  "a spoken reference": { statuses: stages.waiting, q: spokenReference(50) },
};

test("a page reads as few rows among 100,000 applications as among 100", { timeout: 300_000 }, async () => {
  await apply();
  const small: Record<string, { read: number; found: number }> = {};
  await fillTo(SMALL);
  for (const [name, filter] of Object.entries(filters)) small[name] = await rowsRead(filter);
  await env.DB.prepare("delete from applications where id like '%-0000'").run();
  await fillTo(LARGE);
  expect(await env.DB.prepare("select count(*) n from applications").first("n")).toBe(LARGE);
  for (const [name, filter] of Object.entries(filters)) {
    const large = await rowsRead(filter);
    // 51 rows a status, found in the index and read once from it and once from the table, with their owners.
    const bound = 51 * (filter.statuses.length * 2 + 4);
    expect(large.read, `${name}: ${JSON.stringify(small[name])}`).toBeLessThanOrEqual(bound);
  }
  const middle = await rowsRead({ statuses: stages.waiting, cursor: `${LARGE / 100}_5_0` });
  expect(middle.found).toBe(51);
  expect(middle.read).toBeLessThanOrEqual(51 * 8);
});

test("keyset pages meet without gap or overlap while applications are claimed in between", async () => {
  const member = await signedIn("specialist");
  await apply();
  await fillTo(180);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await (await member.get(`/api/desk/queue?cursor=${cursor}`)).json<Page>();
    seen.push(...page.applications.map(({ id }) => id));
    await member.post(`/api/desk/case/${page.applications[0]?.id}/claim`);
    cursor = page.next;
  }
  const { results } = await env.DB.prepare(
    "select id from applications where status in ('submitted', 'in_review') order by dueAt, queueRank, id",
  ).all<{ id: string }>();
  expect(seen).toEqual(results.map(({ id }) => id));
});
