import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RewardStep, rewardOf, stepOf } from '../contract/calculate.ts';

const step = (given: Partial<RewardStep>): RewardStep => ({
  ...{ minPax: 30, minNights: 0, unit: 'person', amount: 3000 },
  ...given,
});
const team = (pax: number, nights = 0, vehicles = 1) => ({ pax, nights, vehicles });

describe('what a policy pays for a team', () => {
  test('begins with the least number of guests, to the person', () => {
    expect(rewardOf([step({})], team(29))).toBe(0);
    expect(rewardOf([step({})], team(30))).toBe(90_000);
  });

  test('is counted in the unit of its rule', () => {
    expect(rewardOf([step({ unit: 'person_night', amount: 1000 })], team(30, 2))).toBe(60_000);
    expect(rewardOf([step({ unit: 'vehicle', amount: 5000 })], team(30, 0, 6))).toBe(30_000);
    expect(rewardOf([step({ unit: 'group', amount: 5000 })], team(300, 3))).toBe(5000);
  });

  test('of several steps the highest that was reached counts, up to what one team may be paid', () => {
    const steps = [step({}), step({ minPax: 50, amount: 6000, capPerGroup: 320_000 })];
    expect(rewardOf(steps, team(49))).toBe(49 * 3000);
    expect(rewardOf(steps, team(50))).toBe(300_000);
    expect(rewardOf(steps, team(60))).toBe(320_000);
  });

  test('a step that was reached asks no more than the team has, and none that is higher was', () => {
    const steps: fc.Arbitrary<RewardStep[]> = fc.array(
      fc.record({
        minPax: fc.integer({ min: 1, max: 100 }),
        minNights: fc.integer({ min: 0, max: 5 }),
        unit: fc.constantFrom('person' as const, 'group' as const),
        amount: fc.integer({ min: 1, max: 10_000 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 6 }), (all, pax, nights) => {
        const found = stepOf(all, team(pax, nights));
        const reached = all.filter((one) => one.minPax <= pax && one.minNights <= nights);
        if (!found) return reached.length === 0;
        return reached.includes(found) && reached.every((one) => one.minPax <= found.minPax);
      }),
    );
  });
});
