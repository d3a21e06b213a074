import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { database } from "../../db/database.ts";
import type { Guidance } from "../../web/api.ts";
import type { Case } from "../../web/desk/api.ts";
import { firstContacts } from "../../worker/desk/first-contact.ts";
import { referenceOf } from "../../worker/reference.ts";
import { post, call as request } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { dealer, permit } from "./directory.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

/** A call is noted with one press: it plans what comes next, counts as first contact, and can be undone for a moment. */

freshDatabase();

/** A Monday morning in Texas. */
const NOW = Date.parse("2026-11-23T10:00:00-06:00");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());
const after = (milliseconds: number) => vi.setSystemTime(NOW + milliseconds);

/** Everybody's session was used just now. */
function stayHere() {
  return env.DB.prepare("update sessions set lastUsedAt = ?1, createdAt = ?1, verifiedAt = ?1").bind(Date.now()).run();
}

let people = 0;

/** A case of dana's, and what she does with it. */
async function claimed(changes: Parameters<typeof apply>[0] = {}, dana?: Colleague) {
  people++;
  const id = await apply({ phone: `210 555 ${3000 + people}`, email: `c${people}@example.com`, ...changes });
  const member = dana ?? (await signedIn("specialist", "dana"));
  await member.post(`/api/desk/case/${id}/claim`);
  const path = `/api/desk/case/${id}`;
  return {
    id,
    dana: member,
    press: (body: object, who = member) => who.post(`${path}/calls`, body),
    recorded: async (body: object) => (await (await member.post(`${path}/calls`, body)).json<{ call: number }>()).call,
    undo: (call: number, who = member) => who.post(`${path}/calls/undo`, { call }),
    plan: (body: object) => member.put(`${path}/next`, body),
    read: async () => (await member.get(path)).json<Case>(),
    kinds: async () => (await (await member.get(path)).json<Case>()).events.map(({ event }) => event.kind),
  };
}

async function stored(id: string) {
  return env.DB.prepare(
    "select status, nextKind, nextNote, nextAt, firstContactAt, firstContactBy, contactStoppedAt from applications where id = ?",
  )
    .bind(id)
    .first<Record<string, unknown>>();
}

const tomorrow = { kind: "papers", note: "Ask for the pay stub", at: "2026-11-24T17:00:00.000Z" };

test("one press after a call plans what usually comes next; what was chosen comes in its place", async () => {
  const { press, read } = await claimed();
  expect((await read()).next).toMatchObject({ note: "First call", isImplied: true, at: "2026-11-24T02:00:00.000Z" });
  const { next } = await (await press({ outcome: "noAnswer" })).json<{ next: object }>();
  expect(next).toEqual({ kind: "call", note: "Call again", at: NOW + 2 * HOUR });
  expect((await read()).next).toMatchObject({
    kind: "call",
    isImplied: false,
    words: "Mon, Nov 23, 12 PM Central",
  });
  after(HOUR);
  await press({ outcome: "voicemail", next: tomorrow });
  expect((await read()).next).toMatchObject(tomorrow);
});

test("what follows from a status is planned with it, unless a member has planned something else", async () => {
  const first = await claimed();
  const move = (id: string, from: string, to: string) =>
    first.dana.post(`/api/desk/case/${id}/status`, { from, to, papers: ["payStub"] });
  await first.press({ outcome: "reached" });
  await move(first.id, "contacted", "docs_requested");
  const inTwoDays = NOW + 48 * HOUR;
  expect(await stored(first.id)).toMatchObject({ nextKind: "papers", nextAt: inTwoDays });
  const recipient = await dealer();
  await permit(first.dana, first.id, recipient);
  expect((await first.dana.post(`/api/desk/case/${first.id}/send`, recipient)).status).toBe(201);
  expect(await stored(first.id)).toMatchObject({ nextKind: "lender", nextAt: inTwoDays });

  const second = await claimed({}, first.dana);
  await second.press({ outcome: "reached", next: tomorrow });
  await move(second.id, "contacted", "docs_requested");
  expect(await stored(second.id)).toMatchObject({ nextKind: "papers", nextNote: tomorrow.note });

  const third = await claimed({}, first.dana);
  await post(`/api/applications/${await referenceOf(env, third.id)}/stop-contact`, {});
  await move(third.id, "in_review", "docs_requested");
  expect(await stored(third.id)).toMatchObject({ status: "docs_requested", nextKind: null, nextAt: null });
});

