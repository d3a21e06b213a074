import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FreeSlots } from "../../../db/model/calls/call-slots.ts";
import { presetPlaces } from "../../../db/model/calls/call-slots.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import type { SentMail } from "../routes/faults.ts";
import { apply, type Colleague, refusal, sessionOf, signedIn } from "../staff/staff.ts";
import { call, callWith, post, postWith, strict } from "./call.ts";

/** Booked calls over the API. The rules are in test/model/case/appointments.test.ts. */

freshDatabase();

/** A Sunday. */
const NOW = Date.parse("2026-11-22T12:00:00-06:00");
const NINE = "2026-11-23T15:00:00.000Z";
const TEN = "2026-11-23T16:00:00.000Z";
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

let people = 0;

/** A new applicant: their id, reference and calls. */
async function applicant(changes: Parameters<typeof apply>[0] = {}) {
  people++;
  const id = await apply({ phone: `210 555 ${1000 + people}`, email: `p${people}@example.com`, ...changes });
  const ref = await referenceOf(env, id);
  const path = `/api/applications/${ref}`;
  return {
    id,
    ref,
    book: (startsAt: unknown) => post(`${path}/appointment`, { startsAt }),
    cancel: () => call(`${path}/appointment`, { method: "DELETE", headers: { "sec-fetch-site": "same-origin" } }),
    slots: async () => (await call(`${path}/slots`)).json<FreeSlots>(),
    stop: () => post(`${path}/stop-contact`, {}),
    guided: async () => (await (await call(`${path}/guidance`)).json<{ appointment: unknown }>()).appointment,
  };
}

/** A manager allows this many calls on Monday at 9 AM. */
async function letBegin(places: number) {
  const week = presetPlaces.map((hours, day) => hours.map((old, hour) => (day === 0 && hour === 1 ? places : old)));
  await env.DB.prepare("insert into call_capacity (id, places) values ('week', ?)").bind(JSON.stringify(week)).run();
}

/** Sends all owed mail, and returns it without confirmations. */
async function mails() {
  return (
    (await mailed()) as (SentMail & { attachments?: { filename: string; type: string; content: Uint8Array }[] })[]
  )
    .filter(({ subject }) => subject.includes("call"))
    .map(({ to, subject, text, attachments = [] }) => ({
      to,
      subject,
      text,
      files: attachments.map(({ content }) => new TextDecoder().decode(content)),
    }));
}

const booked = {
  startsAt: NINE,
  day: "Monday, Nov 23",
  from: "9 AM",
  to: "10 AM",
  zone: "Central Time",
};

test("an applicant books and cancels a call, and the results say so", async () => {
  const maria = await applicant();
  const { days, zoneDoubt } = await maria.slots();
  expect(zoneDoubt).toBe(null);
  expect((await (await applicant({ zip: "10001" })).slots()).zoneDoubt).toBe("outsideTexas");
  expect(days.map(({ day }) => day)[0]).toBe("Monday, Nov 23");
  expect(days[0]?.slots[0]).toEqual(booked);
  for (let again = 0; again < 2; again++) {
    const response = await maria.book(NINE);
    expect([response.status, await response.json()]).toEqual([200, { ok: true, success: true, booked }]);
  }
  expect(await maria.guided()).toEqual({ refused: null, booked });
  expect(await (await maria.book(null)).json()).toMatchObject({ booked: { startsAt: null } });
  expect(await maria.guided()).toEqual({ refused: null, booked: { startsAt: null } });
  for (let again = 0; again < 2; again++) expect((await maria.cancel()).status).toBe(200);
  expect(await maria.guided()).toEqual({ refused: null, booked: null });
  const { results } = await env.DB.prepare("select event from case_events order by id").all<{ event: string }>();
  expect(results.map(({ event }) => JSON.parse(event))).toEqual([
    { kind: "callBooked", startsAt: Date.parse(NINE) },
    { kind: "callBooked", startsAt: null },
    { kind: "callCancelled" },
  ]);
  for (const startsAt of ["soon", "2026-11-23", 5, {}, undefined, "2026-02-30T10:00:00Z"])
    expect(await refusal(await maria.book(startsAt)), String(startsAt)).toBe("400 Choose a time from the list");
});

test("of ten who want the last place at once, one gets it", async () => {
  await letBegin(1);
  const crowd = [];
  for (let n = 0; n < 10; n++) crowd.push(await applicant());
  const answers = await Promise.all(crowd.map(({ book }) => book(NINE)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(9);
  const { error, slots } = await (refused[0] as Response).json<{ error: string; slots: FreeSlots }>();
  expect(error).toBe("That time is no longer open. Please choose another one");
  expect(slots.days[0]?.slots[0]?.startsAt).toBe(TEN);
  expect(await env.DB.prepare("select count(*) n from appointments").first("n")).toBe(1);
  expect(await env.DB.prepare("select count(*) n from outbox where kind = 'appointment'").first("n")).toBe(1);
});

test("the mail says when we call, with nothing personal in its file", async () => {
  const maria = await applicant({ zip: "79936", fullName: "Maria Lopez" });
  await maria.book(TEN);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Your call with a specialist");
  expect(mail?.text).toContain("We’ll call you on Monday, Nov 23, between 9 AM and 10 AM Mountain Time.");
  expect(mail?.text).toContain(`/results?ref=${maria.ref}`);
  const [file = "", ...more] = mail?.files ?? [];
  expect(more).toEqual([]);
  expect(file).toContain("METHOD:PUBLISH");
  expect(file).toContain("DTSTART:20261123T160000Z\r\nDTEND:20261123T170000Z");
  for (const personal of [maria.ref, "Maria", "Lopez", "210 555", `p${people}@`]) expect(file).not.toContain(personal);
});

test("a mail that is late says only what is still true", async () => {
  const maria = await applicant();
  await maria.book(NINE);
  await maria.cancel();
  await maria.book(TEN);
  expect((await mails()).map(({ files }) => /DTSTART:(\S+)/.exec(files[0] ?? "")?.[1])).toEqual(["20261123T160000Z"]);
  await maria.book(NINE);
  await maria.stop();
  expect(await mails()).toEqual([]);
});

test("nobody moves a call more than twenty times an hour", async () => {
  const maria = await applicant();
  const path = `/api/applications/${maria.ref}/appointment`;
  const book = (startsAt: string) => postWith(strict, path, { startsAt });
  for (let n = 0; n < 20; n++) expect((await book(n % 2 ? NINE : TEN)).status).toBe(200);
  const refused = await book(TEN);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await maria.guided()).toMatchObject({ booked: { startsAt: NINE } });
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await callWith(strict, path, { method: "DELETE", headers })).status).toBe(200);
  expect(await env.DB.prepare("select count(*) n from outbox where kind like 'appointment%'").first("n")).toBe(3);
});

