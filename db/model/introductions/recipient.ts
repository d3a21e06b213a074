import { type Case, type Member, type Permission, type Refused, refusedSending, refusedWork } from "../case/case.ts";
import { type Finding, findingsFor, isSuitable, type LenderCriteria } from "../directory/lenders.ts";
import { metroOf } from "../directory/metro.ts";
import type { ApplicationForm } from "../form/application.ts";
import { areSentToday, type Decision } from "./permission.ts";
import type { RecipientKind } from "./referral.ts";

/** To whom an application can be sent, and how well they fit it. */

/** How a lender or dealer fits an application. */
export interface Fit {
  isSuitable: boolean;
  findings: Finding[];
}

/** A lender or dealer as the directory has them. */
export type Entry =
  | { kind: "lender"; id: string; name: string; leadAddress: string; criteria: LenderCriteria }
  | { kind: "dealer"; id: string; name: string; leadAddress: string; metro: string };

/** To whom this application may go, once the applicant says yes. */
export interface Recipient {
  kind: RecipientKind;
  id: string;
  name: string;
  address: string;
  /** Why it is this one although it does not fit; null when it fits. */
  reason: string | null;
}

/** The entry was not in the directory, or not active. */
export const UNKNOWN_RECIPIENT = "Choose a lender or dealer from the directory.";

/**
 * The recipient, if this member may introduce the applicant to them. Refused when the member may not work on the case, when it
 * is closed or stopped, and, but for a no, when the recipient does not fit and the member does not say why it should be this one.
 */
export function recipientOf(
  kase: Case,
  entry: Entry | undefined,
  { reason, decision = "yes" }: { reason?: string; decision?: Decision },
  member: Member,
): Recipient | Refused {
  const refused = refusedWork(kase, member) ?? refusedSending(kase);
  if (refused) return { refused };
  if (!entry) return { refused: UNKNOWN_RECIPIENT };
  const { kind, id, name, leadAddress: address } = entry;
  const misfit = decision === "yes" ? misfitInWords(fitOf(entry, kase.answers)) : null;
  if (misfit && !reason) {
    return { refused: `${name} does not fit this application (${misfit}). Say why it should be this one.` };
  }
  return { kind, id, name, address, reason: misfit ? (reason ?? null) : null };
}

/** What the applicant said to this recipient under the name that it has today, and to the fields that are sent today. */
export function permissionFor(
  { permissions }: Pick<Case, "permissions">,
  { kind, id, name }: Pick<Recipient, "kind" | "id" | "name">,
) {
  return permissions.find(
    (each) => each.recipientId === id && each.recipientName === name && areSentToday(each.fields, kind),
  );
}

/** The applicant said no to this recipient, whatever its name and the fields were. */
export function hasSaidNo({ permissions }: Pick<Case, "permissions">, recipientId: string) {
  return permissions.some((each) => each.recipientId === recipientId && isNo(each));
}

export function isNo({ state }: Pick<Permission, "state">) {
  return state === "no" || state === "withdrawn";
}

/** How an entry of the directory fits these answers. */
export function fitOf(entry: Entry, answers: ApplicationForm): Fit {
  return entry.kind === "lender" ? fitOfLender(entry.criteria, answers) : fitOfDealer(entry.metro, answers.zip);
}

/** A lender fits who meets all of its criteria. */
export function fitOfLender(criteria: LenderCriteria, answers: ApplicationForm): Fit {
  const findings = findingsFor(criteria, answers);
  return { isSuitable: isSuitable(findings), findings };
}

/** So wide that two places in it may be a day's drive apart. */
const ELSEWHERE = "Elsewhere in Texas";

/** A dealer fits who is where the applicant lives; when we do not know where that is, nothing speaks against any. */
export function fitOfDealer(metro: string, zip: string): Fit {
  const home = metroOf(zip);
  if (home === null) return { isSuitable: true, findings: [{ meets: true, reason: "The ZIP code is in no metro" }] };
  const meets = metro === home;
  return { isSuitable: meets, findings: [{ meets, reason: reason() }] };

  function reason() {
    const [there, here] = [inWords(metro), inWords(home ?? "")];
    const start = there.charAt(0).toUpperCase() + there.slice(1);
    if (!meets) return `${start}, the applicant lives ${here}`;
    return home === ELSEWHERE ? `${start}, as the applicant: check how far` : `${start}, where the applicant lives`;
  }
}

/** What speaks against this one, in words; null when it fits. */
export function misfitInWords({ findings }: Fit) {
  const misses = findings.filter(({ meets }) => !meets);
  return misses.length > 0 ? misses.map(({ reason }) => reason).join("; ") : null;
}

function inWords(metro: string) {
  return metro === ELSEWHERE ? "elsewhere in Texas" : `in ${metro}`;
}
