import type { Change, Finding, LenderCategory } from "../directory/lenders.ts";
import { totalMonths } from "../form/application.ts";
import type { ApplicationForm } from "../form/submission.ts";
import { dollars } from "../money/amount.ts";
import { capitalized } from "../time/promised-time.ts";
import { locale, plural, t } from "../words.ts";
import type { Fit } from "./recipient.ts";
import type { Suggested } from "./routing.ts";

/** What applicants read about lenders: which kinds fit, never which ones, and never as a promise. */
export interface LenderWords {
  title: string;
  /** Sentences; the first one is what matters. */
  text: string[];
}

const MOST_WAYS = 2;

/**
 * Which kinds of lenders fit, how many, why, and why in this order, from what `route` suggests; if none does, what would change that.
 * `score`: the forecast, 0-100; null without one.
 */
export function lendersInWords(suggested: Suggested[], answers: ApplicationForm, score: number | null): LenderWords {
  const judged = suggested.flatMap(({ entry, ...fit }) =>
    entry.kind === "lender" ? [{ category: entry.category, ...fit }] : [],
  );
  const fitting = judged.filter(({ isSuitable }) => isSuitable);
  const court =
    answers.bankruptcyStatus === "Open"
      ? [t`With an open bankruptcy, the court or the trustee has to permit a new loan first.`]
      : [];
  if (judged.length === 0)
    return { title: t`Finding a lender`, text: [t`A specialist will look for a lender for you.`] };
  if (fitting.length === 0) {
    const ways = waysToFit(judged);
    return {
      title: t`Finding a lender`,
      text: [
        t`Today none of our lenders takes ${{ facts: and(factsMissed(judged, answers)) }}.`,
        ...(ways.length > 0 ? [t`What would change that: ${{ ways: or(ways) }}.`] : []),
        t`A specialist will still look for a lender for you.`,
        ...court,
      ],
    };
  }
  const kinds = capitalized(and(kindsOf(fitting, answers)));
  const facts = and(factsIn(answers).map(({ words }) => words));
  return {
    title: t`Lenders that fit`,
    text: [
      plural(fitting.length, {
        one: t`${kinds} fits what you told us.`,
        other: t`${kinds} fit what you told us.`,
      }),
      plural(fitting.length, {
        one: t`We’ll ask you before anything goes there.`,
        other: t`We’ll ask you before anything goes to any of them.`,
      }),
      plural(fitting.length, {
        one: t`Why: its own rules allow for ${facts}.`,
        other: t`Why: their own rules allow for ${facts}.`,
      }),
      ...whyInThisOrder(fitting, score),
      ...court,
    ],
  };
}

interface Judged extends Fit {
  category: LenderCategory;
}

/** 'two credit unions', the likeliest kind first. */
function kindsOf(fitting: Judged[], answers: ApplicationForm) {
  const byKind = Map.groupBy(fitting, ({ category }) => category);
  return [...byKind].map(([category, { length }]) => kindInWords(category, length, answers));
}

/** Nothing without a forecast, or where all are of one kind. */
function whyInThisOrder(fitting: Judged[], score: number | null) {
  const [first] = fitting;
  if (score === null || !first || fitting.every(({ category }) => category === first.category)) return [];
  return [
    t`Why in this order: with a forecast of ${score}, ${kindAtAll(first.category)} are the likeliest to say yes.`,
  ];
}

function kindAtAll(category: LenderCategory) {
  switch (category) {
    case "Major banks":
      return t`banks`;
    case "Credit unions":
      return t`credit unions`;
    case "Auto finance companies":
      return t`auto finance companies`;
    case "Specialty lenders":
      return t`specialty lenders`;
  }
}

function kindInWords(category: LenderCategory, count: number, answers: ApplicationForm) {
  const many = numberInWords(count);
  switch (category) {
    case "Major banks":
      return plural(count, { one: t`one bank`, other: t`${many} banks` });
    case "Credit unions":
      return plural(count, { one: t`one credit union`, other: t`${many} credit unions` });
    case "Auto finance companies":
      return plural(count, { one: t`one auto finance company`, other: t`${many} auto finance companies` });
    case "Specialty lenders":
      return specialtyInWords(count, many, answers);
  }
}

