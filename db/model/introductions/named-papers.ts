import * as z from "zod/mini";
import { type Case, type Changes, isByPhone, type Refused, UNCHANGED } from "../case/case.ts";
import { papersConsent } from "../consent/consent.ts";
import { askedPapers } from "../papers/asked-papers.ts";
import { PAPERS, type Paper, paperName } from "../papers/papers.ts";
import { t } from "../words.ts";
import type { Question } from "./permission.ts";

/**
 * The documents that a yes names besides the answers. The lender or dealer sees them behind the link to its lead, as long as the yes
 * stands and we still hold them to be good.
 */

/** The documents that the applicant lets one recipient see; none takes back what was said before. */
export const NamedPapers = z.object({
  papers: z
    .array(z.enum(PAPERS, { error: () => t`Choose documents from the list` }), {
      error: () => t`Choose documents from the list`,
    })
    .check(z.maxLength(PAPERS.length, { error: () => t`Choose documents from the list` })),
});

/** The documents that a yes may name: those that a member has accepted. */
export function acceptedPapers(events: Case["events"]): Paper[] {
  return askedPapers(events).flatMap(({ paper, isAccepted }) => (isAccepted ? paper : []));
}

/** The question whether this recipient may see these documents, word for word. */
export function papersWords(recipientName: string, papers: Paper[]) {
  return papersConsent()
    .text.replaceAll("{recipient}", () => recipientName)
    .replace("{papers}", papers.map(paperName).join(", "));
}

/**
 * Records which documents the applicant lets a recipient see who has their yes, in place of what they said before. Refused after a
 * stop, once the case is closed, if they applied by phone, and if the yes or one of these documents is no longer good. Taking them back is never refused.
 */
export function namePapers(
  kase: Case,
  permissionId: string,
  papers: Paper[],
  question: Question,
): Changes | Refused<"unknown" | "stopped" | "closed" | "byPhone" | "changed"> {
  const permission = kase.permissions.find(({ id }) => id === permissionId);
  if (!permission) return { refused: "unknown" };
  if (papers.join() === permission.papers.join()) return UNCHANGED;
  const { recipientId, recipientName } = permission;
  const permissions = [{ ...permission, papers }];
  if (papers.length === 0) return { events: [{ kind: "papersTakenBack", recipientId, recipientName }], permissions };
  const { contactStoppedAt, outcome } = kase.application;
  if (contactStoppedAt) return { refused: "stopped" };
  if (outcome) return { refused: "closed" };
  if (isByPhone(kase)) return { refused: "byPhone" };
  const accepted = acceptedPapers(kase.events);
  const isGood = permission.state === "yes" && papers.every((paper) => accepted.includes(paper));
  if (!isGood) return { refused: "changed" };
  return { events: [{ kind: "papersNamed", recipientId, recipientName, ...question }], permissions };
}
