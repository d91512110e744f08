/**
 * Weight of the prior, in ratings: the score of a guide with few ratings lies near the prefecture's mean (domain
 * reference §2.F).
 */
export const priorWeight = 20;
/** Prior without any rating: halfway between satisfied and very satisfied. */
export const firstPrior = 4;
/** Scores one rating gives, each 1 to 5: service, narration, safety, no forced shopping. */
export const scoresPerRating = 4;

/** Sums over ratings. */
export interface RatingSums {
  readonly count: number;
  /** Sum of all scores. */
  readonly total: number;
}

export const meanScoreOf = ({ count, total }: RatingSums): number | undefined =>
  count > 0 ? total / (count * scoresPerRating) : undefined;

/**
 * The Bayesian mean: adds `weight` virtual ratings of the value `prior`. Lies between the guide's own mean and the
 * prior.
 */
export function bayesianScoreOf({ count, total }: RatingSums, prior: number, weight = priorWeight): number {
  return (weight * prior + total / scoresPerRating) / (weight + count);
}

/** A score rounded to two decimals, as stored and shown. */
export const roundScore = (score: number): number => Math.round(score * 100) / 100;
