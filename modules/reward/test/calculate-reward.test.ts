import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RewardStep, reachedStepOf, rewardForTeam, type TeamFigures } from '../contract/calculate-reward.ts';

const step = (given: Partial<RewardStep>): RewardStep => ({
  minPax: 30,
  minNights: 0,
  minVehicles: 0,
  minScenic: 0,
  minYear: 0,
  unit: 'person',
  amount: 3000,
  ...given,
});
const team = (pax: number, nights = 0, vehicles = 1, more: Partial<TeamFigures> = {}): TeamFigures => ({
  pax,
  nights,
  vehicles,
  scenic: 0,
  year: pax,
  ...more,
});

describe('the reward of a policy for a team', () => {
  test('begins with the exact minimum number of guests', () => {
    expect(rewardForTeam([step({})], team(29))).toBe(0);
    expect(rewardForTeam([step({})], team(30))).toBe(90_000);
  });

  test('is counted in the unit of its rule', () => {
    expect(rewardForTeam([step({ unit: 'person_night', amount: 1000 })], team(30, 2))).toBe(60_000);
    expect(rewardForTeam([step({ unit: 'vehicle', amount: 5000 })], team(30, 0, 6))).toBe(30_000);
    expect(rewardForTeam([step({ unit: 'group', amount: 5000 })], team(300, 3))).toBe(5000);
  });

  test('is that of the highest step reached, up to the maximum for one team', () => {
    const steps = [step({}), step({ minPax: 50, amount: 6000, capPerGroup: 320_000 })];
    expect(rewardForTeam(steps, team(49))).toBe(49 * 3000);
    expect(rewardForTeam(steps, team(50))).toBe(300_000);
    expect(rewardForTeam(steps, team(60))).toBe(320_000);
  });

  test('may require coaches, paid sights, and a number of guests within the year', () => {
    expect(rewardForTeam([step({ minVehicles: 5 })], team(30, 0, 4))).toBe(0);
    expect(rewardForTeam([step({ minScenic: 2 })], team(30, 0, 1, { scenic: 2 }))).toBe(90_000);
    const tiers = [step({ minPax: 60 }), step({}), step({ minYear: 3000, amount: 5000 })];
    expect(rewardForTeam(tiers, team(60, 0, 1, { year: 2999 }))).toBe(180_000);
    expect(rewardForTeam(tiers, team(60, 0, 1, { year: 3000 }))).toBe(300_000);
  });

  test('comes from the highest step whose requirements the team meets', () => {
    const steps: fc.Arbitrary<RewardStep[]> = fc.array(
      fc.record({
        minPax: fc.integer({ min: 1, max: 100 }),
        minNights: fc.integer({ min: 0, max: 5 }),
        minVehicles: fc.constant(0),
        minScenic: fc.integer({ min: 0, max: 1 }),
        minYear: fc.constant(0),
        unit: fc.constantFrom('person' as const, 'group' as const),
        amount: fc.integer({ min: 1, max: 10_000 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 6 }), (all, pax, nights) => {
        const found = reachedStepOf(all, team(pax, nights));
        const reached = all.filter((one) => one.minPax <= pax && one.minNights <= nights && one.minScenic === 0);
        if (!found) return reached.length === 0;
        return reached.includes(found) && reached.every((one) => one.minPax <= found.minPax);
      }),
    );
  });
});
