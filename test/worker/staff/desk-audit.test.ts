import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import type { Answer } from "../../../web/wire.ts";
import { callWith } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { dealer, permit } from "../directory/directory.ts";
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

test("an entry names the case, dealer, member or letter it is about", async () => {
  const max = await signedIn("manager", "max");
  const dealer = { name: "D Motors", metro: "DFW", leadAddress: "d@example.com", isActive: true };
  await max.post("/api/desk/directory/dealers", dealer);
  await max.post("/api/desk/letters", { ...letterPresets[0], name: "Hello" });
  const id = await apply({ fullName: "Rosa Diaz" });
  await max.get(`/api/desk/case/${id}`);
  await max.put(`/api/desk/members/${max.id}`, { role: "author" });
  const { entries, subjects, members } = await read(max, `member=${max.id}`);
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

test("a deed on a case says what came of it", async () => {
  const dana = await signedIn("specialist", "dana");
  const max = await signedIn("manager", "max");
  const id = await apply({ fullName: "Rosa Diaz" });
  const later = () => vi.setSystemTime(Date.now() + 20_000);
  await dana.get(`/api/desk/case/${id}`);
  await dana.post(`/api/desk/case/${id}/claim`);
  later();
  await dana.post(`/api/desk/case/${id}/calls`, { outcome: "reached" });
  later();
  await max.post(`/api/desk/case/${id}/claim`);
  const told = async () =>
    (await read(max, `about=${id}`)).entries.map(({ username, action, events }) => [
      `${username} ${action}`,
      events.map((event) => (event.kind === "call" ? event.outcome : event.kind)),
    ]);
  const tried = ["max claim", []];
  expect(await told()).toEqual([
    tried,
    ["dana recordCall", expect.arrayContaining(["reached"])],
    ["dana claim", ["owner", "status"]],
    ["dana readCase", []],
  ]);
});

test("the log names the lender or dealer that got an application", async () => {
  const max = await signedIn("manager", "max");
  const id = await apply();
  const recipient = await dealer();
  await permit(max, id, recipient);
  await max.post(`/api/desk/case/${id}/send`, recipient);
  const [newest] = (await read(max, `about=${id}`)).entries;
  expect(newest?.events).toContainEqual(
    expect.objectContaining({ kind: "sent", recipientName: "Hill Country Motors" }),
  );
});

test("the whole log leaves out readings; a member's or case's has all", async () => {
  await entries(1, { user: "dana", action: "readCase", subject: "'one'" });
  await entries(1, { action: "claim" });
  await entries(1, { action: "exportApplications" });
  await (await signedIn("specialist", "lee")).get("/api/desk/dashboard");
  const max = await signedIn("manager", "max");
  const actions = async (query?: string) => (await read(max, query)).entries.map(({ action }) => action);
  expect(await actions()).toEqual(["readDashboard", "exportApplications", "claim"]);
  expect(await actions("member=dana")).toEqual(["readCase"]);
  expect(await actions("about=one")).toEqual(["readCase"]);
});

test("the log is narrowed by member, case and day of Texas together", async () => {
  const max = await signedIn("manager", "max");
  for (const [user, subject, time] of [
    ["dana", "one", "2026-10-31T23:59:59-05:00"],
    ["dana", "one", "2026-11-01T00:00:00-05:00"],
    ["lee", "one", "2026-11-01T01:30:00-06:00"],
    ["dana", "two", "2026-11-01T23:59:59-06:00"],
    ["dana", "one", "2026-11-02T00:00:00-06:00"],
  ] as const)
    await entries(1, { user, action: "claim", subject: `'${subject}'`, at: Date.parse(time) - 60_000 });
  const found = async (query: string) =>
    (await read(max, query)).entries.map(({ username, subjectId }) => `${username} ${subjectId}`);
  expect(await found("day=2026-11-01")).toEqual(["dana two", "lee one", "dana one"]);
  expect(await found("day=2026-11-01&member=dana&about=one")).toEqual(["dana one"]);
  expect(await found("about=one")).toHaveLength(4);
  expect(await found("day=2026-11-03")).toEqual([]);
  expect(await found("day=2026-10-30")).toEqual([]);
  expect(await found("day=2026-99-99&member=dana")).toHaveLength(4);
});

test("a long log is read page by page, each entry once", async () => {
  await entries(1, { user: "rare", action: "claim" });
  await entries(12_000, { user: "dana", action: "claim" });
  const max = await signedIn("manager", "max");
  for (const [query, count] of [
    ["day=2026-11-19&member=dana", 1440],
    ["member=rare", 1],
  ] as const) {
    const seen = new Set<number>();
    for (let cursor = ""; ; ) {
      const counter = countingRows();
      const path = `/api/desk/audit?${query}&cursor=${cursor}`;
      const page = await (await callWith({ ...env, DB: counter.DB }, path, { headers: max.headers })).json<Page>();
      expect(counter.rowsRead).toBeLessThan(2000);
      for (const { id } of page.entries) seen.add(id);
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen.size, query).toBe(count);
  }
});
