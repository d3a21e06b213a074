import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { byDayAndHour } from "../../db/model/day-and-hour.ts";
import type { Guidance } from "../../web/api.ts";
import type { MyDay, QueuedApplication } from "../../web/desk/api.ts";
import { promiseState } from "../../web/desk/words.ts";
import { sweep } from "../../worker/outbox.ts";
import { referenceOf } from "../../worker/reference.ts";
import { call, post } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { answer, lender, permit } from "./directory.ts";
import { faultyEnv } from "./faults.ts";
import { apply, type Colleague, refusal, sessionOf, signedIn } from "./staff.ts";

/** What the applicant is told about where the application stands. */

freshDatabase();

/** A Friday morning in Texas. */
const FRIDAY = "2026-11-20T10:00:00-06:00";
const at = (local: string) => vi.setSystemTime(new Date(local));
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date(FRIDAY) }));
afterEach(() => vi.useRealTimers());

async function progress(id: string) {
  const found = await call(`/api/applications/${await referenceOf(env, id)}/guidance`);
  return (await found.json<Guidance>()).progress;
}

/** The steps as 'name state', those ahead left out. */
async function steps(id: string) {
  return (await progress(id)).steps.flatMap(({ name, state }) => (state === "ahead" ? [] : [`${name} ${state}`]));
}

async function claimed(changes = {}) {
  const [id, dana] = [await apply(changes), await signedIn("specialist", "dana")];
  await dana.post(`/api/desk/case/${id}/claim`);
  return { id, dana };
}

async function move(member: Colleague, id: string, change: object) {
  expect((await member.post(`/api/desk/case/${id}/status`, change)).status).toBe(200);
}

async function tryToCall(member: Colleague, id: string, outcome = "voicemail") {
  expect((await member.post(`/api/desk/case/${id}/calls`, { outcome })).status).toBe(200);
}

async function book(id: string, startsAt: string) {
  const booking = await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt });
  expect(booking.status).toBe(200);
}

async function correct(member: Colleague, id: string, changes: { phone?: string; email?: string }) {
  const correction = { ground: "askedByPhone", reason: "A letter was wrong", ...changes };
  expect((await member.post(`/api/desk/case/${id}/correct`, correction)).status).toBe(201);
}

