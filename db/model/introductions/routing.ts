import type { Change } from "../directory/lenders.ts";
import { type Band, bandOf, scoresIn } from "../forecast/meaning.ts";
import type { ApplicationForm } from "../form/submission.ts";
import { dollars } from "../money/amount.ts";
import { CHEAPEST_FIRST, priorOf } from "./priors.ts";
import { type Entry, type Fit, fitOf } from "./recipient.ts";

/**
 * Which lenders and dealers suit an application, and in which order. It is a suggestion to specialists: nothing goes to
 * anybody without the applicant's yes.
 */

/** Raise it with every change of these rules or of a criterion, since stored suggestions name it. */
export const ROUTING_VERSION = 2;
/** A suggestion's version is so many times `ROUTING_VERSION`, and the version of the directory. */
export const VERSION_STEP = 1_000_000;

/** What we believe of a recipient before it answers (priors.ts) weighs as much as so many of its own decisions. */
const PRIOR_WORTH = 30;
/** Decisions about leads of so many months count. */
export const DECISIONS_COUNT_MONTHS = 24;

/** The expected approval is at most this: the percent of a band times the percent of a recipient. */
const CERTAIN = 10_000;
/** The rank of an application that no lender fits. */
export const LAST_APPROVAL_RANK = CERTAIN;

/** Of each kind, so that a suggestion weighs half a kilobyte however long the directory is. */
const MOST_STORED = 5;

/** How many applications of a band a recipient decided, and approved. */
export interface Answers {
  recipientId: string;
  band: Band;
  decided: number;
  approved: number;
}

/** The active lenders and dealers, and how they answered. */
export interface Directory {
  entries: Entry[];
  answers: Answers[];
}

/** A lender or dealer, how well it fits, and how likely its approval is, from 0 to 10,000. */
export interface Suggested extends Fit {
  entry: Entry;
  expected: number;
  /** How many applications of this band it decided, and approved. */
  own: Pick<Answers, "decided" | "approved">;
}

/**
 * Every lender and dealer: first those that fit, then those that fit if something changes, then the others; lenders before
 * dealers, the likeliest approval first, then the kind that is cheaper for the applicant, then in the firm's order. The same input
 * gives the same order. The score (0-100) counts by its band. ZIP code, age, language and kind of income move no lender
 * (12 CFR 1002.4, 1002.6(b)); the ZIP code decides about dealers, since a car is bought somewhere.
 */
export function route(directory: Directory, answers: ApplicationForm, score: number): Suggested[] {
  const band = bandOf(score);
  return directory.entries
    .map((entry) => {
      const own = directory.answers.find((each) => each.recipientId === entry.id && each.band === band) ?? NO_ANSWERS;
      return { ...fitOf(entry, answers), entry, expected: likelihoodIn(band) * rateOf(entry, band, own), own };
    })
    .toSorted(
      (a, b) =>
        misfit(a) - misfit(b) ||
        Number(a.entry.kind === "dealer") - Number(b.entry.kind === "dealer") ||
        b.expected - a.expected ||
        priceOf(a.entry) - priceOf(b.entry) ||
        a.entry.firmOrder - b.entry.firmOrder ||
        (a.entry.id < b.entry.id ? -1 : 1),
    );
}

/** The queue's order by expected approval: the likeliest has the smallest rank. */
export function approvalRankOf(suggested: Suggested[]) {
  const [best] = suitableLenders(suggested);
  return best ? Math.round(CERTAIN - best.expected) : LAST_APPROVAL_RANK;
}

/** The ids of the first lenders that fit, for lists. */
export function firstLenders(suggested: Suggested[]) {
  return suitableLenders(suggested)
    .slice(0, 3)
    .map(({ entry }) => entry.id);
}

/** What is kept of a suggestion: the first ids in their order, and why others do not fit or what they would take. */
export interface StoredSuggestion {
  fits: string[];
  /** 'income 2000', 'discharge 0'. */
  fitsIf: Record<string, string[]>;
  /** How many lenders do not fit, by each criterion that is not met. */
  no: Record<string, number>;
  dealers: string[];
}

export function suggestionToStore(suggested: Suggested[]): StoredSuggestion {
  const lenders = suggested.filter(({ entry }) => entry.kind === "lender");
  const others = lenders.filter(({ isSuitable }) => !isSuitable);
  return {
    fits: suitableLenders(suggested)
      .slice(0, MOST_STORED)
      .map(({ entry }) => entry.id),
    fitsIf: Object.fromEntries(
      others
        .filter(({ changes }) => changes.length > 0)
        .slice(0, MOST_STORED)
        .map(({ entry, changes }) => [entry.id, changes.map(({ kind, least }) => `${kind} ${least}`)]),
    ),
    no: Object.fromEntries(
      Object.entries(
        Object.groupBy(
          others
            .filter(({ changes }) => changes.length === 0)
            .flatMap(({ findings }) => findings.filter(({ meets }) => !meets)),
          ({ about }) => about,
        ),
      ).map(([about, missed]) => [about, missed.length]),
    ),
    dealers: suggested
      .filter(({ entry, isSuitable }) => entry.kind === "dealer" && isSuitable)
      .slice(0, MOST_STORED)
      .map(({ entry }) => entry.id),
  };
}

/** '1.57', from the number that is stored. */
export function versionInWords(version: number) {
  return `${Math.floor(version / VERSION_STEP)}.${version % VERSION_STEP}`;
}

/** What would make a recipient fit, for staff: 'an income of $2,000 a month and the end of the bankruptcy'. */
export function changesInWords(changes: Change[]) {
  return changes.map(inWords).join(" and ");
}

function inWords({ kind, least }: Change) {
  switch (kind) {
    case "income":
      return `an income of ${dollars(least)} a month`;
    case "repossession":
      return `${least} months since the repossession`;
    case "selfEmployment":
      return `${least} months self-employed`;
    case "discharge":
      return "the end of the bankruptcy";
  }
}

const NO_ANSWERS = { decided: 0, approved: 0 };

/** In percent: what we believe of its kind, moved by each of its own decisions. */
function rateOf(entry: Entry, band: Band, { decided, approved }: Suggested["own"]) {
  const prior = priorOf(entry.kind === "lender" ? entry.category : null, band);
  return Math.round((PRIOR_WORTH * prior + 100 * approved) / (PRIOR_WORTH + decided));
}

/** A smaller number is cheaper for the applicant. */
function priceOf(entry: Entry) {
  return entry.kind === "lender" ? CHEAPEST_FIRST.indexOf(entry.category) : 0;
}

/** In percent: the middle of the band, since a score is a likelihood in percent (db/model/forecast/README.md). */
function likelihoodIn(band: Band) {
  const { from, to } = scoresIn(band);
  return (from + to) / 2;
}

function misfit({ isSuitable, changes }: Fit) {
  if (isSuitable) return 0;
  return changes.length > 0 ? 1 : 2;
}

function suitableLenders(suggested: Suggested[]) {
  return suggested.filter(({ entry, isSuitable }) => isSuitable && entry.kind === "lender");
}
