import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dueInWords } from "../../../db/model/case/promise.ts";
import type { MyDay, QueuedApplication } from "../../../web/desk/api.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { apply, type Colleague, sessionOf, signedIn } from "../staff/staff.ts";

/** What is due first at the desk: the queue, the day and the counts say the same of it at every hour. */

freshDatabase();

/** An hour of a Monday, or of the days after it. */
const at = (hour: number, minute = 0) => Date.parse("2026-11-23T00:00:00-06:00") + (hour * 60 + minute) * 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: at(8, 30) }));
afterEach(() => void vi.useRealTimers());

let people = 0;

async function applicant(fullName: string, wish?: { startsAt: number | null }) {
  people++;
  const id = await apply({ phone: `210 555 ${6000 + people}`, email: `o${people}@example.com`, fullName });
  if (wish) {
    const startsAt = wish.startsAt && new Date(wish.startsAt).toISOString();
    const booked = await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt });
    expect(booked.status).toBe(200);
  }
  return id;
}

async function calls({ id: member }: Colleague, id: string, outcome: string) {
  const now = await sessionOf(member);
  await now.post(`/api/desk/case/${id}/claim`);
  expect((await now.post(`/api/desk/case/${id}/calls`, { outcome })).status).toBe(200);
}

/** The queue as it is read: names, with what is due and '!' for what is late. */
async function queue({ id }: Colleague, query = "") {
  const response = await (await sessionOf(id)).get(`/api/desk/queue?${query}`);
  const { applications } = await response.json<{ applications: QueuedApplication[] }>();
  return applications.map((each) => {
    const { words, isLate } = dueInWords(each, new Date());
    return `${each.fullName}: ${words}${isLate ? "!" : ""}`;
  });
}

async function day({ id }: Colleague) {
  return (await (await sessionOf(id)).get("/api/desk/my-day")).json<MyDay>();
}

async function ownDay(member: Colleague) {
  const { due, later } = await day(member);
  return [...due, { section: "later", items: later }].flatMap(({ section, items }) =>
    items.map(
      ({ name, what, when, why, isLate }) => `${section}: ${name}, ${what}, ${when}${isLate ? "!" : ""}, ${why}`,
    ),
  );
}

test("what is due first comes first, another day's call last", async () => {
  const dana = await signedIn("specialist", "dana");
  await applicant("Tomorrow", { startsAt: at(24 + 9) });
  await applicant("Promise");
  await applicant("Three", { startsAt: at(15) });
  const unheard = await applicant("Unheard");
  const voicemail = await applicant("Voicemail");
  await applicant("Now", { startsAt: null });
  vi.setSystemTime(at(10, 3));
  await calls(dana, unheard, "noAnswer");
  await calls(dana, voicemail, "voicemail");
  expect(await queue(dana)).toEqual([
    "Now: Call due as soon as possible!",
    "Unheard: Call again today 12:03 PM",
    "Voicemail: Call again today 2:03 PM",
    "Three: Call today 3 PM",
    "Promise: Today by 8 PM",
    "Tomorrow: Call Tue 9 AM",
  ]);
  const { free, freeCount } = await day(dana);
  expect(free.map(({ fullName }) => fullName)).toEqual(["Now", "Three", "Promise", "Tomorrow"]);
  expect(freeCount).toBe(4);
});

test("a booked hour that nobody used is overdue until somebody calls", async () => {
  const dana = await signedIn("specialist", "dana");
  const max = await signedIn("manager", "max");
  const free = await applicant("Free", { startsAt: at(11) });
  const tried = await applicant("Tried", { startsAt: at(11) });
  vi.setSystemTime(at(9, 30));
  await calls(dana, tried, "reached");
  const overdue = async () => ({
    ...(await day(dana)),
    ...(await (await sessionOf(dana.id)).get("/api/desk/my-day/counts")).json<{ overdue: number }>(),
  });
  for (const [time, count] of [
    [at(11, 59), 0],
    [at(12), 2],
    [at(24 + 10), 2],
  ] as const) {
    vi.setSystemTime(time);
    const session = await sessionOf(max.id);
    const { now } = await (await session.get("/api/desk/site-health")).json<{ now: { overdue: number } }>();
    expect([(await overdue()).overdue, now.overdue, (await queue(max, "overdue=yes")).length]).toEqual(
      Array(3).fill(count),
    );
  }
  expect((await queue(max, "overdue=yes")).toSorted()).toEqual([
    "Free: Call due Nov 23, 11 AM!",
    "Tried: Call due Nov 23, 11 AM!",
  ]);
  expect(await ownDay(dana)).toEqual(["calls: Tried, Call, Nov 23, 11 AM!, They booked this hour"]);
  await calls(dana, tried, "noAnswer");
  await calls(max, free, "noAnswer");
  expect((await queue(max, "overdue=yes")).map((words) => words.split(":")[0])).toEqual(["Free"]);
});
