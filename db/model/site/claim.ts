import type { LenderCategory } from "../directory/lenders.ts";
import type { Metro } from "../directory/metro.ts";
import type { Measures } from "../forecast/measures.ts";
import { hoursAndMinutes } from "../queue/first-contact.ts";

/**
 * Whether a claim of the public pages holds (16 CFR 465; FTC Act section 5; DTPA 17.46(b)): what was counted, and what a
 * document of the last year says. The claims themselves are in web/copy/claims.
 */

/** Evidence on paper holds so long. After that nobody can say that it is still so. */
const DOCUMENT_MONTHS = 12;
/** With fewer first contacts than this a median means nothing. */
const CONTACTS_NEEDED = 30;
/** With fewer answers than this a share of them means nothing. */
const ANSWERS_NEEDED = 30;
/** 'We answer the same day' holds if so many of a hundred were answered by then. */
const IN_TIME_PERCENT = 90;

export type InMetro = Exclude<Metro, "Elsewhere in Texas">;

/** Claims that pages leave out while nothing proves them, and the others. */
export type ClaimName =
  | "since"
  | "lenderPartners"
  | "majorBanks"
  | "creditUnions"
  | "autoFinanceCompanies"
  | "specialtyLenders"
  | "accuracy"
  | "businessHoursResponse"
  | "dealerships"
  | `dealers in ${InMetro}`
  | `lenders in ${InMetro}`
  | "satisfaction"
  | "terms"
  | "response"
  | "replyWithin"
  | "availability"
  | "counties"
  | "languages"
  | "formMinutes"
  | "guidance"
  | "rules"
  | "hours"
  | "population"
  | "timeline"
  | "free"
  | "noCreditPull"
  | "tcpa"
  | "stories";

/** What the site has counted by itself. */
export interface Counted {
  /** Active ones in the directory. */
  lenders: Partial<Record<LenderCategory, number>>;
  dealers: Partial<Record<Metro, number>>;
  /** First contacts of the last weeks: how many, how many by the time that we promised, and the median in minutes of business hours. */
  contacts: { count: number; inTime: number; businessMedian: number | null };
  /** Answers of the last year to our survey, and how many would recommend us. */
  satisfaction: { answered: number; recommending: number };
  /** Applications on which a lender decided. */
  forecast: { outcomes: number; needed: number; measures: Measures | null };
}

/** What was counted about a claim, in words, and whether it agrees; null if it is too little to say. */
export interface Reading {
  words: string;
  agrees: boolean | null;
}

export type Evidence =
  | { by: "count"; read: (counted: Counted) => Reading }
  | { by: "document"; title: string /** '2026-05-01' */; date: string; who: string }
  /** Nothing to prove: what the site itself does, or advice. */
  | { by: "site"; how: string };

export interface Claim {
  name: ClaimName;
  /** What the pages say. */
  says: string;
  /** Where the words stand: a file, and something in their line. */
  at: [file: string, text: string];
  /** The pages that say it, without /results and /thank-you. */
  where: string[];
  evidence: Evidence | null;
  /** What the pages say while nothing proves it; null if it is a promise, a rule or advice, which stays. */
  instead: string | null;
}

export type ClaimState = "proven" | "unproven" | "out of date" | "contradicted" | "not a matter of proof";

/** Whether a claim holds, and by what. `counted` is null where nothing was counted yet. */
export function stateOf({ evidence }: Pick<Claim, "evidence">, counted: Counted | null, now: Date) {
  if (evidence === null) return { state: "unproven", words: "nothing" } as const;
  if (evidence.by === "site") return { state: "not a matter of proof", words: evidence.how } as const;
  if (evidence.by === "document") {
    const until = new Date(evidence.date);
    until.setUTCMonth(until.getUTCMonth() + DOCUMENT_MONTHS);
    const words = `${evidence.title} of ${evidence.date}, by ${evidence.who}; holds until ${until.toISOString().slice(0, 10)}`;
    return { state: until > now ? "proven" : "out of date", words } as const;
  }
  const { words, agrees } = counted ? evidence.read(counted) : { words: "nothing counted", agrees: null };
  return { state: agrees === null ? "unproven" : agrees ? "proven" : "contradicted", words } as const;
}

/** The names of claims that pages leave out: nothing proves them, or not any more. */
export function unproven(claims: Claim[], counted: Counted | null, now: Date) {
  return claims
    .filter((claim) => claim.instead !== null && /unproven|out of date/.test(stateOf(claim, counted, now).state))
    .map(({ name }) => name);
}

/** Each claim that what was counted contradicts, with what to do. `lineOf` tells where words stand. */
export function contradictions(
  claims: Claim[],
  counted: Counted | null,
  now: Date,
  lineOf: (file: string, text: string) => number,
) {
  return claims.flatMap((claim) => {
    const { state, words } = stateOf(claim, counted, now);
    if (state !== "contradicted") return [];
    const [file, text] = claim.at;
    const withdraw = claim.instead === null ? "" : `, or withdraw it (evidence: null in web/copy/claims/register.ts)`;
    return `${file}:${lineOf(file, text)} says '${claim.says}', but this was counted: ${words}. Write there what is true${withdraw}.`;
  });
}

/** Whether the directory has so many; an empty one says nothing yet. */
export function inDirectory(
  counts: Partial<Record<string, number>>,
  least: number,
  what: string,
  of?: string,
): Reading {
  const all = Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
  const count = of === undefined ? all : (counts[of] ?? 0);
  return { words: `${what} in the directory: ${count}`, agrees: all === 0 ? null : count >= least };
}

/** Whether half of all first contacts came within so many business hours. */
export function medianWithin(hours: number, { contacts: { count, businessMedian } }: Counted): Reading {
  if (count < CONTACTS_NEEDED || businessMedian === null) return tooFew(count, CONTACTS_NEEDED, "first contacts");
  const words = `a median first contact of ${hoursAndMinutes(businessMedian)} in business hours`;
  return { words, agrees: businessMedian <= hours * 60 };
}

/** Whether nearly all first contacts came by the time that we promise. */
export function inTime({ contacts: { count, inTime } }: Counted): Reading {
  if (count < CONTACTS_NEEDED) return tooFew(count, CONTACTS_NEEDED, "first contacts");
  const percent = Math.round((100 * inTime) / count);
  return { words: `${percent}% of first contacts in time`, agrees: percent >= IN_TIME_PERCENT };
}

/** Whether so many percent of forecasts can have been right. */
export function rightShare(percent: number, { forecast: { outcomes, needed, measures } }: Counted): Reading {
  if (!measures) return tooFew(outcomes, needed, "outcomes of the forecast");
  const [low, high] = measures.shareRightInterval.map((share) => Math.round(100 * share)) as [number, number];
  const words = `${Math.round(100 * measures.shareRight)}% right (${low}-${high}%) in ${outcomes} outcomes`;
  return { words, agrees: high >= percent };
}

/** Whether at least so many percent of those who answered our survey would recommend us. */
export function recommended(percent: number, { satisfaction: { answered, recommending } }: Counted): Reading {
  if (answered < ANSWERS_NEEDED) return tooFew(answered, ANSWERS_NEEDED, "answers to our survey");
  const share = Math.floor((100 * recommending) / answered);
  return { words: `${share}% of ${answered} who answered would recommend us`, agrees: share >= percent };
}

function tooFew(count: number, needed: number, what: string): Reading {
  return { words: `${what}: ${count}. Too few to say: ${needed} are needed`, agrees: null };
}
