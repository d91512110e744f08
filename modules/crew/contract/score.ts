/** Ratings that weigh as much as the prior: a guide of few ratings stands near the mean of their prefecture (domain reference §2.F). */
export const priorWeight = 20;
/** Where nobody has been rated yet: the middle between satisfied and very satisfied. */
export const firstPrior = 4;
/** Scores one rating gives, each 1 to 5: service, narration, safety, no forced shopping. */
export const scoresEach = 4;

/** What some ratings come to. */
export interface Ratings {
  readonly count: number;
  /** Of all their scores. */
  readonly total: number;
}

export const meanOf = ({ count, total }: Ratings): number | undefined =>
  count > 0 ? total / (count * scoresEach) : undefined;

/** The Bayesian mean: as if the prior had been given as often as it weighs. Between the mean of one's own and the prior. */
export function scoreOf({ count, total }: Ratings, prior: number, weight = priorWeight): number {
  return (weight * prior + total / scoresEach) / (weight + count);
}

/** Rounded as stored and shown. */
export const roundScore = (score: number): number => Math.round(score * 100) / 100;
