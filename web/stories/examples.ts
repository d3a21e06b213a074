import { t } from "../../db/model/words.ts";

export interface Example {
  name: string;
  city: string;
  quote: string;
  challenge: string;
  solution: string;
  outcome: string;
}

/** All are invented examples and labeled so. They show situations, not customers. */
export const featuredStories = (): Example[] => [
  {
    name: "Maria G.",
    city: "San Antonio",
    quote: t`I told them about the bankruptcy in the first minute. Nobody made me say it twice.`,
    challenge: t`A Chapter 7, discharged three years ago.`,
    solution: t`Only lenders that work with bankruptcies.`,
    outcome: t`A used family SUV with $2,000 down.`,
  },
  {
    name: "James T.",
    city: "Dallas",
    quote: t`They said what would help and what wouldn’t. Then they found a lender that looked at my job.`,
    challenge: t`A repossession 18 months ago, after a layoff.`,
    solution: t`A lender that weighed his year on the job.`,
    outcome: t`A used pickup with $1,000 down.`,
  },
  {
    name: "Ashley R.",
    city: "Austin",
    quote: t`I run my own business. For once, that wasn’t treated as a problem.`,
    challenge: t`Self-employed: no W-2, no pay stubs.`,
    solution: t`A credit union that reads tax returns.`,
    outcome: t`A three-year-old crossover at a 4.9% APR.`,
  },
];

export const shorterStories = (): Example[] => [
  {
    name: "Robert L.",
    city: "Houston",
    quote: t`One hospital stay shouldn’t decide what you drive.`,
    challenge: t`Medical debt in collections.`,
    solution: t`A lender that sets medical bills apart.`,
    outcome: t`A used sedan with $1,000 down.`,
  },
  {
    name: "Denise W.",
    city: "Fort Worth",
    quote: t`It was the first thing in years with only my name on it.`,
    challenge: t`Joint debts left over from a divorce.`,
    solution: t`An application on her income alone.`,
    outcome: t`An SUV titled to her, with $2,000 down.`,
  },
  {
    name: "Carlos M.",
    city: "El Paso",
    quote: t`I sent the form at night and heard from a person before lunch.`,
    challenge: t`A veteran whose credit file had gone quiet.`,
    solution: t`A credit union that counts retirement pay.`,
    outcome: t`A newer pickup at a 4.9% APR.`,
  },
  {
    name: "Tyler B.",
    city: "Lubbock",
    quote: t`I didn’t know what to ask. They told me what I should be asking.`,
    challenge: t`A first-time buyer with no credit at all.`,
    solution: t`A first-time buyer program.`,
    outcome: t`A used hatchback with $1,000 down.`,
  },
];