/** Central times, with the offset that clocks had: when they apply, by when we answer, and that as page, mail and desk say it. */
const promises = [
  [
    "a Friday morning",
    FRIDAY,
    "2026-11-20T20:00:00-06:00",
    ["today by 8 PM Central", "By Friday, November 20, at 8 PM Central", "Due today by 8 PM"],
  ],
  [
    "a Friday evening, after hours",
    "2026-11-20T21:00:00-06:00",
    "2026-11-21T20:00:00-06:00",
    ["by Saturday at 8 PM Central", "By Saturday, November 21, at 8 PM Central", "Due by Sat 8 PM"],
  ],
  [
    "a Saturday night",
    "2026-11-21T21:00:00-06:00",
    "2026-11-23T20:00:00-06:00",
    ["by Monday at 8 PM Central", "By Monday, November 23, at 8 PM Central", "Due by Mon 8 PM"],
  ],
  [
    "a Sunday",
    "2026-11-22T12:00:00-06:00",
    "2026-11-23T20:00:00-06:00",
    ["by Monday at 8 PM Central", "By Monday, November 23, at 8 PM Central", "Due by Mon 8 PM"],
  ],
  [
    "a Monday morning",
    "2026-11-23T10:00:00-06:00",
    "2026-11-23T20:00:00-06:00",
    ["today by 8 PM Central", "By Monday, November 23, at 8 PM Central", "Due today by 8 PM"],
  ],
  [
    "Thanksgiving, when we answer, too",
    "2026-11-26T10:00:00-06:00",
    "2026-11-26T20:00:00-06:00",
    ["today by 8 PM Central", "By Thursday, November 26, at 8 PM Central", "Due today by 8 PM"],
  ],
  [
    "the Saturday before clocks go back",
    "2026-10-31T21:00:00-05:00",
    "2026-11-02T20:00:00-06:00",
    ["by Monday at 8 PM Central", "By Monday, November 2, at 8 PM Central", "Due by Mon 8 PM"],
  ],
  [
    "the Saturday before clocks go forward",
    "2027-03-13T21:00:00-06:00",
    "2027-03-15T20:00:00-05:00",
    ["by Monday at 8 PM Central", "By Monday, March 15, at 8 PM Central", "Due by Mon 8 PM"],
  ],
] as const;
for (const [words, sentAt, end, [onPage, inMail, atDesk]] of promises) {
  test(`whoever applies on ${words} is promised the same on the page, in the mail and at the desk, and nothing after that`, async () => {
    at(sentAt);
    const { id, dana } = await claimed();
    const by = new Date(end).toISOString();
    expect((await progress(id)).now).toEqual({ code: "call", by, missed: null });
    expect(byDayAndHour(new Date(by), new Date())).toBe(onPage);
    const { env: bindings, sent } = faultyEnv(() => null);
    await sweep(bindings);
    const [mail] = sent as unknown as { text: string; html: string }[];
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`${inMail}:`);
      expect(part).toContain("the same day or the next business day");
      expect(part).not.toMatch(/today/i);
    }
    expect(await atTheDesk(dana)).toEqual({
      queue: [atDesk],
      myDay: [`We promised an answer by then, ${by}`],
    });

    vi.setSystemTime(new Date(end).getTime() + 1);
    expect((await progress(id)).now).toEqual({ code: "call", by: null, missed: by });
    expect(await atTheDesk(dana)).toEqual({
      queue: [expect.stringMatching(/^Overdue since \w{3} \d+, 8:00 PM$/)],
      myDay: [`Overdue: we promised an answer by then, ${by}`],
    });
  });
}

/** What a member reads in the queue and in their day of the only application, which is theirs. */
async function atTheDesk({ id }: Colleague) {
  const member = await sessionOf(id);
  const { applications } = await (await member.get("/api/desk/queue")).json<{ applications: QueuedApplication[] }>();
  const { due } = await (await member.get("/api/desk/my-day")).json<MyDay>();
  return {
    queue: applications.map((application) => promiseState(application, new Date()).words),
    myDay: due.flatMap(({ items }) => items.map(({ at, why }) => `${why}, ${at}`)),
  };
}

test("whoever chose a time for the call is told that time, and no promise is broken before it; a call that never came is admitted with it", async () => {
  const { id, dana } = await claimed();
  await book(id, "2026-11-23T16:00:00.000Z");
  at("2026-11-21T12:00:00-06:00");
  expect((await progress(id)).now).toEqual({ code: "bookedCall" });
  at("2026-11-23T11:00:01-06:00");
  expect((await progress(id)).now).toEqual({ code: "call", by: null, missed: "2026-11-23T17:00:00.000Z" });
  await tryToCall(await sessionOf(dana.id), id);
  expect((await progress(id)).now, "too late").toMatchObject({ missed: "2026-11-23T17:00:00.000Z" });
});

test("a call in the booked hour that did not reach them keeps the promise, even when Friday's was not kept", async () => {
  const { id, dana } = await claimed();
  await book(id, "2026-11-23T16:00:00.000Z");
  at("2026-11-23T10:20:00-06:00");
  await tryToCall(await sessionOf(dana.id), id);
  at("2026-11-23T11:00:01-06:00");
  expect((await progress(id)).now).toEqual({ code: "call", by: null, missed: null });
});

