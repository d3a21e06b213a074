import { expect, test } from "vitest";
import type { Case, CaseMail, Changes } from "../../../db/model/case/case.ts";
import {
  confirmEmail,
  correctByApplicant,
  correctByMember,
  hasBounced,
  openLink,
  wasStoppedSince,
} from "../../../db/model/contact/correct.ts";
import { CorrectionByMember } from "../../../db/model/contact/correction.ts";
import { stop } from "../../../db/model/contact/stop.ts";
import { noByPhone, yesByPhone } from "../../../db/model/introductions/introduction.ts";
import {
  type Act,
  DANA,
  done,
  happenedIn,
  MAX,
  newCase,
  owedIn,
  press,
  QUESTION,
  RECIPIENTS,
  STOP,
  story,
} from "./world.ts";

/** Corrected contact data, by whom, and which rights that gives them. */

const MONDAY = Date.parse("2026-11-23T10:00:00-06:00");
const HOUR = 60 * 60_000;
const OLD = { phone: "210 555 0123", email: "maria@example.com" };
const NEW = { phone: "(512) 555-0144", email: "Maria.Lopez@example.com" };
const INSIDER = "dana@insider.example";

const byApplicant =
  (next: Partial<typeof NEW>): Act =>
  (kase) =>
    correctByApplicant(kase, { phone: kase.application.phone, email: kase.application.email, ...next });
const byMember =
  (next: Partial<typeof NEW>, ground: "askedByPhone" | "bounced" = "askedByPhone"): Act =>
  (kase, by) =>
    correctByMember(kase, { phone: undefined, email: undefined, ...next, ground, reason: "Called" }, by);
const confirms =
  (email: string): Act =>
  (kase) =>
    confirmEmail(kase, email);

/** A case whose confirmation was sent. */
function scene(answers: Parameters<typeof story>[1] = {}) {
  const told = story(MONDAY, answers);
  told.mailIsSent();
  return told;
}

/** A case with a mail that was refused for good, as if the address did not exist. */
function bounced(kase: Case, changes: Partial<CaseMail> = {}): Case {
  const mails = kase.mails.map((mail) => ({ ...mail, status: "dead" as const, isRefusedForGood: true, ...changes }));
  return { ...kase, mails };
}

test.each([
  [{}, [], []],
  [{ phone: NEW.phone }, ["phone"], ["contactCorrected"]],
  [{ email: NEW.email }, ["email"], ["contactCorrected", "emailReplaced"]],
  [NEW, ["phone", "email"], ["contactCorrected", "emailReplaced"]],
])("a correction to %j notes each field and tells each address", (next, fields, mails) => {
  for (const [member, act, grounds] of [
    [null, byApplicant(next), null],
    [MAX, byMember(next), { ground: "askedByPhone", reason: "Called" }],
  ] as const) {
    const told = scene();
    told.does(member, act);
    expect(told.kase.events.map(({ event }) => event)).toEqual(
      fields.map((field) => ({ kind: "corrected", field, old: OLD[field as keyof typeof OLD], grounds })),
    );
    expect(owedIn(told.kase)).toEqual(mails);
    expect(told.kase.application).toMatchObject({ ...OLD, ...next });
  }
});

test("a member enters a whole number, and no part of one", () => {
  const isTaken = (phone: string) =>
    CorrectionByMember.safeParse({ phone, ground: "askedByPhone", reason: "Called" }).success;
  for (const phone of [NEW.phone, "512 555 0144 ext. 7", "+52 55 1234 5678"]) expect(isTaken(phone), phone).toBe(true);
  for (const phone of ["(512) 555 0", "512-555-014"]) expect(isTaken(phone), phone).toBe(false);
});

test("corrected contact data is found folded, and a bad number is flagged", () => {
  const told = scene({ phone: "0123456789" });
  told.kase.application.flagsJson = [{ code: "PHONE_INVALID", level: "attention", note: "" }];
  told.does(null, byApplicant(NEW));
  expect(told.kase.application).toMatchObject({
    phoneDigits: "5125550144",
    emailFolded: "maria.lopez@example.com",
    flagsJson: [],
  });
  told.does(MAX, byMember({ phone: "0123456789" }));
  expect(told.kase.application.flagsJson).toMatchObject([{ code: "PHONE_INVALID" }]);
});

