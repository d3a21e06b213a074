import { type Case, type Permission, type Refused, refusedSending, refusedWork } from "../case/case.ts";
import {
  type Change,
  type Finding,
  findingsFor,
  isSuitable,
  type LenderCategory,
  type LenderCriteria,
} from "../directory/lenders.ts";
import { metroOf } from "../directory/metro.ts";
import type { RecipientKind } from "../directory/recipient-kind.ts";
import type { ApplicationForm } from "../form/submission.ts";
import type { Member } from "../staff/member.ts";
import { areSentToday, type Decision } from "./permission.ts";

/** How well a lender or dealer matches an application. */
export interface Fit {
  isSuitable: boolean;
  findings: Finding[];
  /** The one or two things that would make it fit; empty if it fits, or if no so small change would. */
  changes: Change[];
}

/** With more to change, it does not fit. */
const MOST_CHANGES = 2;

/** A lender or dealer in the directory. */
export type Entry = { id: string; name: string; leadAddress: string; firmOrder: number } & (
  | { kind: "lender"; category: LenderCategory; criteria: LenderCriteria }
  | { kind: "dealer"; metro: string; isByLink: boolean }
);

/** A lender or dealer who may get this application once the applicant says yes. */
export interface Recipient {
  kind: RecipientKind;
  id: string;
  name: string;
  address: string;
  /** Why the member chose this one although it does not fit; null if it fits. */
  reason: string | null;
}

/** The refusal for an entry that is missing from the directory or inactive. */
export const UNKNOWN_RECIPIENT = "Choose a lender or dealer from the directory.";

/**
 * The recipient for this case. Refused if the member may not work on it, if it is closed or stopped, and if the
 * recipient does not fit and no reason is given. A no needs no fit.
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

/** The applicant's answer to this recipient, if it was about the present name and the fields that we send today. */
export function permissionFor(
  { permissions }: Pick<Case, "permissions">,
  { kind, id, name }: Pick<Recipient, "kind" | "id" | "name">,
) {
  return permissions.find(
    (each) => each.recipientId === id && each.recipientName === name && areSentToday(each.fields, kind),
  );
}

/** Whether the applicant ever said no to this recipient, under any name and for any fields. */
export function hasSaidNo({ permissions }: Pick<Case, "permissions">, recipientId: string) {
  return permissions.some((each) => each.recipientId === recipientId && isNo(each));
}

export function isNo({ state }: Pick<Permission, "state">) {
  return state === "no" || state === "withdrawn";
}

/** How well an entry of the directory matches these answers. */
export function fitOf(entry: Entry, answers: ApplicationForm): Fit {
  return entry.kind === "lender" ? fitOfLender(entry.criteria, answers) : fitOfDealer(entry.metro, answers.zip);
}

/** A lender fits if the answers meet all of its criteria. */
export function fitOfLender(criteria: LenderCriteria, answers: ApplicationForm): Fit {
  const findings = findingsFor(criteria, answers);
  return { isSuitable: isSuitable(findings), findings, changes: changesIn(findings) };
}

/** Everything that the findings ask to change, the most of each kind. */
function changesIn(findings: Finding[]) {
  const missed = findings.filter(({ meets }) => !meets).map(({ changes }) => changes);
  if (missed.includes(undefined)) return [];
  const byKind = Map.groupBy(
    missed.flatMap((changes) => changes ?? []),
    ({ kind }) => kind,
  );
  const changes = [...byKind.values()].flatMap((same) => same.toSorted((a, b) => b.least - a.least).slice(0, 1));
  return changes.length <= MOST_CHANGES ? changes : [];
}

/** Two places in this region may be a day's drive apart. */
const ELSEWHERE = "Elsewhere in Texas";

/** A dealer fits if the applicant lives in its metro area. If we do not know where they live, every dealer fits. */
export function fitOfDealer(metro: string, zip: string): Fit {
  const home = metroOf(zip);
  const found = (meets: boolean, reason: string) => ({
    isSuitable: meets,
    findings: [{ about: "metro" as const, meets, reason }],
    changes: [],
  });
  if (home === null) return found(true, "The ZIP code is in no metro");
  const meets = metro === home;
  return found(meets, reason());

  function reason() {
    const [there, here] = [inWords(metro), inWords(home ?? "")];
    const start = there.charAt(0).toUpperCase() + there.slice(1);
    if (!meets) return `${start}, the applicant lives ${here}`;
    return home === ELSEWHERE ? `${start}, as the applicant: check how far` : `${start}, where the applicant lives`;
  }
}

/** What does not fit, in words; null if everything fits. */
export function misfitInWords({ findings }: Fit) {
  const misses = findings.filter(({ meets }) => !meets);
  return misses.length > 0 ? misses.map(({ reason }) => reason).join("; ") : null;
}

function inWords(metro: string) {
  return metro === ELSEWHERE ? "elsewhere in Texas" : `in ${metro}`;
}