test("after a wrong number nothing is promised, until the applicant corrects it; what was tried before is then told no more", async () => {
  const { id, dana } = await claimed();
  await tryToCall(dana, id, "wrongNumber");
  const before = await progress(id);
  expect(before.now).toEqual({ code: "call", by: null, missed: null });
  expect(before.tries).toMatchObject([{ outcome: "wrongNumber" }]);
  at("2026-11-20T11:00:00-06:00");
  await correct(dana, id, { phone: "512 555 0142" });
  const { now, tries } = await progress(id);
  expect(now).toEqual({ code: "call", by: "2026-11-21T02:00:00.000Z", missed: null });
  expect(tries).toEqual([]);
  at("2026-11-20T20:30:00-06:00");
  expect((await progress(id)).now, "it was a try").toMatchObject({ missed: null });
  await tryToCall(await sessionOf(dana.id), id, "wrongNumber");
  expect((await progress(id)).tries, "wrong again").toMatchObject([{ outcome: "wrongNumber" }]);
});

test("what is told of the confirmation: not the new address of a mail to the old one, and a stop only where there was one", async () => {
  const confirmation = async (id: string) => {
    const found = await call(`/api/applications/${await referenceOf(env, id)}/guidance`);
    return (await found.json<Guidance>()).confirmation;
  };
  const { id, dana } = await claimed();
  expect(await confirmation(id)).toBe("owed");
  await correct(dana, id, { email: "rosa@example.com" });
  await sweep(faultyEnv(() => null).env);
  expect(await confirmation(id), "went to the new address").toBe("sent");
  at("2026-11-20T12:00:00-06:00");
  await correct(dana, id, { email: "rosa.diaz@example.com" });
  expect(await confirmation(id)).toBe("formerAddress");

  const stopped = await apply({ email: "joe@example.com", phone: "512 555 0177" });
  await dana.post(`/api/desk/case/${stopped}/stop`, { how: "phone" });
  expect(await confirmation(stopped), "still owed").toBe("stopped");
  await sweep(faultyEnv(() => null).env);
  expect(await confirmation(stopped)).toBe("stopped");
});

test("a confirmation that goes out when our promise is broken promises no hours", async () => {
  await apply();
  at("2026-11-20T20:00:00-06:00");
  const { env: bindings, sent } = faultyEnv(() => null);
  await sweep(bindings);
  const [mail] = sent as unknown as { text: string; html: string }[];
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain("As soon as we can");
    expect(part).not.toMatch(/24 (business )?hours/);
  }
});

test("while a question about an introduction waits, the applicant acts next", async () => {
  const { id, dana } = await claimed();
  const recipient = await lender("Pecan Credit Union");
  expect(await progress(id)).toMatchObject({ isAsked: false });
  await dana.post(`/api/desk/case/${id}/permissions`, recipient);
  expect(await progress(id)).toMatchObject({ isAsked: true });
  await answer(id, recipient, "no");
  expect(await progress(id)).toMatchObject({ isAsked: false });
});

test("somebody with whom we were in touch without a call is not told that we talked", async () => {
  const { id, dana } = await claimed();
  await move(dana, id, { from: "in_review", to: "contacted" });
  expect((await progress(id)).now).toMatchObject({ code: "talked", inCall: false });
});

