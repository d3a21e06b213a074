import { expect, test } from "vitest";
import { bookCall } from "../../../db/model/calls/appointment.ts";
import { noteCall, undoCall } from "../../../db/model/calls/call.ts";
import { type Case, type MemberPress, openCall, UNCHANGED } from "../../../db/model/case/case.ts";
import { merge } from "../../../db/model/case/merge.ts";
import { move, reopen } from "../../../db/model/case/move.ts";
import { claim, giveTo } from "../../../db/model/case/owner.ts";
import type { Status } from "../../../db/model/case/status.ts";
import { note } from "../../../db/model/case/work.ts";
import { answerOnPage, ask, send, yesByPhone } from "../../../db/model/introductions/introduction.ts";
import type { Recipient } from "../../../db/model/introductions/recipient.ts";
import { DANA, did, herCase, MAX, newCase, press, QUESTION, RECIPIENTS, refusalOf } from "./world.ts";

const NOW = Date.parse("2026-11-18T12:00:00-06:00");
const HOUR = 60 * 60_000;
const LEE = { ...DANA, id: "lee", username: "lee" };
const [PECAN, HILL] = RECIPIENTS as [Recipient, Recipient];
const OAK = { ...PECAN, id: "oak", name: "Oak" };

const reaches = (kase: Case, by: MemberPress) => noteCall(kase, { outcome: "reached" }, by);
const moves = (to: Status, outcome: "declined" | "undecided" | "approved_in_30_days" | null = null) => {
  return (kase: Case, by: MemberPress) => move(kase, { from: kase.application.status, to, outcome }, by);
};
const withdraws = moves("withdrawn", "undecided");
const reopens = (to: Status) => (kase: Case, by: MemberPress) => reopen(kase, { to, reason: "They called" }, by);
/** As after the owner was deactivated. */
const left = (kase: Case): Case => ({ ...kase, ownerName: null });
const sends = (recipient: Recipient) => (kase: Case, by: MemberPress) => send(kase, recipient, by);
const statusesOf = ({ events }: Case) => events.flatMap(({ event }) => (event.kind === "status" ? [event.to] : []));

/** The applicant was asked about this recipient, and said yes. */
function permitted(kase: Case, recipient: Recipient) {
  const asked = did(kase, NOW, MAX, (each, by) => ask(each, recipient, QUESTION, by));
  return did(asked, NOW, null, (each, by) => answerOnPage(each, each.permissions.at(-1)?.id ?? "", "yes", by));
}

test("only the owner or a manager works on a case", () => {
  const hers = did(newCase(NOW), NOW, DANA, claim);
  expect([hers.application.ownerId, hers.application.status]).toEqual(["dana", "in_review"]);
  expect(claim(hers, press(NOW, DANA))).toBe(UNCHANGED);
  const contacts = moves("contacted");
  const releases = (kase: Case, by: MemberPress) => giveTo(kase, null, by);
  for (const [changes, sentence] of [
    [contacts(newCase(NOW), press(NOW, DANA)), "Claim this application first."],
    [
      contacts(hers, press(NOW, LEE)),
      "dana works on this application. Ask them to give it back, or a manager to hand it over.",
    ],
    [
      releases(hers, press(NOW, LEE)),
      "dana works on this application. Ask them to give it back, or a manager to hand it over.",
    ],
    [claim(hers, press(NOW, LEE)), "dana has already claimed this application."],
    [releases(left(hers), press(NOW, LEE)), "A former member works on this application. Claim it first."],
    [claim(left(hers), press(NOW, LEE)), null],
    [contacts(hers, press(NOW, MAX)), null],
  ] as const)
    expect(refusalOf(changes)).toBe(sentence);
  const given = did(hers, NOW, MAX, (kase, by) => giveTo(kase, LEE, by));
  const again = did(given, NOW, LEE, contacts, releases, claim);
  expect(statusesOf(again)).toEqual(["in_review", "contacted"]);
});