test("nobody who has booked an hour is called again before it", async () => {
  const { id, press } = await claimed();
  const startsAt = "2026-11-25T20:00:00.000Z";
  await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt });
  await press({ outcome: "voicemail" });
  expect(await stored(id)).toMatchObject({ nextKind: "call", nextAt: Date.parse(startsAt) });
});

test("a call at a time that the applicant asked for is planned then, if we may call there then", async () => {
  const { press, read } = await claimed({ zip: "79936" });
  expect(await refusal(await press({ outcome: "askedToCallAt" }))).toBe("400 Choose a day and a time for the call");
  const at = (callAt: string) => press({ outcome: "askedToCallAt", callAt });
  expect(await refusal(await at("2026-11-23T15:00:00.000Z"))).toMatch(/^409 That time is over/);
  expect(await refusal(await at("2026-11-24T15:30:00.000Z"))).toMatch(/^409 We may not call at .*8:30 AM where they/);
  expect(await refusal(await at("2027-11-24T20:00:00.000Z"))).toMatch(/^409 .*30 days/);
  expect((await at("2026-11-24T18:30:00.000Z")).status).toBe(200);
  const { next, status, firstContact, events } = await read();
  expect(next?.words).toBe("Tue, Nov 24, 12:30 PM Central (11:30 AM where they are)");
  expect([status, firstContact?.by]).toEqual(["in_review", "dana"]);
  expect(events.filter(({ event }) => event.kind === "call")).toHaveLength(1);
});

test("the applicant reads that we call at the time they asked for, and nothing of a call that was undone", async () => {
  const { id, press, recorded, undo } = await claimed();
  const progress = async () =>
    (await (await request(`/api/applications/${await referenceOf(env, id)}/guidance`)).json<Guidance>()).progress;
  const before = await progress();
  await undo(await recorded({ outcome: "reached" }));
  after(MINUTE);
  await undo(await recorded({ outcome: "wrongNumber" }));
  expect(await progress()).toEqual(before);
  after(2 * MINUTE);
  await press({ outcome: "askedToCallAt", callAt: "2026-11-24T18:30:00.000Z" });
  expect((await progress()).now).toEqual({ code: "call", by: "2026-11-24T18:30:00.000Z", missed: null });
  expect((await progress()).tries).toEqual([]);
});

test("a plan is changed by who works on the case, for a time to come, and for a call at a lawful hour", async () => {
  const { id, plan, read, kinds } = await claimed();
  expect((await plan(tomorrow)).status).toBe(200);
  expect((await read()).next).toMatchObject(tomorrow);
  expect((await kinds()).at(-1)).toBe("nextAction");
  expect(await refusal(await plan({ ...tomorrow, at: "2026-11-23T10:00:00.000Z" }))).toMatch(/^409 That time is over/);
  expect(await refusal(await plan({ ...tomorrow, kind: "call", at: "2026-11-24T05:00:00.000Z" }))).toMatch(
    /^409 We may/,
  );
  expect(await refusal(await plan({ ...tomorrow, note: "x".repeat(201) }))).toMatch(/^400 /);
  expect(await refusal(await plan({ ...tomorrow, at: "soon" }))).toBe("400 Choose a day and a time");
  const lee = await signedIn("specialist", "lee");
  expect(await refusal(await lee.put(`/api/desk/case/${id}/next`, tomorrow))).toMatch(/^409 dana works on/);
  expect(await refusal(await lee.put("/api/desk/case/x/next", tomorrow))).toMatch(/^404 /);
});

