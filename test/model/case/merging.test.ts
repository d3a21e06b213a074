import { expect, test } from "vitest";
import { bookCall } from "../../../db/model/calls/appointment.ts";
import { noteCall } from "../../../db/model/calls/call.ts";
import { presetPlaces } from "../../../db/model/calls/call-slots.ts";
import { type Case, type MemberPress, openCall } from "../../../db/model/case/case.ts";
import { merge, split } from "../../../db/model/case/merge.ts";
import { move } from "../../../db/model/case/move.ts";
import { claim } from "../../../db/model/case/owner.ts";
import { plan } from "../../../db/model/case/work.ts";
import { stop } from "../../../db/model/contact/stop.ts";
import { randomFrom, seed } from "../../random.ts";
import { DANA, did, done, herCase, MAX, newCase, press, refusalOf, takenIn } from "./world.ts";

/** A Friday morning in Texas. */
const NOW = Date.parse("2026-11-20T10:00:00-06:00");
const HOUR = 60 * 60_000;
const SLOT = "2026-11-20T21:00:00.000Z";
const stranger = { phone: "512 555 0177", email: "x@example.com" };
const NOT_MERGED = "These two applications are not merged.";

const books = (startsAt: string | null) => (kase: Case, by: MemberPress) =>
  bookCall(kase, startsAt === null ? null : new Date(startsAt), { taken: [] }, by);
const stops = (kase: Case, by: MemberPress) => stop(kase, { how: "phone", elsewhere: false }, by);
const withdraws = (kase: Case, by: MemberPress) =>
  move(kase, { from: kase.application.status, to: "withdrawn", outcome: "undecided" }, by);

/** Both cases after merging or splitting. */
function both(cases: [Case, Case], deed: typeof merged | typeof parted, at = NOW): [Case, Case] {
  const by = press(at, MAX);
  const changes = deed(cases, by);
  if ("refused" in changes) throw new Error(changes.refused);
  return [done(cases[0], changes.main, by), done(cases[1], changes.other, by)];
}
const merged = ([main, other]: [Case, Case], by: MemberPress) => merge(main, other, false, by);
const parted = (cases: [Case, Case], by: MemberPress) => split(...cases, { taken: takenIn(cases) }, by);

test("what may not be merged or split is refused with a sentence", () => {
  const [main, other] = [herCase(NOW), herCase(NOW)];
  const closed = did(newCase(NOW), NOW, MAX, withdraws);
  const stopped = did(newCase(NOW), NOW, MAX, stops);
  const theirs = did(newCase(NOW), NOW, MAX, claim);
  const [first, second] = both([main, other], merged);
  const [hers, his] = [press(NOW, DANA), press(NOW, MAX)];
  for (const [changes, sentence] of [
    [merge(newCase(NOW), other, false, hers), "Claim this application first."],
    [merge(main, newCase(NOW), false, hers), "Claim the other application first."],
    [
      merge(main, theirs, false, hers),
      "max works on the other application. Ask them to give it back, or a manager to hand it over.",
    ],
    [merge(main, undefined, false, his), "Choose one of the possible duplicates."],
    [merge(main, newCase(NOW, { ...stranger, fullName: "Ann" }), false, his), "Choose one of the possible duplicates."],
    [merge(main, newCase(NOW, stranger), false, his), null],
    [merge(main, closed, false, his), "The other application is closed. Only one that is still open can be merged."],
    [merge(closed, main, false, his), "This application is closed. Merge into one that goes on."],
    [
      merge(other, first, true, his),
      "Another application is merged into that one. Split these two first, or merge the other way around.",
    ],
    [
      merge(stopped, newCase(NOW, stranger), false, his),
      "The applicant asked us to stop about this application, not about the other one. Merge the other way around.",
    ],
    [merge(newCase(NOW, stranger), stopped, false, his), null],
    [
      split(theirs, second, { taken: [] }, hers),
      "max works on this application. Ask them to give it back, or a manager to hand it over.",
    ],
    [split(first, newCase(NOW), { taken: [] }, his), NOT_MERGED],
    [split(main, other, { taken: [] }, his), NOT_MERGED],
    [split(second, first, { taken: [] }, his), NOT_MERGED],
    [split(first, undefined, { taken: [] }, his), NOT_MERGED],
  ] as const)
    expect(refusalOf(changes)).toBe(sentence);
});