test("a confirmation that had died goes to the new address", () => {
  const { kase } = scene();
  const dead = bounced(kase, { isRefusedForGood: false });
  const changes = correctByMember(
    dead,
    { phone: undefined, email: NEW.email, ground: "askedByPhone", reason: "Called" },
    press(MONDAY, MAX),
  );
  expect(changes).toMatchObject({ revived: dead.mails.map(({ id }) => id) });
  expect(byApplicant({ phone: NEW.phone })(dead, press(MONDAY, MAX))).toMatchObject({ revived: [] });
  const hidden = { phone: "••• ••• 23", email: "m•••@•••" };
  const shown = { ...hidden, email: "M•••@•••" };
  expect(changes).toMatchObject({ audit: [{ action: "correctContact", old: hidden, new: shown }] });
});

test.each([
  ["by who does not work on it", DANA, byMember(NEW), "Claim this application first."],
  ["to what we have", MAX, byMember(OLD), "That is what we already have."],
  [
    "for a bounce that there was not",
    MAX,
    byMember(NEW, "bounced"),
    "No email to this applicant has failed. Correct it only if the applicant asks you to.",
  ],
])("nothing is corrected %s", (_, member, act, sentence) => {
  expect(scene().does(member, act)).toBe(sentence);
});

test("after a stop there is nothing to correct", () => {
  const told = scene();
  told.does(...STOP);
  expect(told.does(null, byApplicant(NEW))).toBe("stopped");
  expect(told.does(MAX, byMember(NEW))).toBe("The applicant asked us to stop, so there is nothing to correct.");
});

/** The deeds, whether the present address is then the applicant's own, and where codes go. */
test.each([
  [[], true, OLD.email],
  [[byMember({ email: INSIDER })], false, OLD.email],
  [[byMember({ phone: NEW.phone })], true, OLD.email],
  [[byMember({ email: INSIDER }), byMember({ phone: NEW.phone })], false, OLD.email],
  [[byMember({ email: INSIDER }), byMember({ email: "dana+2@insider.example" })], false, OLD.email],
  [[byMember({ email: INSIDER }), byMember({ email: OLD.email })], true, OLD.email],
  [[byMember({ email: INSIDER }), byApplicant({ phone: NEW.phone })], false, OLD.email],
  [[byMember({ email: INSIDER }), byApplicant({ email: NEW.email })], true, OLD.email],
  [[byMember({ email: NEW.email }), confirms(NEW.email), confirms(NEW.email)], true, NEW.email],
  [[byMember({ email: NEW.email }), confirms(NEW.email), byMember({ email: INSIDER })], false, NEW.email],
  [[byApplicant({ email: "typo@example.com" })], true, OLD.email],
  [[byApplicant({ email: "typo@example.com" }), openLink, openLink], true, "typo@example.com"],
] as const)("whoever corrects an address has no powers by that (%#)", (acts, isOwn, codesTo) => {
  const told = scene();
  for (const act of acts) expect(told.does(MAX, act)).toBeNull();
  const { emailSetBy, reachedEmail, email } = told.kase.application;
  expect([emailSetBy === null, reachedEmail ?? email]).toEqual([isOwn, codesTo]);
  const once = happenedIn(told.kase).filter((each) => /emailConfirmed|linkOpened/.test(each));
  expect(once.length).toBeLessThanOrEqual(1);
});

test("only the address that is on file by now can be confirmed", () => {
  const told = scene();
  told.does(MAX, byMember({ email: INSIDER }));
  expect(told.does(null, confirms(OLD.email))).toBe("otherEmail");
  expect(told.kase.application.emailSetBy).toBe("max");
});

test.each([
  ["while the address is a member's", [byMember({ email: INSIDER })], true],
  ["not while it is the applicant's", [byMember({ phone: NEW.phone })], false],
  ["not once they have confirmed it", [byMember({ email: INSIDER }), confirms(INSIDER)], false],
])("the applicant's last own address is told of answers by phone: %s", (_, acts, isTold) => {
  for (const deed of [yesByPhone, noByPhone]) {
    const told = scene();
    for (const act of acts) told.does(MAX, act);
    told.does(MAX, (kase, by) => deed(kase, RECIPIENTS[0] as (typeof RECIPIENTS)[0], QUESTION, by));
    expect(owedIn(told.kase).includes("formerAddressNote")).toBe(isTold);
  }
});

