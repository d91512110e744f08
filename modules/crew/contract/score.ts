/**
 * Weight of the prior, in ratings: the score of a guide with few ratings lies near the prefecture's mean (domain
 * reference §2.F).
 */
export const priorWeight = 20;
/** Prior without any rating: halfway between satisfied and very satisfied. */
export const firstPrior = 4;
/** Scores one rating gives, each 1 to 5: service, narration, safety, no forced shopping. */
export const scoresEach = 4;

/** Sums over ratings. */
export interface Ratings {
  readonly count: number;
  /** Sum of all scores. */
  readonly total: number;
}

export const meanOf = ({ count, total }: Ratings): number | undefined =>
  count > 0 ? total / (count * scoresEach) : undefined;

/**
 * The Bayesian mean: adds `weight` virtual ratings of the value `prior`. Lies between the guide's own mean and the
 * prior.
 */
export function scoreOf({ count, total }: Ratings, prior: number, weight = priorWeight): number {
  return (weight * prior + total / scoresEach) / (weight + count);
}

/** A score rounded to two decimals, as stored and shown. */
export const roundScore = (score: number): number => Math.round(score * 100) / 100;
