import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from '../text/text.ts';
import {
  type LevelStepsInForce,
  levelFromStepsInForce,
  levelStepsAfterGap,
  levelStepsAfterReading,
} from './time-series-level-steps-with-hysteresis.ts';

const label = text('预警', 'Warning');
const levels = { steps: { 80: label, 90: label, 100: label }, downBy: 5, after: { minutes: 10 } };
const wait = levels.after.minutes * 60;
const steps = [80, 90, 100];

/** The level after each value, one a minute. */
function levelsOf(percents: readonly number[], every = 60): number[] {
  let inForce: LevelStepsInForce = {};
  return percents.map((percent, place) => {
    inForce = levelStepsAfterReading(levels, inForce, { at: place * every, percent });
    return levelFromStepsInForce(inForce);
  });
}

test('a level begins at once and ends after ten minutes below it', () => {
  expect(levelsOf([79, 80, 95, 101])).toEqual([0, 80, 90, 100]);
  // 76 is not five points below 80, so the level stays for ever
  expect(levelsOf([80, ...Array<number>(30).fill(76)]).at(-1)).toBe(80);
  const below = levelsOf([80, ...Array<number>(12).fill(74)]);
  expect(below.slice(0, 11)).toEqual(Array(11).fill(80));
  expect(below.slice(11)).toEqual([0, 0]);
  // one value above begins the waiting anew
  expect(levelsOf([80, ...Array<number>(9).fill(74), 75, ...Array<number>(10).fill(74)]).at(-1)).toBe(80);
  // it ends step by step: after 100, 88 is below 95 but not below 85
  expect(levelsOf([100, ...Array<number>(12).fill(88)]).at(-1)).toBe(90);
});

test('after a gap the ten minutes begin anew', () => {
  const waiting = levelStepsAfterReading(levels, levelStepsAfterReading(levels, {}, { at: 0, percent: 90 }), {
    at: 60,
    percent: 10,
  });
  expect(waiting).toEqual({ 80: 60, 90: 60 });
  expect(
    levelFromStepsInForce(levelStepsAfterReading(levels, levelStepsAfterGap(waiting), { at: 7200, percent: 10 })),
  ).toBe(90);
  expect(levelFromStepsInForce(levelStepsAfterReading(levels, waiting, { at: 7200, percent: 10 }))).toBe(0);
});

const course = fc.array(
  fc.record({ percent: fc.double({ min: 0, max: 130, noNaN: true }), pause: fc.integer({ min: 1, max: 900 }) }),
  { minLength: 1, maxLength: 60 },
);

test('whatever the course of the values, no level is missed, left early, or kept too long', () => {
  fc.assert(
    fc.property(course, (values) => {
      let inForce: LevelStepsInForce = {};
      let at = 0;
      const seen: { at: number; percent: number }[] = [];
      let before = 0;
      for (const { percent, pause } of values) {
        at += pause;
        seen.push({ at, percent });
        inForce = levelStepsAfterReading(levels, inForce, { at, percent });
        const level = levelFromStepsInForce(inForce);
        const plain = Math.max(0, ...steps.filter((step) => percent >= step));
        expect(level).toBeGreaterThanOrEqual(plain);
        // it rises to nothing but what was reached, and all steps below are in force too
        if (level > before) expect(level).toBe(plain);
        for (const step of steps.filter((one) => one <= level)) expect(inForce[step]).toBeDefined();
        for (const step of steps) {
          const near = seen.findLastIndex((one) => one.percent >= step - levels.downBy);
          const firstBelow = seen[near + 1];
          // left: ten minutes were seen below it
          if (before >= step && level < step) expect(at - (firstBelow?.at ?? at)).toBeGreaterThanOrEqual(wait);
          // in force: it was not below for ten minutes
          if (level >= step && firstBelow) expect(at - firstBelow.at).toBeLessThan(wait);
        }
        before = level;
      }
    }),
  );
});
