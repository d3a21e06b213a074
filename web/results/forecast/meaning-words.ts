import type { Improvement } from "../../../db/model/forecast/forecast.ts";
import type { Band, Meaning, Obstacle } from "../../../db/model/forecast/meaning.ts";
import { dollars } from "../../../db/model/money/amount.ts";
import { t } from "../../../db/model/words.ts";

/** What a forecast means, in a few sentences: strengths first, then the main obstacle. */
export function meaningWords({ band, obstacle }: Meaning, strengths: string[]) {
  return `${whatHelps(strengths)} ${obstacle ? `${obstacles[obstacle]()} ${t`See below what can help.`}` : withoutObstacle[band]()}`;
}

function whatHelps([first, second]: string[]) {
  if (!first) return t`We work with every credit situation.`;
  return second ? t`You have ${first} and ${second}. Both help.` : t`You have ${first}. That helps.`;
}

export const bandWords: Record<Band, string> = {
  get low() {
    return t`Needs work`;
  },
  get middle() {
    return t`Solid start`;
  },
  get high() {
    return t`Strong position`;
  },
};

const obstacles: Record<Obstacle, () => string> = {
  repossession: () => t`Fewer lenders say yes after a recent repossession.`,
  bankruptcy: () => t`Fewer lenders say yes after a bankruptcy.`,
  income: () => t`Many lenders ask for a higher income.`,
  autoHistory: () => t`Fewer lenders say yes after a repossession.`,
  housing: () => t`Lenders notice when housing takes a big share of income.`,
  mortgage: () => t`Fewer lenders say yes while mortgage payments are behind.`,
  job: () => t`Many lenders like to see more time on the job.`,
  newBusiness: () => t`Many lenders like to see two years in business.`,
  downPayment: () => t`Many lenders like to see money down.`,
  bank: () => t`Many lenders like to see an active bank account.`,
  residence: () => t`Many lenders like to see more time at one address.`,
};

const withoutObstacle: Record<Band, () => string> = {
  low: () => t`Your answers need a closer look. See below what can help.`,
  middle: () => t`Your answers are a good start. See below what can help.`,
  high: () => t`Your answers are what many lenders look for.`,
};

/** What would raise a forecast. */
export function improvementWords({ change, amount }: Improvement) {
  switch (change) {
    case "downPayment":
      return t`${{ amount: dollars(amount ?? 0) }} more down`;
    case "jobTime":
      return t`${{ amount: amount ?? 0 }} more months on the job`;
    case "bankAccount":
      return t`An active bank account`;
  }
}
