import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import type { Answer } from "../../../web/wire.ts";
import { callWith } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { apply, type Colleague, signedIn } from "./staff.ts";

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

type Page = Answer<"GET /desk/audit">;

async function read(member: Colleague, query = "") {
  return (await member.get(`/api/desk/audit?${query}`)).json<Page>();
}

/** SQL that stores a member's entries, one a minute. */
function entries(count: number, { user = "u", action = "readCase", subject = "'s' || i", at = NOON.getTime() } = {}) {
  return env.DB.prepare(
    `insert into audit (at, userId, username, action, subjectId, isAllowed)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select ${at} + i * 60000, '${user}', '${user}', '${action}', ${subject}, 1 from n`,
  ).run();
}

test("an entry names what it is about: a case, a lender, a dealer, a member, a message, a letter", async () => {
  const max = await signedIn("manager", "max");
  const dealer = { name: "D Motors", metro: "DFW", leadAddress: "d@example.com", isActive: true };
  await max.post("/api/desk/directory/dealers", dealer);
  await max.post("/api/desk/letters", { ...letterPresets[0], name: "Hello" });
  const id = await apply({ fullName: "Rosa Diaz" });
  await max.get(`/api/desk/case/${id}`);
  await max.put(`/api/desk/members/${max.id}`, { role: "author" });
  const { entries, subjects, members } = await read(max);
  const named = entries.map(({ subjectId }) => subjects[subjectId ?? ""]);
  expect(named).toEqual(
    expect.arrayContaining([
      { kind: "case", name: "Rosa Diaz" },
      { kind: "dealer", name: "D Motors" },
      { kind: "member", name: "max" },
      { kind: "letter", name: "Hello" },
    ]),
  );
  expect(members).toEqual([{ id: max.id, username: "max" }]);
});

test("deeds are listed without what was only read, but with readings that were refused and files that were taken away", async () => {
  await entries(1, { action: "readCase" });
  await entries(1, { action: "claim" });
  await entries(1, { action: "exportAudit" });
  await (await signedIn("specialist", "dana")).get("/api/desk/dashboard");
  const max = await signedIn("manager", "max");
  const actions = async (query?: string) => (await read(max, query)).entries.map(({ action }) => action);
  expect(await actions("deeds=yes")).toEqual(["readDashboard", "exportAudit", "claim"]);
  expect(await actions()).toEqual(expect.arrayContaining(["readCase", "readAudit"]));
});

test("filters by member, action, time and subject narrow the log together, and the file has the same", async () => {
  await entries(2, { user: "lee", action: "claim", subject: "'one'", at: NOON.getTime() - DAY_MS });
  await entries(3, { user: "dana" });
  await entries(1, { user: "dana", action: "claim", subject: "'one'", at: NOON.getTime() + 10 * 60_000 });
  vi.setSystemTime(NOON.getTime() + DAY_MS / 24);
  const max = await signedIn("manager", "max");
  const found = async (query: string) =>
    (await read(max, query)).entries.map(({ username, action }) => `${username} ${action}`).toSorted();
  expect(await found("member=dana")).toEqual(["dana claim", "dana readCase", "dana readCase", "dana readCase"]);
  expect(await found("action=claim")).toEqual(["dana claim", "lee claim", "lee claim"]);
  expect(await found("about=one&member=lee")).toEqual(["lee claim", "lee claim"]);
  expect(await found("from=2026-11-17T00:00&to=2026-11-17T23:59")).toEqual(["lee claim", "lee claim"]);
  expect(await found("from=2026-11-18T00:00&action=claim")).toEqual(["dana claim"]);
  expect(await found("to=2026-11-16T23:59")).toEqual([]);
  expect(await found("action=nothing&from=yesterday&to=2026-99-99T00:00&member=dana")).toHaveLength(4);
  const file = await max.get("/api/desk/audit.csv?about=one");
  const [titles, ...rows] = parse(await file.text(), { bom: true });
  expect(titles).toEqual(["Time (Central Time)", "Member", "May", "Action", "About", "Id", "Showed", "Changed"]);
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ["2026-11-18 12:11:00", "dana", "Yes", "claim applications"],
    ["2026-11-17 12:02:00", "lee", "Yes", "claim applications"],
    ["2026-11-17 12:01:00", "lee", "Yes", "claim applications"],
  ]);
});

