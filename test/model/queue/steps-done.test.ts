import { expect, test } from "vitest";
import { noteCall } from "../../../db/model/calls/call.ts";
import type { Case } from "../../../db/model/case/case.ts";
import { plan } from "../../../db/model/case/work.ts";
import { correctByApplicant } from "../../../db/model/contact/correct.ts";
import { send, yesByPhone } from "../../../db/model/introductions/introduction.ts";
import type { Recipient } from "../../../db/model/introductions/recipient.ts";
import { answerByLink, answerOfRecipient } from "../../../db/model/introductions/recipient-answer.ts";
import type { LinkAnswer, RecipientAnswer } from "../../../db/model/introductions/referral.ts";
import { fill, sendLetter } from "../../../db/model/letters/letter.ts";
import { receiveMail } from "../../../db/model/mail/received.ts";
import { askForPapers, notePaper } from "../../../db/model/papers/paper-deeds.ts";
import type { Paper } from "../../../db/model/papers/papers.ts";
import { type Act, DANA, did, herCase, QUESTION, RECIPIENTS } from "../case/world.ts";

/** A step that we planned ourselves ends with the deed that it asks for. */

const NOW = Date.parse("2026-11-23T10:00:00-06:00");
const [PECAN, HILL] = RECIPIENTS as [Recipient, Recipient];
const OAK = { ...PECAN, id: "oak", name: "Oak Lending" };

const noteOf = ({ application: { nextKind, nextNote, nextAt } }: Case) => {
  expect([nextKind, nextAt].map((each) => each === null)).toEqual([nextNote === null, nextNote === null]);
  return nextNote;
};
const plans: Act = (kase, by) =>
  plan(kase, { kind: "other", note: "Ask about the co-signer", at: new Date(NOW + 60_000) }, by);
const writes: Act = (kase, by) => {
  const body = "Which number is right?\n\n{link}";
  const template = { id: "1", name: "Number", language: "en", subject: "Your number", body, isActive: true } as const;
  const filled = fill({ ...template, version: 1 }, kase, "dana");
  return sendLetter(kase, { templateId: "1", version: 1, body }, { ...template, version: 1, filled }, by);
};
const sendsTo = (recipient: Recipient): Act[] => [
  (kase, by) => yesByPhone(kase, recipient, QUESTION, by),
  (kase, by) => send(kase, recipient, by),
];
const leadTo = (kase: Case, { id }: Recipient) =>
  kase.referrals.find(({ recipientId }) => recipientId === id)?.id ?? "";
const answers =
  (recipient: Recipient, answer: RecipientAnswer): Act =>
  (kase, by) =>
    answerOfRecipient(kase, leadTo(kase, recipient), answer, by);
const byLink =
  (recipient: Recipient, answer: LinkAnswer["answer"]): Act =>
  (kase, by) =>
    answerByLink(kase, leadTo(kase, recipient), { answer }, by);

test("to ask what they decided ends once each has decided", () => {
  const asks = "Ask what they decided";
  const one = did(herCase(NOW), NOW, DANA, ...sendsTo(PECAN));
  expect(noteOf(one)).toBe(asks);
  expect(noteOf(did(one, NOW, null, byLink(PECAN, "contacted"))), "they are still at it").toBe(asks);
  const declined = did(one, NOW, DANA, answers(PECAN, "declined"));
  expect(noteOf(declined)).toBeNull();
  expect(noteOf(did(declined, NOW, DANA, ...sendsTo(OAK)))).toBe(asks);

  const both = did(one, NOW + 3_600_000, DANA, ...sendsTo(HILL), answers(PECAN, "noAnswer"));
  expect(both.application.nextAt, "the first is asked when it was to be").toEqual(one.application.nextAt);
  expect(noteOf(both), "the other has not answered").toBe(asks);
  expect(noteOf(did(both, NOW, DANA, answers(HILL, "needsMore")))).toBeNull();
});

