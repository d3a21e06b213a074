import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../db/model/time/clock.ts";
import type { Answer } from "../../../web/wire.ts";
import { callWith } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { COPIED_COLUMNS } from "../form/many-applications.ts";
import { takePlaces } from "../queue/queue-places.ts";
import { apply, type Colleague, sessionOf, signedIn } from "../staff/staff.ts";

freshDatabase();

/** A Wednesday. */
const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

type Dashboard = Answer<"GET /desk/dashboard">;

async function read(member: Colleague) {
  return (await member.get("/api/desk/dashboard")).json<Dashboard>();
}

/** Sets columns of an application, in place of other parts of the desk. */
function set(id: string, columns: Record<string, string | number | null>) {
  const names = Object.keys(columns);
  return env.DB.prepare(`update applications set ${names.map((name) => `${name} = ?`)} where id = ?`)
    .bind(...Object.values(columns), id)
    .run();
}

test("waiting and overdue applications are counted, and each member's", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  await signedIn("author", "ann");
  const [late, theirs, closed, stopped] = [await apply(), await apply(), await apply(), await apply()];
  const [told, reached, booked] = [await apply(), await apply(), await apply()];
  for (const id of [late, told, reached, booked]) await set(id, { dueAt: NOON.getTime() - 1 });
  await set(told, { overdueToldAt: 1 });
  await set(reached, { firstContactAt: 1 });
  await env.DB.prepare("insert into appointments (id, applicationId, startsAt, dueAt) values ('call', ?1, ?2, ?2)")
    .bind(booked, NOON.getTime() + HOUR_MS)
    .run();
  await set(theirs, { ownerId: dana.id, status: "contacted", nextAt: NOON.getTime() - 1 });
  await set(closed, { ownerId: dana.id, status: "withdrawn", outcome: "undecided", nextAt: 1 });
  await set(stopped, { contactStoppedAt: 1, dueAt: 8.64e15 });
  await takePlaces();
  const { now, members } = await read(max);
  expect(now).toEqual({ waiting: 3, overdue: 2 });
  expect(await (await max.get("/api/desk/site-health")).json()).toMatchObject({ now: { waiting: 3, overdue: 2 } });
  const queue = await (await max.get("/api/desk/queue?overdue=yes")).json<{ applications: unknown[] }>();
  expect(queue.applications).toHaveLength(2);
  expect(members.map(({ username, open, due }) => [username, open, due])).toEqual([
    ["dana", 1, 1],
    ["max", 0, 0],
  ]);
});

test("first contacts are told by week and member", async () => {
  const friday = Date.parse("2026-11-13T19:00:00-06:00");
  const monday = Date.parse("2026-11-16T09:00:00-06:00");
  vi.setSystemTime(friday - 91 * DAY_MS);
  const dana = await signedIn("specialist", "dana");
  const call = async (id: string, at: number) => {
    vi.setSystemTime(at);
    const member = await sessionOf(dana.id);
    await member.post(`/api/desk/case/${id}/claim`);
    expect((await member.post(`/api/desk/case/${id}/calls`, { outcome: "reached" })).status).toBe(200);
  };
  await call(await apply(), friday - 90 * DAY_MS);
  vi.setSystemTime(friday);
  const [slow, quick] = [await apply(), await apply()];
  await call(quick, friday + HOUR_MS);
  await call(slow, monday);
  vi.setSystemTime(NOON);
  const max = await signedIn("manager", "max");
  const { weeks, members } = await read(max);
  expect(weeks).toHaveLength(12);
  expect(weeks.slice(-3)).toEqual([
    { week: "2026-11-02", contacted: 0, inTime: 0, businessMedian: null, clockMedian: null },
    { week: "2026-11-09", contacted: 1, inTime: 1, businessMedian: 60, clockMedian: 60 },
    { week: "2026-11-16", contacted: 1, inTime: 0, businessMedian: 14 * 60, clockMedian: 62 * 60 },
  ]);
  expect(members[0]).toMatchObject({
    ...{ username: "dana", contacted: 2, inTime: 1 },
    ...{ businessMedian: 7.5 * 60, clockMedian: 31.5 * 60 },
  });
  await env.DB.prepare("update users set deactivatedAt = 1 where id = ?").bind(dana.id).run();
  expect((await read(max)).members.map(({ username, contacted }) => [username, contacted])).toEqual([
    ["max", 0],
    ["dana", 2],
  ]);
});

