import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  type CreditEventKind,
  creditEventKinds,
  creditLists,
} from '../contract/credit-event-kinds-lists-and-grounds.ts';
import {
  type CountedCreditEvent,
  type CreditScoreFormula,
  calculateReferenceCreditScore,
  creditGradeNames,
  gradeOfScore,
} from '../contract/grade-names-and-reference-credit-score-calculation-for-tests.ts';

const kindNames = Object.keys(creditEventKinds) as CreditEventKind[];
const today = '2026-11-29';

const formulas: fc.Arbitrary<CreditScoreFormula> = fc
  .record({
    base: fc.integer({ min: 0, max: 1000 }),
    bounds: fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 4, maxLength: 4 }),
    rules: fc.uniqueArray(
      fc
        .record({
          kind: fc.constantFrom(...kindNames),
          points: fc.integer({ min: -500, max: 500 }),
          more: fc.integer({ min: 0, max: 500 }),
          months: fc.integer({ min: 1, max: 120 }),
        })
        .map(({ kind, points, more, months }) => ({
          kind,
          points,
          most: Math.max(1, Math.abs(points)) + more,
          months,
        })),
      { selector: ({ kind }) => kind, maxLength: kindNames.length },
    ),
  })
  .map(({ base, bounds, rules }) => {
    const [D = 0, C = 0, B = 0, A = 0] = bounds.toSorted((one, other) => one - other);
    return { base, rules, from: { A, B, C, D } };
  });

const eventLists: fc.Arbitrary<readonly CountedCreditEvent[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kindNames),
      share: fc.integer({ min: 1, max: 100 }),
      ago: fc.integer({ min: -40, max: 4000 }),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ kind, share, ago }, at) => ({ id: at + 1, kind, share, happened_on: addDays(today, -ago) })),
  );

test('a score is base and kinds together, from 0 to 1000, and its explanation names every event that counts', () => {
  fc.assert(
    fc.property(formulas, eventLists, (formula, events) => {
      const { score, kinds, grade, scored_grade } = calculateReferenceCreditScore(formula, events, { day: today });
      const total = kinds.reduce((sum, { points }) => sum + points, formula.base);
      expect(score).toBe(Math.max(0, Math.min(1000, total)));
      expect(grade).toBe(scored_grade);
      for (const one of kinds) {
        const most = formula.rules.find(({ kind }) => kind === one.kind)?.most ?? 0;
        expect(one.sum).toBe(one.events.reduce((sum, { points }) => sum + points, 0));
        expect(Math.abs(one.points)).toBeLessThanOrEqual(most);
        expect(Math.abs(one.points)).toBeLessThanOrEqual(Math.abs(one.sum));
        expect(one.points * one.sum).toBeGreaterThanOrEqual(0);
      }
      const named = kinds.flatMap((one) => one.events.map(({ id }) => id));
      expect(new Set(named).size).toBe(named.length);
    }),
  );
});

test('the order of events does not matter, and each event moves the score in the direction of its points', () => {
  fc.assert(
    fc.property(formulas, eventLists, fc.constantFrom(...kindNames), (formula, events, kind) => {
      const at = (list: readonly CountedCreditEvent[]) => calculateReferenceCreditScore(formula, list, { day: today });
      const before = at(events);
      expect(at(events.toReversed()).score).toBe(before.score);
      const after = at([...events, { id: 1000, kind, share: 100, happened_on: today }]).score;
      const points = formula.rules.find((rule) => rule.kind === kind)?.points ?? 0;
      if (points <= 0) expect(after).toBeLessThanOrEqual(before.score);
      if (points >= 0) expect(after).toBeGreaterThanOrEqual(before.score);
    }),
  );
});

test('an event counts from its day until the day before its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: 3000 }), (months, ago) => {
      const formula: CreditScoreFormula = {
        base: 500,
        rules: [{ kind: 'penalty', points: -100, most: 400, months }],
        from: { A: 800, B: 650, C: 500, D: 350 },
      };
      const happened_on = addDays(today, -ago);
      const scoreOn = (day: string) =>
        calculateReferenceCreditScore(formula, [{ id: 1, kind: 'penalty', share: 100, happened_on }], { day }).score;
      expect(scoreOn(addDays(happened_on, -1))).toBe(500);
      expect(scoreOn(happened_on)).toBe(400);
      // a month has 28 to 31 days
      expect(scoreOn(addDays(happened_on, months * 28 - 1))).toBe(400);
      expect(scoreOn(addDays(happened_on, months * 31))).toBe(500);
    }),
  );
});

test('grades fall with the score, and a list of dishonesty never makes them better', () => {
  fc.assert(
    fc.property(
      formulas,
      eventLists,
      fc.subarray(Object.keys(creditLists) as (keyof typeof creditLists)[]),
      fc.integer({ min: 0, max: 999 }),
      (formula, events, lists, score) => {
        const place = (grade: string) => creditGradeNames.indexOf(grade as 'A');
        expect(place(gradeOfScore(score + 1, formula))).toBeLessThanOrEqual(place(gradeOfScore(score, formula)));
        const free = calculateReferenceCreditScore(formula, events, { day: today });
        const listed = calculateReferenceCreditScore(formula, events, { day: today, lists });
        expect(listed.score).toBe(free.score);
        expect(place(listed.grade)).toBeGreaterThanOrEqual(place(free.grade));
        if (lists.includes('serious')) expect(listed.grade).toBe('E');
        if (lists.includes('minor')) expect(place(listed.grade)).toBeGreaterThanOrEqual(place('D'));
        if (lists.every((one) => one === 'red')) expect(listed.grade).toBe(free.grade);
      },
    ),
  );
});

test('the last day of a short month ends a period that began on a longer one', () => {
  const formula: CreditScoreFormula = {
    base: 500,
    rules: [{ kind: 'complaint', points: -30, most: 240, months: 1 }],
    from: { A: 800, B: 650, C: 500, D: 350 },
  };
  const events: CountedCreditEvent[] = [{ id: 1, kind: 'complaint', share: 50, happened_on: '2026-01-31' }];
  expect(calculateReferenceCreditScore(formula, events, { day: '2026-02-27' }).score).toBe(485);
  expect(calculateReferenceCreditScore(formula, events, { day: '2026-02-28' }).score).toBe(500);
});
