import { mayEmail } from "../calls/contact-hours.ts";
import {
  type Case,
  type Changes,
  type MemberPress,
  type Refused,
  refusedSending,
  refusedWork,
  SAME_PRESS_MS,
  UNCHANGED,
} from "../case/case.ts";
import { hasComplained } from "../contact/correct.ts";
import { askedPapers } from "../papers/asked-papers.ts";
import { papersFor, paperWords } from "../papers/papers.ts";
import type { LetterTemplateChange, LetterToSend } from "./letter-template.ts";
import { cityOf, filledLetter, firstNameOf, unfillable } from "./letter-text.ts";

export type Template = LetterTemplateChange & { id: string };

/** A template filled with the facts of a case in its language, or the reason why that is impossible. */
export interface Filled {
  text: string;
  refusal: string | null;
}

const CHANGED = "This letter was changed meanwhile. Please read the new one.";
const TOO_MANY = "This address has had its share of our mails for now. Please send the letter later.";

/**
 * Owes the applicant a letter. Refused if the member may not work on the case, or no letter may go out, or the template
 * or the facts have changed since the member read it, or the address has had its share of mails.
 */
export function sendLetter(
  kase: Case,
  { version, body }: LetterToSend,
  template: (Template & { filled: Filled }) | undefined,
  press: MemberPress,
): Changes | Refused {
  const refused = refusedWork(kase, press.by) ?? refusedLetter(kase);
  if (refused) return { refused };
  if (!template?.isActive || template.version !== version) return { refused: CHANGED };
  const { name, language, subject, filled } = template;
  if (filled.refusal) return { refused: filled.refusal };
  if (filled.text !== body) return { refused: CHANGED };
  const again = kase.letters.find(
    (each) =>
      each.userId === press.by.id &&
      each.body === body &&
      each.createdAt.getTime() > press.at.getTime() - SAME_PRESS_MS,
  );
  if (again) return UNCHANGED;
  const letter = {
    id: press.id,
    applicationId: kase.application.id,
    userId: press.by.id,
    name,
    language,
    subject,
    body,
    createdAt: press.at,
  };
  return {
    events: [{ kind: "letterSent", letterId: letter.id, name, language }],
    letters: [letter],
    mails: [{ kind: "letter", subjectId: letter.id, beyondShare: { refused: TOO_MANY } }],
  };
}

/** A sentence that says why this applicant may get no letter; null if they may. */
export function refusedLetter(kase: Case) {
  const verdict = mayEmail({ ...kase.application, hasComplained: hasComplained(kase) });
  return refusedSending(kase) ?? (verdict.allowed ? null : verdict.reason);
}

/** Why a letter may not be in a member's own words: these answer what somebody wrote. Null if it may. */
export function refusedOwnWords({ events }: Case) {
  const hasWritten = events.some(({ event }) => event.kind === "mailReceived" && !event.isAutomatic);
  return hasWritten ? null : "Own words are for whoever has written to us. Choose a letter.";
}

/** The template filled with the facts of the case, in the active language. */
export function fill({ body }: Template, kase: Case, specialist: string): Filled {
  const facts = {
    firstName: firstNameOf(kase.application.fullName),
    city: cityOf(kase.application.city),
    specialist,
    papers: askedPapers(kase.events)
      .filter(({ receivedAt }) => receivedAt === null)
      .map(({ paper }) => paperWords(paper)),
    usualPapers: papersFor(kase.answers).map(paperWords),
  };
  return { text: filledLetter(body, facts), refusal: unfillable(body, facts) };
}