test("an address that bounces is told nothing", () => {
  for (const ground of ["bounced", "askedByPhone"] as const) {
    const told = scene();
    told.kase = bounced(told.kase);
    expect(told.does(MAX, byMember({ email: NEW.email }, ground))).toBeNull();
    expect(owedIn(told.kase)).toEqual(["contactCorrected"]);
    told.does(MAX, (kase, by) => yesByPhone(kase, RECIPIENTS[0] as (typeof RECIPIENTS)[0], QUESTION, by));
    expect(owedIn(told.kase).includes("formerAddressNote")).toBe(ground === "askedByPhone");
  }
});

test("only refusals for good since the last correction count as a bounce", () => {
  const { kase } = scene();
  const told = scene();
  told.does(MAX, byMember({ email: NEW.email }));
  const before = bounced(told.kase, { createdAt: new Date(MONDAY) });
  expect(
    [
      bounced(kase),
      bounced(kase, { kind: "letter" }),
      bounced(kase, { kind: "dealerLead" }),
      bounced(kase, { isRefusedForGood: false }),
      bounced(kase, { status: "owed" }),
      before,
      bounced(before, { revivedAt: new Date(MONDAY + HOUR) }),
      bounced(told.kase),
    ].map(hasBounced),
  ).toEqual([true, true, false, false, false, false, true, true]);
});

/** Somebody else with that phone or e-mail asks us to stop; whether that applies after a correction to it. */
test.each([
  ["heard on the phone", { phone: NEW.phone }, "phone", HOUR, true],
  ["heard from their address", { email: NEW.email.toLowerCase() }, "other", HOUR, true],
  ["heard before they applied", { phone: NEW.phone }, "phone", -HOUR, false],
  ["heard from others", {}, "phone", HOUR, false],
  ["on a page, while somebody read the mail", { email: NEW.email }, "page", HOUR, false],
  ["on the page that our mail opened", { email: NEW.email }, "mailedLink", HOUR, true],
  ["there, with their phone alone", { phone: NEW.phone }, "mailedLink", HOUR, false],
] as const)("a stop elsewhere %s", (_, contact, how, at, isStopped) => {
  const theirs = newCase(MONDAY - 2 * HOUR, { phone: "713 555 0101", email: "joe@example.com", ...contact });
  const by = press(MONDAY + at, MAX);
  const read = done(theirs, openLink(theirs), by);
  const stopped = stop(read, { how, elsewhere: false }, by);
  const corrected = scene();
  corrected.does(null, byApplicant(NEW));
  expect(wasStoppedSince(corrected.kase, [done(read, stopped, by)], [])).toBe(isStopped);
});

test("a stop counts only for the address at which it was stated", () => {
  const { kase } = scene(NEW);
  const at = (hours: number) => press(MONDAY + hours * HOUR, MAX);
  const own = newCase(MONDAY - HOUR, { phone: "713 555 0101", email: "joe@example.com" });
  const stopped = done(own, stop(own, { how: "mailedLink", elsewhere: false }, at(1)), at(1));
  const resumed = { ...stopped, application: { ...stopped.application, contactStoppedAt: null } };
  const moved = done(resumed, correctByApplicant(resumed, NEW) as Changes, at(2));
  expect(wasStoppedSince(kase, [moved], [])).toBe(false);
  const theirs = newCase(MONDAY - HOUR, { phone: NEW.phone, email: "joe@example.com" });
  const corrected = done(theirs, stop(theirs, { how: "correction", elsewhere: true }, at(1)), at(1));
  expect(wasStoppedSince(kase, [corrected], [])).toBe(false);
});

test("a stop in a message holds for whoever corrects to its sender", () => {
  const { kase } = scene(NEW);
  const messages = (sender: string, contactStoppedAt: Date | null = new Date(MONDAY + HOUR)) => [
    { sender, contactStoppedAt },
  ];
  expect(
    [
      messages("5125550144"),
      messages("maria.lopez@example.com"),
      messages("2105550123"),
      messages("5125550144", null),
      messages("5125550144", new Date(MONDAY - HOUR)),
    ].map((each) => wasStoppedSince(kase, [], each)),
  ).toEqual([true, true, false, false, false]);
  const resumed = { ...kase, application: { ...kase.application, contactResumedAt: new Date(MONDAY + 2 * HOUR) } };
  expect(wasStoppedSince(resumed, [], messages("5125550144"))).toBe(false);
});