test("times are what clocks in Texas show, both minutes included, and an hour that they show twice is in whole", async () => {
  const max = await signedIn("manager", "max");
  for (const [user, time] of [
    ["before", "2026-11-01T01:29:59-05:00"],
    ["first", "2026-11-01T01:30:00-05:00"],
    ["last", "2026-11-01T01:30:59-06:00"],
    ["after", "2026-11-01T01:31:00-06:00"],
  ] as const) {
    await entries(1, { user, action: "claim", at: Date.parse(time) - 60_000 });
  }
  const found = await read(max, "from=2026-11-01T01:30&to=2026-11-01T01:30");
  expect(found.entries.map(({ username }) => username)).toEqual(["last", "first"]);
});

test("the file has changes before and after, no applicant's name, and is noted each time", async () => {
  const max = await signedIn("manager", "max");
  const id = await apply({ fullName: "Rosa Diaz" });
  await max.get(`/api/desk/case/${id}`);
  const dealer = { name: "=Motors", metro: "DFW", leadAddress: "d@example.com", isActive: true };
  await max.post("/api/desk/directory/dealers", dealer);
  const dealerId = await env.DB.prepare("select id from dealers").first("id");
  await max.put(`/api/desk/directory/dealers/${dealerId}`, { ...dealer, metro: "Austin", version: 1 });
  const file = await (await max.get("/api/desk/audit.csv")).text();
  expect(file).not.toContain("Rosa");
  expect(file).toContain("Metro: DFW → Austin");
  expect(file).toContain('"dealer =Motors"');
  await (await max.get("/api/desk/audit.csv")).text();
  expect(await env.DB.prepare("select count(*) n from audit where action = 'exportAudit'").first("n")).toBe(2);
});

test("a long log is read page by page, each entry once, and a rare filter says that it goes on", async () => {
  await entries(1, { user: "rare", action: "claim" });
  await entries(12_000, { user: "dana" });
  vi.setSystemTime(NOON.getTime() + 30 * DAY_MS);
  const max = await signedIn("manager", "max");
  const pages: Page[] = [];
  for (let cursor: string | null = null; pages.length < 9; cursor = pages.at(-1)?.next ?? null) {
    const counter = countingRows();
    const path = `/api/desk/audit?member=dana&action=claim${cursor ? `&cursor=${cursor}` : ""}`;
    const response = await callWith({ ...env, DB: counter.DB }, path, { headers: max.headers });
    expect(counter.rowsRead).toBeLessThan(11_000);
    pages.push(await response.json());
    if (!pages.at(-1)?.next) break;
  }
  expect(pages.map(({ entries }) => entries.length)).toEqual([0]);
  const seen: number[] = [];
  let next: string | null = null;
  do {
    const page: Page = await read(max, `from=2026-11-18T00:00&member=rare${next ? `&cursor=${next}` : ""}`);
    seen.push(...page.entries.map(({ id }) => id));
    next = page.next;
  } while (next);
  expect(seen).toHaveLength(1);
  const counter = countingRows();
  const filled = await callWith({ ...env, DB: counter.DB }, "/api/desk/audit?action=readCase", {
    headers: max.headers,
  });
  expect(counter.rowsRead, "not all that is looked through").toBeLessThan(2000);
  const first = await filled.json<Page>();
  expect(first).toMatchObject({ next: String(first.entries.at(-1)?.id), isFarther: false });
  expect(first.entries).toHaveLength(100);
  const rare = await read(max, "action=readCase&member=rare");
  expect(rare).toMatchObject({ entries: [], isFarther: true });
  const lines = (await (await max.get("/api/desk/audit.csv?action=readCase")).text()).trimEnd().split("\r\n");
  expect(new Set(lines).size).toBe(12_001);
});
