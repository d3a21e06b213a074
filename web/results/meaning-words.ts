import type { Band, Meaning, Obstacle } from "../../db/model/meaning.ts";
import { t } from "../../db/model/words.ts";

/** What a forecast means, in a sentence or two: first what weighs most against somebody, then what that means for them. */
export function meaningWords({ band, obstacle }: Meaning) {
  if (!obstacle) return withoutObstacle[band]();
  return `${obstacles[obstacle]()} ${endings[band]()}`;
}

/** The bands, as stretches of a road. */
export const bandWords: Record<Band, string> = {
  get low() {
    return t`Longer road`;
  },
  get middle() {
    return t`Steady road`;
  },
  get high() {
    return t`Open road`;
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

const endings: Record<Band, () => string> = {
  low: () => t`See below what can help.`,
  middle: () => t`Your other answers help.`,
  high: () => t`Your other answers work in your favor.`,
};

const withoutObstacle: Record<Band, () => string> = {
  low: () => t`Your answers need a closer look. See below what can help.`,
  middle: () => t`Your answers are a good start. See below what can help.`,
  high: () => t`Your answers are what many lenders look for.`,
};
