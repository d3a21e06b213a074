import { expect, test } from "vitest";
import { bookCall, cancelCall } from "../../../db/model/calls/appointment.ts";
import { noteCall } from "../../../db/model/calls/call.ts";
import type { CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { presetPlaces } from "../../../db/model/calls/call-slots.ts";
import { type Case, type MemberPress, openCall, UNCHANGED } from "../../../db/model/case/case.ts";
import { withConsequences } from "../../../db/model/case/follow.ts";
import { move } from "../../../db/model/case/move.ts";
import { stop } from "../../../db/model/contact/stop.ts";
import { did, MAX, newCase, press, refusalOf, takenIn } from "./world.ts";

/** A Sunday. */
const NOW = Date.parse("2026-11-22T12:00:00-06:00");
const NINE = "2026-11-23T15:00:00.000Z";
const TEN = "2026-11-23T16:00:00.000Z";
const ELEVEN = "2026-11-23T17:00:00.000Z";
const MINUTE = 60_000;
/** This many calls may start in each hour. */
const places = (count: number) => presetPlaces.map((hours) => hours.map(() => count));
const tries = (kase: Case, startsAt: string | null, others: Case[] = [], count = 2, now = NOW) =>
  bookCall(
    kase,
    startsAt === null ? null : new Date(startsAt),
    { places: places(count), taken: takenIn(others) },
    press(now, null),
  );
const books = (startsAt: string | null) => (kase: Case) => tries(kase, startsAt);
const booked = (startsAt: string | null) => did(newCase(NOW), NOW, null, books(startsAt));
const withdraws = (kase: Case, by: MemberPress) =>
  move(kase, { from: kase.application.status, to: "withdrawn", outcome: "undecided" }, by);

test("a call is booked only for a slot with a free place", () => {
  const [nine, ten] = [booked(NINE), booked(TEN)];
  for (const [changes, sentence] of [
    [tries(newCase(NOW), NINE, [nine]), null],
    [tries(newCase(NOW), NINE, [nine], 1), "taken"],
    [tries(newCase(NOW), NINE, [ten], 1), null],
    [tries(ten, NINE, [nine, ten], 1), "taken"],
    [tries(ten, "2026-11-24T15:00:00.000Z", [nine, ten], 1), null],
    [tries(newCase(NOW), NINE, [], 0), "taken"],
    [tries(newCase(NOW), null, [], 0), null],
    [tries(newCase(NOW), "2026-11-22T18:00:00.000Z"), "taken"],
    [tries(newCase(NOW), "2026-11-23T15:30:00.000Z"), "taken"],
    [tries(newCase(NOW), NINE, [], 2, Date.parse(NINE) - 1000), "taken"],
    [
      tries(
        did(nine, NOW, null, (kase, by) => stop(kase, { how: "page", elsewhere: false }, by)),
        NINE,
      ),
      "stopped",
    ],
    [tries(did(nine, NOW, MAX, withdraws), NINE), "closed"],
  ] as const)
    expect(refusalOf(changes)).toBe(sentence);
  expect(tries(nine, NINE, [], 2, Date.parse(NINE) - 1000), "the same again, though it begins soon").toBe(UNCHANGED);
  expect(cancelCall(newCase(NOW), press(NOW, null))).toBe(UNCHANGED);
});

test("moved, cancelled and booked again, a case has one open call", () => {
  const kase = did(booked(NINE), NOW, null, books(TEN), cancelCall, books(NINE), books(null));
  expect(openCall(kase)?.startsAt).toBeNull();
  expect(kase.appointments.map(({ sequence, endedAt }) => [sequence, endedAt === null])).toEqual([
    ...[0, 1, 2].map((sequence) => [sequence, false]),
    [3, true],
  ]);
  expect(kase.events.map(({ event }) => event.kind)).toEqual([
    "callBooked",
    "callBooked",
    "callCancelled",
    "callBooked",
    "callBooked",
  ]);
});

/** The booking after a call with this outcome, so many minutes from its time: open, done or over. */
for (const [startsAt, minutes, outcome, ends] of [
  [null, 0, "noAnswer", "over"],
  [null, 0, "reached", "done"],
  [TEN, -50, "reached", "done"],
  [ELEVEN, -70, "reached", "open"],
  [TEN, -10, "noAnswer", "open"],
  [TEN, 70, "voicemail", "over"],
  [TEN, 70, "reached", "done"],
] satisfies [string | null, number, CallOutcome, string][]) {
  test(`a call ${startsAt ? `${minutes} minutes from its hour` : "as soon as possible"} is ${ends} after '${outcome}'`, () => {
    const at = startsAt ? Date.parse(startsAt) + minutes * MINUTE : NOW;
    const kase = did(booked(startsAt), at, MAX, (kase, by) => noteCall(kase, { outcome }, by));
    const isDone = kase.events.some(({ event }) => event.kind === "callDone");
    expect(openCall(kase) ? "open" : isDone ? "done" : "over").toBe(ends);
  });
}

test("a contact ends the call that was due, not a later one", () => {
  const contacts = (kase: Case, by: MemberPress) => move(kase, { from: "submitted", to: "contacted" }, by);
  expect(openCall(did(booked(null), NOW, MAX, contacts))).toBeNull();
  expect(openCall(did(booked(TEN), NOW, MAX, contacts))).not.toBeNull();
});

test("closing a case cancels its call by mail if that is ahead", () => {
  const mailsOf = (kase: Case) => {
    const by = press(NOW, MAX);
    const changes = withdraws(kase, by);
    return "events" in changes ? withConsequences(kase, changes, by).mails?.map(({ kind }) => kind) : null;
  };
  expect(mailsOf(booked(TEN))).toEqual(["appointmentCancelled"]);
  expect(mailsOf(booked(null))).toEqual([]);
});