test("a lender whose permission was taken back is not named as having the application", async () => {
  const { id, dana } = await claimed();
  const [pecan, live] = [await lender("Pecan Credit Union"), await lender("Live Oak Bank")];
  await tryToCall(dana, id, "reached");
  for (const recipient of [pecan, live]) {
    await permit(dana, id, recipient);
    expect((await dana.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  }
  await sweep(faultyEnv(() => null).env);
  at("2026-11-20T11:00:00-06:00");
  await answer(id, pecan, "no");
  expect((await progress(id)).now).toMatchObject({ code: "lender", recipients: [{ name: "Live Oak Bank" }] });
  await answer(id, live, "no");
  expect((await progress(id)).now).toMatchObject({ code: "lender", recipients: [] });
  at("2026-11-20T12:00:00-06:00");
  await answer(id, live, "yes");
  expect((await progress(id)).now, "a new yes, and nothing sent on it").toMatchObject({ recipients: [] });
});

test("a promise that we broke is admitted: to whom we did not even try to call, and no other is made", async () => {
  const { id, dana } = await claimed();
  at("2026-11-20T20:00:01-06:00");
  const missed = "2026-11-21T02:00:00.000Z";
  expect((await progress(id)).now).toEqual({ code: "call", by: null, missed });
  await tryToCall(await sessionOf(dana.id), id);
  expect((await progress(id)).now, "too late").toEqual({ code: "call", by: null, missed });
});

test("a call that did not reach them in time keeps the promise, and is told with its time", async () => {
  const { id, dana } = await claimed();
  at("2026-11-20T15:10:00-06:00");
  await tryToCall(dana, id, "noAnswer");
  at("2026-11-20T20:30:00-06:00");
  const { now, tries } = await progress(id);
  expect(tries).toEqual([{ at: "2026-11-20T21:10:00.000Z", outcome: "noAnswer" }]);
  expect(now).toMatchObject({ code: "call", missed: null });
});

test("an application is told through its stages: with the papers asked for, the lender that has it, and nobody else's names", async () => {
  const { id, dana } = await claimed();
  expect(await steps(id)).toEqual(["received done", "reading now"]);
  await tryToCall(dana, id, "reached");
  expect((await progress(id)).now).toEqual({
    code: "talked",
    since: new Date(FRIDAY).toISOString(),
    inCall: true,
  });
  await move(dana, id, { from: "contacted", to: "docs_requested", papers: ["payStub", "residence"] });
  expect((await progress(id)).now).toMatchObject({
    code: "documents",
    papers: [
      { paper: "payStub", receivedAt: null },
      { paper: "residence", receivedAt: null },
    ],
  });

  const recipient = await lender("Pecan Credit Union");
  await permit(dana, id, recipient);
  await dana.post(`/api/desk/case/${id}/send`, recipient);
  expect((await progress(id)).now, "still on its way").toMatchObject({ code: "lender", recipients: [] });
  await sweep(faultyEnv(() => null).env);
  expect((await progress(id)).now).toMatchObject({
    code: "lender",
    recipients: [{ name: "Pecan Credit Union", kind: "lender", at: new Date(FRIDAY).toISOString() }],
  });
  await move(dana, id, { from: "with_lender", to: "introduced" });
  expect((await progress(id)).now).toMatchObject({ code: "introduced", recipients: [{ name: "Pecan Credit Union" }] });
  await move(dana, id, { from: "introduced", to: "approved", outcome: "approved_in_30_days" });
  expect((await progress(id)).now).toMatchObject({ code: "closed", ending: "financed", other: null });
  expect(await steps(id)).toEqual([
    ...["received", "reading", "talk", "documents", "lender", "introduced"].map((name) => `${name} done`),
    "closed now",
  ]);
  const text = await (await call(`/api/applications/${await referenceOf(env, id)}/guidance`)).text();
  expect(text).not.toMatch(/dana|approved|declined|docs_requested|in_review|ownerId|"outcome":"reached/);
});

test("an unknown paper is refused", async () => {
  const { id, dana } = await claimed();
  const change = { from: "in_review", to: "contacted", papers: ["mortgage"] };
  expect(await refusal(await dana.post(`/api/desk/case/${id}/status`, change))).toBe("400 Choose papers from the list");
});

test("nothing is promised to somebody who asked us to stop, until they want to hear from us again", async () => {
  const { id, dana } = await claimed();
  await tryToCall(dana, id);
  await dana.post(`/api/desk/case/${id}/stop`, { how: "phone" });
  const stopped = await progress(id);
  expect(stopped.now).toEqual({ code: "stopped", since: new Date(FRIDAY).toISOString() });
  expect(stopped.steps.map(({ state }) => state)).toEqual(["done", "now"]);
  at("2026-11-22T12:00:00-06:00");
  const time = new Date().toISOString();
  const consentRecord = { textIds: ["contact-again-2"], language: "en", shownAt: time, tickedAt: time };
  await post(`/api/applications/${await referenceOf(env, id)}/resume-contact`, { consentRecord });
  const { now, tries } = await progress(id);
  expect(now).toEqual({ code: "call", by: "2026-11-24T02:00:00.000Z", missed: null });
  expect(tries).toEqual([]);
});
