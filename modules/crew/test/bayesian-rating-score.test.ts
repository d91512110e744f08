import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bayesianScoreOf,
  firstPrior,
  meanScoreOf,
  priorWeight,
  roundScore,
  scoresPerRating,
} from '../contract/bayesian-rating-score.ts';

const ratings = fc
  .array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: scoresPerRating, maxLength: scoresPerRating }), {
    maxLength: 200,
  })
  .map((all) => ({ count: all.length, total: all.flat().reduce((sum, one) => sum + one, 0) }));
const prior = fc.float({ min: 1, max: 5, noNaN: true });

test("a score is between the prior and one's own mean, the closer to the latter the more ratings there are", () => {
  fc.assert(
    fc.property(ratings, prior, (one, mean) => {
      const [score, own] = [bayesianScoreOf(one, mean), meanScoreOf(one) ?? mean];
      expect(score).toBeGreaterThanOrEqual(Math.min(mean, own) - 1e-9);
      expect(score).toBeLessThanOrEqual(Math.max(mean, own) + 1e-9);
      const twice = { count: one.count * 2, total: one.total * 2 };
      expect(Math.abs(bayesianScoreOf(twice, mean) - own)).toBeLessThanOrEqual(Math.abs(score - own) + 1e-9);
    }),
  );
});

test('a better rating never lowers a score', () => {
  fc.assert(
    fc.property(ratings, prior, fc.integer({ min: 4, max: 19 }), (one, mean, given) => {
      const with_ = (total: number) => bayesianScoreOf({ count: one.count + 1, total: one.total + total }, mean);
      expect(with_(given + 1)).toBeGreaterThan(with_(given));
    }),
  );
});

test('a single five does not make a guide the best', () => {
  expect(roundScore(bayesianScoreOf({ count: 1, total: 20 }, 4))).toBe(4.05);
  expect(roundScore(bayesianScoreOf({ count: priorWeight, total: priorWeight * 20 }, 4))).toBe(4.5);
  expect(bayesianScoreOf({ count: 0, total: 0 }, firstPrior)).toBe(firstPrior);
});