test("a stop and the end of a case end what was planned, and nothing is planned afterwards; a claim keeps it", async () => {
  const first = await claimed();
  await first.plan(tomorrow);
  const lee = await signedIn("manager", "lee");
  await first.dana.post(`/api/desk/case/${first.id}/release`);
  await lee.post(`/api/desk/case/${first.id}/claim`);
  expect(await stored(first.id)).toMatchObject({ nextKind: "papers" });
  await lee.post(`/api/desk/case/${first.id}/status`, { from: "in_review", to: "withdrawn", outcome: "undecided" });
  expect(await stored(first.id)).toMatchObject({ nextKind: null, nextNote: null, nextAt: null });
  expect(await refusal(await lee.put(`/api/desk/case/${first.id}/next`, tomorrow))).toMatch(/^409 .*closed/);
  await first.press({ outcome: "noAnswer" }, lee);
  expect(await stored(first.id)).toMatchObject({ nextKind: null });

  const second = await claimed({}, first.dana);
  await second.plan(tomorrow);
  const ref = await referenceOf(env, second.id);
  await post(`/api/applications/${ref}/stop-contact`, {});
  expect(await stored(second.id)).toMatchObject({ nextKind: null, nextAt: null });
  expect((await second.read()).next).toBeNull();
  expect(await refusal(await second.plan(tomorrow))).toMatch(/^409 .*asked us to stop/);
  await second.press({ outcome: "noAnswer" });
  expect(await stored(second.id)).toMatchObject({ nextKind: null });

  after(24 * HOUR);
  const time = new Date().toISOString();
  const consentRecord = { textIds: ["contact-again-2"], language: "en", shownAt: time, tickedAt: time };
  await post(`/api/applications/${ref}/resume-contact`, { consentRecord });
  await stayHere();
  const { next, firstContact } = await second.read();
  expect(next).toMatchObject({ note: "First call", at: "2026-11-25T02:00:00.000Z", isImplied: true });
  expect(firstContact).toBeNull();
});

test("two presses at once are one call, with one step to contacted; later it is another", async () => {
  const { id, press, kinds } = await claimed();
  const pressed = await Promise.all([1, 2, 3].map(() => press({ outcome: "reached" })));
  const calls = await Promise.all(pressed.map(async (each) => (await each.json<{ call: number }>()).call));
  expect(new Set(calls).size).toBe(1);
  expect(await kinds()).toEqual(["owner", "status", "call", "status"]);
  after(4000);
  await press({ outcome: "reached" });
  expect(await kinds()).toHaveLength(4);
  after(MINUTE);
  await press({ outcome: "reached" });
  expect(await kinds()).toHaveLength(5);
  expect((await stored(id))?.status).toBe("contacted");
});

test("undoing a call puts back status, plan, first contact, the call that was due and what was counted", async () => {
  const { id, plan, recorded, undo, kinds, press } = await claimed();
  const ref = await referenceOf(env, id);
  await post(`/api/applications/${ref}/appointment`, { startsAt: null });
  await plan(tomorrow);
  const before = await stored(id);
  const open = async () =>
    env.DB.prepare("select count(*) n from appointments where endedAt is null").first<number>("n");
  const contacts = async () =>
    (await env.DB.prepare("select sum(count) n from hourly_counts where name like 'contacted%'").first<number>("n")) ??
    0;
  const call = await recorded({ outcome: "reached" });
  expect(await stored(id)).toMatchObject({ status: "contacted", firstContactAt: NOW, nextKind: "other" });
  expect([await open(), await contacts()]).toEqual([0, 1]);
  after(30_000);
  expect((await undo(call)).status).toBe(200);
  expect(await stored(id)).toEqual(before);
  expect([await open(), await contacts()]).toEqual([1, 0]);
  expect((await kinds()).at(-1)).toBe("callUndone");
  // Again is as good as once, and the same press now is a new call.
  expect((await undo(call)).status).toBe(200);
  expect((await kinds()).filter((kind) => kind === "callUndone")).toHaveLength(1);
  await press({ outcome: "reached" });
  expect(await stored(id)).toMatchObject({ status: "contacted", firstContactAt: NOW + 30_000 });
});

test("a call cannot be undone after a minute, after anything else, by somebody else, or when it was a stop", async () => {
  const { id, dana, recorded, undo, press } = await claimed();
  const old = await recorded({ outcome: "voicemail" });
  after(61_000);
  expect(await refusal(await undo(old))).toMatch(/^409 .*for a minute only/);
  const noted = await recorded({ outcome: "noAnswer" });
  await dana.post(`/api/desk/case/${id}/notes`, { text: "Rang twice" });
  expect(await refusal(await undo(noted))).toMatch(/^409 Something happened/);
  after(90_000);
  const last = await recorded({ outcome: "noAnswer" });
  const max = await signedIn("manager", "max");
  expect(await refusal(await undo(last, max))).toMatch(/^409 There is no such call of yours/);
  expect(await refusal(await undo(999_999))).toMatch(/^409 There is no such call/);
  const other = await claimed({}, dana);
  expect(await refusal(await other.undo(last))).toMatch(/^409 There is no such call/);
  expect((await press({ outcome: "askedToStop" })).status).toBe(200);
  const events = await env.DB.prepare("select max(id) id from case_events where event ->> '$.outcome' = 'askedToStop'");
  expect(await refusal(await undo((await events.first<number>("id")) ?? 0))).toMatch(/^409 Only the applicant/);
  expect(await refusal(await undo(last))).toMatch(/^409 Something happened/);
});