test("to ask for the right number ends with it, or a letter", () => {
  const wrong = did(herCase(NOW), NOW, DANA, (kase, by) => noteCall(kase, { outcome: "wrongNumber" }, by));
  expect(noteOf(wrong)).toBe("Ask for the right number");
  expect(noteOf(did(wrong, NOW, DANA, writes))).toBe("Follow up");
  const corrects =
    (phone: string, email: string): Act =>
    (kase) =>
      correctByApplicant(kase, { phone, email });
  const { phone, email } = wrong.application;
  expect(noteOf(did(wrong, NOW, null, corrects("210 555 0199", email)))).toBeNull();
  expect(noteOf(did(wrong, NOW, null, corrects(phone, "b@example.com")))).toBe("Ask for the right number");
});

test("to ask for documents again ends once all of them are good", () => {
  const notes =
    (paper: Paper): Act =>
    (kase, by) =>
      notePaper(kase, { paper, received: true }, by);
  const asked = did(herCase(NOW), NOW, DANA, (kase, by) => askForPapers(kase, ["payStub", "residence"], by));
  const half = did(asked, NOW, DANA, notes("payStub"));
  expect(noteOf(half)).toBe("Ask for the documents again");
  expect(noteOf(did(half, NOW, DANA, notes("residence")))).toBeNull();
  const some = { ...asked, application: { ...asked.application, nextNote: "Some documents have arrived" } };
  expect(noteOf(did(some, NOW, DANA, notes("payStub")))).toBe("Ask for the documents again");
  const arrived = { ...half, application: { ...half.application, nextNote: "All documents have arrived" } };
  expect(noteOf(did(arrived, NOW, DANA, notes("residence")))).toBeNull();
});

test("no deed ends a plan, nor a step of another matter", () => {
  const wrong = did(herCase(NOW), NOW, DANA, (kase, by) => noteCall(kase, { outcome: "noAnswer" }, by), writes);
  expect(noteOf(wrong)).toBe("Call again");
  const sent = did(herCase(NOW), NOW, DANA, ...sendsTo(PECAN), plans, writes, answers(PECAN, "declined"));
  expect(noteOf(sent)).toBe("Ask about the co-signer");
});

let received = 0;
const wrote =
  (recipient?: Recipient, isAutomatic = false): Act =>
  (kase, by) =>
    receiveMail(
      kase,
      { id: String(++received), from: "a@example.com", text: "Hello", isCut: false, hasFiles: false, isAutomatic },
      { addresses: ["a@example.com"], ...(recipient && { recipient }) },
      by,
    );

test("a letter or a call answers the applicant, a noted answer the lender, and nothing else does", () => {
  const sentTo = did(herCase(NOW), NOW, DANA, ...sendsTo(PECAN));
  const both = did(did(sentTo, NOW, null, wrote()), NOW + 1, null, wrote(PECAN));
  expect(noteOf(both)).toBe("They wrote to us");
  expect(noteOf(did(both, NOW, null, byLink(PECAN, "contacted"), wrote(undefined, true)))).toBe("They wrote to us");
  expect(noteOf(did(both, NOW, DANA, (kase, by) => noteCall(kase, { outcome: "reached" }, by)))).toBe("Follow up");
  const written = did(both, NOW, DANA, writes);
  expect(noteOf(written)).toBe("Pecan Credit Union wrote to us");
  expect(noteOf(did(written, NOW, DANA, writes)), "no letter goes to a lender").toBe("Pecan Credit Union wrote to us");
  expect(noteOf(did(written, NOW, DANA, answers(PECAN, "needsMore")))).toBe("Ask what they decided");
  expect(noteOf(did(both, NOW, DANA, plans))).toBe("Ask about the co-signer");
  const seen = did(did(both, NOW, DANA, plans), NOW + 2, null, wrote());
  expect(noteOf(did(seen, NOW, DANA, writes)), "whoever plans has seen what was written").toBe(
    "Ask about the co-signer",
  );
});

test("what somebody wrote is due by the promise of the first mail, however many follow", () => {
  const first = did(herCase(NOW), NOW, null, wrote());
  expect(first.application.nextAt).toEqual(new Date("2026-11-23T20:00:00-06:00"));
  expect(did(first, NOW + 24 * 3_600_000, null, wrote()).application.nextAt).toEqual(first.application.nextAt);
});