test("conversion counts how far each application got, though it is closed", async () => {
  const max = await signedIn("manager", "max");
  const [, called, sent, approved, twice, past] = [
    await apply(),
    await apply(),
    await apply(),
    await apply(),
    await apply(),
    await apply(),
  ];
  await set(called, { firstContactAt: NOON.getTime(), source: "/texas" });
  await set(sent, { status: "withdrawn", closedFrom: "with_lender", outcome: "declined" });
  await set(approved, { status: "approved", closedFrom: "introduced", outcome: "approved_later", source: "/texas" });
  await set(twice, { status: "duplicate", outcome: "undecided" });
  await set(past, { status: "approved", outcome: "approved_later", createdAt: NOON.getTime() - 91 * DAY_MS });
  const { stages, sources } = await read(max);
  expect(stages.map(({ count }) => count)).toEqual([4, 3, 2, 2, 1, 1]);
  expect(sources).toEqual([
    { source: null, started: 0, submitted: 2, contacted: 1, papers: 1, lender: 1, introduced: 0, approved: 0 },
    { source: "/texas", started: 0, submitted: 2, contacted: 2, papers: 1, lender: 1, introduced: 1, approved: 1 },
  ]);
});

test("a campaign's visits and applications stand in one row", async () => {
  const max = await signedIn("manager", "max");
  const [fall] = [await apply(), await apply()];
  await set(fall, { status: "introduced", source: "fall" });
  const count = (day: string, source: string, stage: string, count: number) =>
    env.DB.prepare("insert into visit_totals values (?, ?, ?, ?)").bind(day, source, stage, count).run();
  for (const [stage, counted] of Object.entries({ site: 9, contact: 5, employment: 3, review: 1 })) {
    await count("2026-11-18", "fall", stage, counted);
  }
  await count("2026-10-01", "fall", "contact", 2);
  await count("2026-10-01", "/faq", "contact", 4);
  await count("2026-08-01", "fall", "contact", 100);
  const { sources, visits } = await read(max);
  expect(sources.map(({ source, started, submitted, introduced }) => [source, started, submitted, introduced])).toEqual(
    [
      ["fall", 7, 1, 1],
      [null, 0, 1, 0],
      ["/faq", 4, 0, 0],
    ],
  );
  expect(Object.fromEntries(visits.map(({ stage, count }) => [stage, count]))).toEqual({
    ...{ site: 9, contact: 11, employment: 3, residence: 0, "banking-credit": 0, downpayment: 0, review: 1 },
  });
});

test("the dashboard names thirty campaigns and pages, and sums up the rest", async () => {
  const max = await signedIn("manager", "max");
  await set(await apply(), { source: "fall" });
  await env.DB.prepare(
    `insert into visit_totals (day, source, stage, count)
     with recursive n(i) as (values(1) union all select i + 1 from n where i < 1000)
     select '2026-11-18', 'made-up-' || i, 'contact', 1 from n`,
  ).run();
  const { sources } = await read(max);
  expect(sources).toHaveLength(31);
  expect(sources.map(({ source, started }) => [source, started])).toEqual(
    expect.arrayContaining([
      ["fall", 0],
      ["other", 971],
    ]),
  );
});

test("the figures of 10,000 applications are read from indexes alone", { timeout: 300_000 }, async () => {
  const max = await signedIn("manager", "max");
  await apply();
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  await env.DB.prepare(
    `insert into applications (${columns}, id, referenceHash, fullName, phoneDigits, emailFolded, createdAt, dueAt, status)
     with recursive n(i) as (values(1) union all select i + 1 from n where i < 10000)
     select ${columns}, 'made-' || i, i, 'Person', i, i, ${NOON.getTime()} - i % 10 * ${DAY_MS}, 8.64e15, iif(i % 2, 'contacted', 'approved')
     from n, (select * from applications limit 1)`,
  ).run();
  await env.DB.prepare("update applications set firstContactAt = createdAt - 1 where status <> 'submitted'").run();
  const counter = countingRows();
  const response = await callWith({ ...env, DB: counter.DB }, "/api/desk/dashboard", { headers: max.headers });
  expect(await response.json()).toMatchObject({
    stages: [{ count: 10_001 }, { count: 10_000 }, {}, {}, {}, { count: 5000 }],
    members: [{ username: "max" }, { contacted: 10_000 }],
  });
  const large = counter.asked.filter(({ rowsRead }) => rowsRead > 100);
  expect(large).toHaveLength(2);
  for (const { sql, values } of large) {
    const { results } = await env.DB.prepare(`explain query plan ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    expect(results[0]?.detail, sql).toContain("USING COVERING INDEX");
  }
});