test("of an undo and the next call at once, one is heard: never both in part", async () => {
  const { id, press, recorded, undo } = await claimed();
  for (let round = 0; round < 5; round++) {
    after((round + 1) * 2 * MINUTE);
    const before = await stored(id);
    const call = await recorded({ outcome: "voicemail" });
    after((round + 1) * 2 * MINUTE + 10_000);
    const [undone, pressed] = await Promise.all([undo(call), press({ outcome: "noAnswer" })]);
    expect(pressed.status).toBe(200);
    const now = await stored(id);
    expect(now).toMatchObject({ nextKind: "call", nextNote: "Call again" });
    if (undone.status === 200) expect(now?.firstContactAt).toBe(before?.firstContactAt);
    else expect(now?.firstContactAt).not.toBeNull();
  }
});

test("a call and a stop at once, or the end of the case: nothing stays planned", async () => {
  const dana = await signedIn("specialist", "dana");
  for (let round = 0; round < 4; round++) {
    const { id, press } = await claimed({}, dana);
    const ref = await referenceOf(env, id);
    await Promise.all([press({ outcome: "noAnswer" }), post(`/api/applications/${ref}/stop-contact`, {})]);
    expect(await stored(id)).toMatchObject({ nextKind: null, nextAt: null });
    expect((await stored(id))?.contactStoppedAt).not.toBeNull();
  }
  for (let round = 0; round < 4; round++) {
    const { id, press } = await claimed({}, dana);
    const close = { from: "in_review", to: "withdrawn", outcome: "undecided" };
    await Promise.all([press({ outcome: "noAnswer" }), dana.post(`/api/desk/case/${id}/status`, close)]);
    expect(await stored(id)).toMatchObject({ status: "withdrawn", nextKind: null, nextAt: null });
  }
});

test("first contact is the first call that reached the applicant or their voicemail, or a status that says so; mail is none", async () => {
  const { id, dana, press, read } = await claimed();
  await press({ outcome: "noAnswer" });
  after(MINUTE);
  await press({ outcome: "wrongNumber" });
  await dana.post(`/api/desk/case/${id}/notes`, { text: "Wrote a mail" });
  expect((await read()).firstContact).toBeNull();
  after(2 * HOUR);
  await press({ outcome: "voicemail" });
  after(3 * HOUR);
  await press({ outcome: "reached" });
  expect((await read()).firstContact).toEqual({ at: new Date(NOW + 2 * HOUR).toISOString(), by: "dana" });

  const other = await claimed({}, dana);
  for (const [from, to] of [
    ["submitted", "in_review"],
    ["in_review", "contacted"],
  ]) {
    await dana.post(`/api/desk/case/${other.id}/status`, { from, to });
  }
  expect((await other.read()).firstContact?.at).toBe(new Date(NOW + 3 * HOUR).toISOString());
});

test("first contacts are counted by week and member, in business and clock time, with those in time", async () => {
  vi.setSystemTime(new Date("2026-11-20T19:00:00-06:00"));
  const late = await claimed();
  after(-HOUR);
  await stayHere();
  const quick = await claimed({}, late.dana);
  const max = await signedIn("manager", "max");
  const nextWeek = await claimed({}, late.dana);
  await late.press({ outcome: "reached" });
  await quick.press({ outcome: "voicemail" }, max);
  vi.setSystemTime(new Date("2026-11-30T09:00:00-06:00"));
  await stayHere();
  await max.post(`/api/desk/case/${nextWeek.id}/calls`, { outcome: "reached" });
  const found = await firstContacts(database(env.DB), { from: new Date(0), to: new Date("2026-12-01T00:00:00Z") });
  expect(found).toEqual([
    { week: "2026-11-23", username: "dana", contacted: 1, inTime: 0, businessMinutes: [840], clockMinutes: [62 * 60] },
    { week: "2026-11-23", username: "max", contacted: 1, inTime: 1, businessMinutes: [0], clockMinutes: [0] },
    {
      week: "2026-11-30",
      username: "max",
      contacted: 1,
      inTime: 0,
      businessMinutes: [6 * 12 * 60],
      clockMinutes: [7 * 24 * 60],
    },
  ]);
  const none = await firstContacts(database(env.DB), { from: new Date(0), to: new Date("2027-12-01T00:00:00Z") });
  expect(none).toEqual([]);
});
