/** With fewer outcomes than this, the measures mean nothing. */
export const OUTCOMES_NEEDED = 350;
const EVEN_ODDS = 50;
const Z_95 = 1.959964;
const BINS = 10;

/** How many decided applications had this score (0-100), and how many of them were approved within 30 days. */
export interface ScoreCount {
  score: number;
  count: number;
  approved: number;
}

export interface CalibrationBin {
  /** Scores from `from` up to, not including, `to`; the last bin includes 100. */
  from: number;
  to: number;
  count: number;
  /** Mean forecast and share approved, from 0 to 1. */
  forecast: number;
  observed: number;
  interval: Interval;
}

/** The ends of a 95% Wilson score interval, from 0 to 1. */
export type Interval = [low: number, high: number];

export interface Measures {
  count: number;
  baseRate: number;
  /** The share where 'score of 50 or more' agrees with 'approved'. */
  shareRight: number;
  shareRightInterval: Interval;
  /** The chance that an approved application scored above another (ties: half); null if all ended alike. */
  auc: number | null;
  /** Mean squared distance between forecast and result: 0 is perfect, 0.25 a coin toss. */
  brier: number;
  bins: CalibrationBin[];
}

/** How forecasts compare with results, from one row per score; null while there are too few outcomes. */
export function measure(scores: ScoreCount[]): Measures | null {
  const count = sum(scores, (each) => each.count);
  if (count < OUTCOMES_NEEDED) return null;
  const approved = sum(scores, (each) => each.approved);
  const right = sum(scores, (each) => (each.score >= EVEN_ODDS ? each.approved : each.count - each.approved));
  const squares = sum(scores, ({ score, count, approved }) => {
    const forecast = score / 100;
    return approved * (1 - forecast) ** 2 + (count - approved) * forecast ** 2;
  });
  return {
    count,
    baseRate: approved / count,
    shareRight: right / count,
    shareRightInterval: wilson(right, count),
    auc: aucOf(scores, approved, count - approved),
    brier: squares / count,
    bins: binsOf(scores),
  };
}

/** The 95% Wilson score interval of a share. */
export function wilson(hits: number, count: number): Interval {
  const share = hits / count;
  const z2 = Z_95 ** 2;
  const centre = share + z2 / (2 * count);
  const spread = Z_95 * Math.sqrt((share * (1 - share) + z2 / (4 * count)) / count);
  const scale = 1 + z2 / count;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

function aucOf(scores: ScoreCount[], approved: number, others: number) {
  if (approved === 0 || others === 0) return null;
  let below = 0;
  let wins = 0;
  for (const each of [...scores].sort((a, b) => a.score - b.score)) {
    const othersHere = each.count - each.approved;
    wins += each.approved * (below + othersHere / 2);
    below += othersHere;
  }
  return wins / (approved * others);
}

function binsOf(scores: ScoreCount[]): CalibrationBin[] {
  const width = 100 / BINS;
  return Array.from({ length: BINS }, (_, index) => {
    const within = scores.filter(({ score }) => Math.min(Math.floor(score / width), BINS - 1) === index);
    const count = sum(within, (each) => each.count);
    const approved = sum(within, (each) => each.approved);
    return {
      from: index * width,
      to: (index + 1) * width,
      count,
      forecast: sum(within, (each) => each.score * each.count) / count / 100,
      observed: approved / count,
      interval: wilson(approved, count),
    };
  }).filter(({ count }) => count > 0);
}

function sum<Item>(items: Item[], value: (item: Item) => number) {
  return items.reduce((total, item) => total + value(item), 0);
}