/** Specialty lenders, named for what they are special in, if that is why they may suit. */
function specialtyInWords(count: number, many: string, answers: ApplicationForm) {
  if (answers.bankruptcyStatus === "Open") {
    return plural(count, { one: t`one lender for open bankruptcies`, other: t`${many} lenders for open bankruptcies` });
  }
  if (answers.bankruptcyStatus === "Discharged") {
    return plural(count, {
      one: t`one lender for recent bankruptcies`,
      other: t`${many} lenders for recent bankruptcies`,
    });
  }
  if (answers.repoLast12Months) {
    return plural(count, {
      one: t`one lender for recent repossessions`,
      other: t`${many} lenders for recent repossessions`,
    });
  }
  return plural(count, { one: t`one specialty lender`, other: t`${many} specialty lenders` });
}

/** What lenders look at in these answers, each with the criteria that it may miss. */
function factsIn(answers: ApplicationForm): { words: string; missed: Finding["about"][] }[] {
  const { grossMonthlyIncome, bankruptcyStatus, autoFinanceHistory } = answers;
  const months = totalMonths(answers.timeOnCurrentJobYears, answers.timeOnCurrentJobMonths);
  const isFirstLoan = autoFinanceHistory === "No Auto Loan History";
  const facts: [boolean, string, ...Finding["about"][]][] = [
    [true, t`an income of ${{ amount: dollars(grossMonthlyIncome) }} a month`, "minimumIncome"],
    [answers.employmentType === "Self-Employed/1099", ownBusiness(months), "monthsSelfEmployed"],
    [bankruptcyStatus === "Open", t`an open bankruptcy`, "acceptsOpenBankruptcy", "creditSituation"],
    [bankruptcyStatus === "Discharged", t`a discharged bankruptcy`, "creditSituation"],
    [answers.repoLast12Months, t`a repossession in the last 12 months`, "monthsSinceRepossession", "creditSituation"],
    [
      !answers.repoLast12Months && autoFinanceHistory.startsWith("Repo"),
      t`an earlier repossession`,
      "monthsSinceRepossession",
      "creditSituation",
    ],
    [answers.mortgageDelinquent, t`late mortgage payments`, "creditSituation"],
    [isFirstLoan, t`a first auto loan`, "creditSituation"],
  ];
  return facts.filter(([isSo]) => isSo).map(([, words, ...missed]) => ({ words, missed }));
}

/** The facts that keep at least one lender from fitting. No lender takes all of them. */
function factsMissed(judged: Fit[], answers: ApplicationForm) {
  const missed = judged.flatMap(({ findings }) => findings.filter(({ meets }) => !meets).map(({ about }) => about));
  return factsIn(answers)
    .filter((fact) => fact.missed.some((about) => missed.includes(about)))
    .map(({ words }) => words);
}

/** The easiest ways to fit a lender, each with the least that is needed. */
function waysToFit(judged: Fit[]) {
  const byKinds = Map.groupBy(
    judged.map(({ changes }) => changes).filter((changes) => changes.length > 0),
    (changes) => changes.map(({ kind }) => kind).join(),
  );
  const total = (changes: Change[]) => changes.reduce((sum, { least }) => sum + least, 0);
  return [...byKinds.values()]
    .map((same) => same.toSorted((a, b) => total(a) - total(b))[0] ?? [])
    .toSorted((a, b) => a.length - b.length)
    .slice(0, MOST_WAYS)
    .map((changes) => and(changes.map(changeInWords)));
}

function changeInWords({ kind, least }: Change) {
  switch (kind) {
    case "income":
      return t`an income of ${{ amount: dollars(least) }} a month or more`;
    case "repossession":
      return t`${least} months since the repossession`;
    case "selfEmployment":
      return ownBusiness(least);
    case "discharge":
      return t`the discharge of your bankruptcy`;
  }
}

function ownBusiness(months: number) {
  return plural(months, {
    one: t`${months} month in your own business`,
    other: t`${months} months in your own business`,
  });
}

function numberInWords(count: number) {
  const words = [t`two`, t`three`, t`four`, t`five`, t`six`, t`seven`, t`eight`, t`nine`];
  return words[count - 2] ?? String(count);
}

function and(words: string[]) {
  return new Intl.ListFormat(locale()).format(words);
}

function or(words: string[]) {
  return new Intl.ListFormat(locale(), { type: "disjunction" }).format(words);
}