test("a case goes from submitted to approved, each step written down", () => {
  const way = ["in_review", "contacted", "docs_requested", "with_lender", "introduced"] as const;
  const kase = did(herCase(NOW), NOW, DANA, ...way.map((to) => moves(to)));
  expect(kase.events.map(({ userId, event }) => [userId, "to" in event && event.to])).toEqual(
    way.map((to) => ["dana", to]),
  );
  const by = press(NOW, DANA);
  for (const [changes, sentence] of [
    [moves("approved")(kase, by), /^Closing .* outcome/],
    [moves("contacted")(kase, by), /^An application that is introduced cannot become contacted/],
    [moves("duplicate", "undecided")(kase, by), /cannot become dupl/],
    [
      move(kase, { from: "submitted", to: "withdrawn", outcome: "undecided" }, by),
      /^Somebody else changed the status meanwhile: it is now introduced\.$/,
    ],
  ] as const)
    expect(refusalOf(changes)).toMatch(sentence);
  const ended = did(kase, NOW, DANA, moves("approved", "approved_in_30_days"));
  expect(ended.application).toMatchObject({ status: "approved", outcome: "approved_in_30_days" });
});

test("what is sent changes the status, once we have spoken", () => {
  const kase = [PECAN, HILL, OAK].reduce(permitted, did(newCase(NOW), NOW, MAX, reaches));
  expect(statusesOf(did(kase, NOW, MAX, sends(PECAN), sends(HILL), sends(OAK)))).toEqual([
    ...["in_review", "contacted", "with_lender", "introduced"],
  ]);
  const unspoken = did(permitted(newCase(NOW), PECAN), NOW, MAX, sends(PECAN));
  expect(unspoken.application.status).toBe("submitted");
  const says = (kase: Case, by: MemberPress) => yesByPhone(kase, OAK, QUESTION, by);
  const spoken = did(unspoken, NOW, MAX, says);
  expect(spoken.application.firstContactAt).toEqual(new Date(NOW));
  expect(did(spoken, NOW, MAX, sends(OAK)).application).toMatchObject({ status: "with_lender", nextKind: "lender" });
});

test("the first contact stays the first, though a case closes and reopens", () => {
  const asked = did(newCase(NOW), NOW, MAX, moves("docs_requested"));
  const declined = did(asked, NOW + HOUR, MAX, moves("with_lender"), moves("not_approved", "declined"));
  expect(declined.application).toMatchObject({ firstContactAt: new Date(NOW), closedFrom: "with_lender" });
  const open = did(declined, NOW + HOUR, MAX, reopens("with_lender"));
  expect(open.application).toMatchObject({ status: "with_lender", outcome: null, closedFrom: null });
});

test("only what is closed is reopened, with a status it has had", () => {
  const called = did(newCase(NOW), NOW, MAX, reaches);
  const undone = did(called, NOW, MAX, (kase, by) => undoCall(kase, kase.events[0]?.id ?? 0, [], by));
  const by = press(NOW, MAX);
  const merged = merge(newCase(NOW), newCase(NOW), false, by);
  if ("refused" in merged) throw new Error(merged.refused);
  const duplicate = did(newCase(NOW), NOW, MAX, () => merged.other);
  const onlySubmitted = "An application is reopened with a status that it has had before: submitted.";
  for (const [kase, to, sentence] of [
    [called, "submitted", "This application is open."],
    [did(newCase(NOW), NOW, MAX, withdraws), "contacted", onlySubmitted],
    [did(undone, NOW, MAX, withdraws), "contacted", onlySubmitted],
    [did(undone, NOW, MAX, withdraws), "submitted", null],
    [duplicate, "submitted", "This application was merged into another one. Split the two again there."],
  ] as const)
    expect(refusalOf(reopens(to)(kase, by))).toBe(sentence);
});

test("what is reopened stays with its owner, unless they have left", () => {
  const booked = did(herCase(NOW), NOW, null, (kase, by) => bookCall(kase, null, { taken: [] }, by));
  const closed = did(booked, NOW, DANA, withdraws);
  const open = did(closed, NOW, MAX, reopens("submitted"));
  expect([open.application.ownerId, openCall(open)]).toEqual(["dana", null]);
  expect(did(left(closed), NOW, MAX, reopens("submitted")).application.ownerId).toBeNull();
});

test("the same note again from one press is none", () => {
  const kase = did(newCase(NOW), NOW, DANA, (kase, by) => note(kase, "No answer", by));
  expect(note(kase, "No answer", press(NOW + 1000, DANA))).toBe(UNCHANGED);
  for (const [at, by] of [
    [NOW, MAX],
    [NOW + HOUR, DANA],
  ] as const)
    expect(note(kase, "No answer", press(at, by)).events).toHaveLength(1);
});