test("random merges and splits leave each of three cases as it was", () => {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const seenIn = (kase: Case) => ({ ...kase.application, call: openCall(kase)?.startsAt });
  for (let walk = 0; walk < 300; walk++) {
    const cases = [0, 1, 2].map((index) => {
      const at = new Date(NOW + 24 * HOUR);
      const deeds = [
        claim,
        (kase: Case, by: MemberPress) => move(kase, { from: kase.application.status, to: "contacted" }, by),
        (kase: Case, by: MemberPress) => plan(kase, { kind: "write", note: "Hi", at }, by),
        books(pick([null, `2026-11-23T2${index}:00:00.000Z`])),
      ];
      return did(newCase(NOW), NOW, MAX, ...deeds.filter(() => random() < 0.5));
    });
    const before = cases.map(seenIn);
    const told: string[] = [];
    /** Which case is merged into which. */
    const into = new Map<number, number>();
    const parts = (main: number, other: number) => {
      [cases[main], cases[other]] = both([cases[main] as Case, cases[other] as Case], parted);
    };
    for (let step = 0; step < 12; step++) {
      const [main, other] = [pick([0, 1, 2]), pick([0, 1, 2])];
      const isMerge = random() < 0.6;
      const mayMerge = main !== other && !into.has(main) && !into.has(other) && ![...into.values()].includes(other);
      const pair = [cases[main] as Case, cases[other] as Case] as [Case, Case];
      const by = press(NOW, MAX);
      const changes = isMerge
        ? merge(pair[0], main === other ? undefined : pair[1], [...into.values()].includes(other), by)
        : parted(pair, by);
      told.push(`${isMerge ? "merge" : "split"} ${main} ${other}`);
      expect(refusalOf(changes) === null, `SEED=${seed}: ${told}`).toBe(isMerge ? mayMerge : into.get(other) === main);
      if ("refused" in changes) continue;
      [cases[main], cases[other]] = [done(pair[0], changes.main, by), done(pair[1], changes.other, by)];
      isMerge ? into.set(other, main) : into.delete(other);
    }
    for (const [other, main] of into) parts(main, other);
    expect(cases.map(seenIn), `SEED=${seed}: ${told}`).toEqual(before);
  }
});

test("a split brings a call back if its hour is still free", () => {
  const other = did(newCase(NOW), NOW, null, books(SLOT));
  const cases = both([newCase(NOW), other], merged);
  const full = [did(newCase(NOW), NOW, null, books(SLOT)), did(newCase(NOW), NOW, null, books(SLOT))];
  const closed = presetPlaces.map((hours) => hours.map(() => 0));
  const [now, late] = [press(NOW, MAX), press(Date.parse(SLOT), MAX)];
  for (const [changes, isBack] of [
    [split(...cases, { taken: [] }, now), true],
    [split(...cases, { taken: takenIn(full.slice(1)) }, now), true],
    [split(...cases, { places: closed, taken: [] }, now), false],
    [split(...cases, { taken: [0, 1].map((place) => ({ startsAt: new Date(SLOT), place })) }, now), false],
    [split(...cases, { taken: [] }, late), false],
  ] as const) {
    if ("refused" in changes) throw new Error(changes.refused);
    expect(openCall(done(cases[1], changes.other, now)) !== null).toBe(isBack);
    expect(changes.other.mails ?? []).toHaveLength(isBack ? 1 : 0);
  }
});

test("a merged case can be split after a call about it", () => {
  const cases = both([newCase(NOW), herCase(NOW)], merged);
  const called = did(cases[1], NOW, MAX, (kase, by) => noteCall(kase, { outcome: "noAnswer" }, by));
  expect(both([cases[0], called], parted)[1].application).toMatchObject({ status: "submitted", mergedInto: null });
  expect(both([cases[0], { ...called, ownerName: null }], parted)[1].application.ownerId).toBeNull();
});

test("a merge carries a stop over, unless they agreed to contact later", () => {
  const [main, other, later] = [newCase(NOW), newCase(NOW, stranger), newCase(NOW + 2 * HOUR)];
  const stopped = did(other, NOW + HOUR, MAX, stops);
  const [first, second] = both([main, stopped], merged, NOW + 3 * HOUR);
  expect(first.application.contactStoppedAt).toEqual(new Date(NOW + 3 * HOUR));
  expect(first.events.at(-1)).toMatchObject({
    ...{ userId: null, event: { kind: "contactStopped", elsewhere: true, how: "merge" } },
  });
  expect(both([later, stopped], merged, NOW + 3 * HOUR)[0].application.contactStoppedAt).toBeNull();
  const planned = did(other, NOW, MAX, (kase, by) => plan(kase, { kind: "write", at: new Date(NOW + HOUR) }, by));
  const cases = both([main, planned], merged);
  const since = cases.map((kase) => did(kase, NOW + HOUR, MAX, stops)) as [Case, Case];
  expect(both(since, parted, NOW + 2 * HOUR)[1].application, "no reminder to call").toMatchObject({
    ...{ status: "submitted", contactStoppedAt: new Date(NOW + HOUR), nextKind: null, nextAt: null },
  });
  expect(both([first, second], parted)[0].application.contactStoppedAt).not.toBeNull();
});