test("appointments and the mail about them go with their application", async () => {
  const [maria, rosa] = [await applicant(), await applicant()];
  await maria.book(NINE);
  await maria.book(TEN);
  await rosa.book(TEN);
  await env.DB.prepare("delete from applications where id = ?").bind(maria.id).run();
  expect(await env.DB.prepare("select group_concat(distinct applicationId) a from appointments").first("a")).toBe(
    rosa.id,
  );
  expect(await env.DB.prepare("select count(*) n from outbox where kind = 'appointment'").first("n")).toBe(1);
});

interface Row {
  id: string;
  appointment: { startsAt: string | null; words: string } | null;
}

async function queue(member: Colleague, show: string) {
  const { applications } = await (await member.get(`/api/desk/queue?show=${show}`)).json<{ applications: Row[] }>();
  return applications;
}

test("the desk has calls in their order, in words of both zones", async () => {
  const [maria, rosa, juan, nobody] = [
    await applicant(),
    await applicant({ zip: "79936" }),
    await applicant(),
    await applicant(),
  ];
  await maria.book(TEN);
  await rosa.book("2026-11-23T21:00:00.000Z");
  vi.setSystemTime(NOW + 60_000);
  await juan.book(null);
  const dana = await signedIn("specialist");
  const calls = await queue(dana, "calls");
  expect(calls.map(({ id, appointment }) => [id, appointment?.words])).toEqual([
    [juan.id, "as soon as possible"],
    [maria.id, "Mon 10 AM"],
    [rosa.id, "Mon 3 PM (2 PM where they are)"],
  ]);
  const waiting = await queue(dana, "waiting");
  expect(waiting.find(({ id }) => id === nobody.id)?.appointment).toBe(null);
  expect(waiting.find(({ id }) => id === maria.id)?.appointment?.startsAt).toBe(TEN);
  // Nobody is called on a Sunday, so as soon as possible is Monday at nine.
  const due = async () => (await (await dana.get("/api/desk/my-day/counts")).json<{ callsDue: number }>()).callsDue;
  expect(await due()).toBe(0);
  vi.setSystemTime(Date.parse(TEN) - 60 * 60_000);
  // Her session has ended overnight.
  Object.assign(dana, await sessionOf(dana.id));
  expect(await due()).toBe(2);
  const { appointment } = await (await dana.get(`/api/desk/case/${rosa.id}`)).json<Row>();
  expect(appointment?.words).toBe("today 3 PM (2 PM where they are)");
});

test("of two managers who save call numbers at once, one is refused", async () => {
  const [max, ana] = [await signedIn("manager", "max"), await signedIn("manager", "ana")];
  const read = async () => (await max.get("/api/desk/call-capacity")).json<{ places: number[][]; version: number }>();
  expect(await read()).toEqual({ places: presetPlaces, version: 1 });
  const places = presetPlaces.map((hours, day) => hours.map((old, hour) => (day === 0 && hour === 1 ? 0 : old)));
  const maria = await applicant();
  const first = async () => (await maria.slots()).days[0]?.slots[0]?.startsAt;
  expect(await first()).toBe(NINE);
  const saved = await Promise.all(
    [max, ana].map((each) => each.put("/api/desk/call-capacity", { places, version: 1 })),
  );
  const [late] = saved.filter(({ status }) => status !== 200);
  expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await refusal(late as Response)).toBe(
    "409 Somebody else changed these numbers while you were editing them. Yours are not saved yet.",
  );
  expect(await first()).toBe(TEN);
  expect(await refusal(await maria.book(NINE))).toMatch(/^409 That time/);
  expect(await read()).toEqual({ places, version: 2 });
  const { results } = await env.DB.prepare("select change from audit where change is not null").run<{
    change: string;
  }>();
  expect(results.map(({ change }) => JSON.parse(change))).toEqual([
    { old: { "calls on monday at 9 am": 2 }, new: { "calls on monday at 9 am": 0 } },
  ]);
});

test("numbers of calls that are none are refused with a sentence", async () => {
  const max = await signedIn("manager");
  const save = async (places: unknown) => refusal(await max.put("/api/desk/call-capacity", { places, version: 1 }));
  for (const bad of [-1, 1.5, 100, "2", null])
    expect(await save(presetPlaces.map((hours) => hours.map(() => bad)))).toBe("400 Enter whole numbers from 0 to 99");
  for (const places of [[], presetPlaces.slice(1), presetPlaces.map((hours) => hours.slice(1)), "x"])
    expect(await save(places)).toBe("400 Send 12 numbers for each of 6 days");
});
