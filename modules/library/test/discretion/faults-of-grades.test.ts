import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textIn } from '#kernel/text/text.ts';
import type { EnteredFine } from '../../contract/cause/statutory-fine-range-and-faults.ts';
import type { GradeKind } from '../../contract/discretion/discretion-grades-and-levels-of-harm-options.ts';
import {
  type EnteredGrade,
  faultsOfDiscretionGrades,
  finesWithoutGrade,
} from '../../contract/discretion/find-faults-of-grades-of-fines.ts';

const yuan = (amount: number) => amount.toFixed(2);
const fine: EnteredFine = { base: 'fixed', fine_min: yuan(10_000), fine_max: yuan(50_000) };
const multiple: EnteredFine = { base: 'gains', multiple_min: 1, multiple_max: 5 };
const graded = (grade: GradeKind, from?: number, to?: number, penalty_no = 1): EnteredGrade => ({
  grade,
  penalty_no,
  ...(from === undefined ? {} : { fine_from: yuan(from) }),
  ...(to === undefined ? {} : { fine_to: yuan(to) }),
});
const tiled = [
  graded('none'),
  graded('mitigated', 0, 10_000),
  graded('lenient', 10_000, 20_000),
  graded('ordinary', 20_000, 35_000),
  graded('severe', 35_000, 50_000),
];

/** Faults as people read them: row (from 1), field, message. */
const told = (penalties: readonly EnteredFine[], grades: readonly EnteredGrade[]) =>
  faultsOfDiscretionGrades(penalties, grades).map(
    ({ row, field, message, values }) => `${row + 1} ${field} ${textIn(message, 'zh-cn', values)}`,
  );
/** The five grades with one of them replaced. */
const withGrade = (at: number, grade: EnteredGrade) => tiled.map((one, place) => (place === at ? grade : one));

describe('grades of a fine', () => {
  test('tile the range of the statute', () => {
    expect(told([fine], tiled)).toEqual([]);
    expect(told([fine], tiled.toReversed())).toEqual([]);
  });

  test('leave no gap, at either end or in between', () => {
    expect(told([fine], withGrade(2, graded('lenient', 12_000, 20_000)))).toEqual([
      '3 fine_from 10000.00 至 12000.00 没有档次',
    ]);
    expect(told([fine], withGrade(3, graded('ordinary', 20_000, 30_000)))).toEqual([
      '5 fine_from 30000.00 至 35000.00 没有档次',
    ]);
    expect(told([fine], withGrade(4, graded('severe', 35_000, 45_000)))).toEqual([
      '5 fine_to 45000.00 至 50000.00 没有档次',
    ]);
  });

  test('do not overlap', () => {
    expect(told([fine], withGrade(3, graded('ordinary', 15_000, 35_000)))).toEqual([
      '4 fine_from 与第 3 行重叠：15000.00 至 20000.00',
    ]);
    expect(told([fine], [...tiled, graded('severe', 35_000, 50_000)])).toEqual([
      '6 fine_from 与第 5 行重叠：35000.00 至 50000.00',
    ]);
  });

  test('stay within the statute; a mitigated penalty stays below it', () => {
    expect(told([fine], withGrade(2, graded('lenient', 5000, 20_000)))).toEqual([
      '3 fine_from 超出法定幅度 10000.00 至 50000.00',
    ]);
    expect(told([fine], withGrade(4, graded('severe', 35_000, 50_000.01)))).toEqual([
      '5 fine_to 超出法定幅度 10000.00 至 50000.00',
    ]);
    expect(told([fine], withGrade(1, graded('mitigated', 5000, 15_000)))).toEqual([
      '2 fine_to 减轻处罚须低于法定下限 10000.00',
    ]);
    expect(told([fine], withGrade(0, graded('none', 0, 100)))).toEqual(['1 fine_from 不予处罚不填幅度']);
  });

  test('are not more lenient the higher they are', () => {
    expect(told([fine], [graded('severe', 10_000, 30_000), graded('lenient', 30_000, 50_000)])).toEqual([
      '2 fine_from 比第 1 行轻，幅度却更高',
    ]);
  });

  test('are amounts or multiples as the statute says, of a fine that it has', () => {
    expect(told([multiple], [graded('ordinary', 1, 5)])).toEqual(['1 fine_from 该行罚款按倍数计，请填写倍数']);
    const byMultiple = { grade: 'ordinary', penalty_no: 1, multiple_from: 1, multiple_to: 5 } as const;
    expect(told([multiple], [byMultiple])).toEqual([]);
    expect(told([fine], [byMultiple])).toEqual(['1 multiple_from 该行罚款按金额计，请填写金额']);
    expect(told([fine], [graded('ordinary', 10_000, 50_000, 2)])).toEqual(['1 penalty_no 该案由没有第 2 行罚款幅度']);
    expect(told([], [graded('ordinary')])).toEqual([]);
    expect(told([], [graded('ordinary', 1, 2)])).toEqual(['1 fine_from 该案由没有罚款幅度']);
    expect(told([fine], [graded('ordinary')])).toEqual(['1 fine_to 须填写幅度']);
    expect(told([fine], [graded('ordinary', 20_000, 10_000)])).toEqual(['1 fine_to 不能低于起点']);
  });

  test('each fine is graded by itself, and those without grades are named', () => {
    const both = [fine, multiple];
    expect(told(both, tiled)).toEqual([]);
    expect(finesWithoutGrade(both, tiled)).toEqual([2]);
    expect(finesWithoutGrade(both, [graded('none'), graded('mitigated', 0, 1, 2)])).toEqual([1, 2]);
  });
});

/** A statutory range of whole yuan, and cuts within it. */
const statute = fc
  .record({ least: fc.nat(20), width: fc.integer({ min: 1, max: 20 }) })
  .map(({ least, width }) => ({ least, most: least + width }));

test('any way of cutting the range is accepted', () => {
  const cuts = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { maxLength: 8 });
  fc.assert(
    fc.property(statute, cuts, fc.boolean(), ({ least, most }, shares, byMultiple) => {
      const at = (share: number) => Math.round((least + share * (most - least)) * 100) / 100;
      const ends = [...new Set([least, ...shares.map(at), most])].toSorted((a, b) => a - b);
      const grades = ends.slice(1).map((to, place) => {
        const from = ends[place] as number;
        const grade = place === 0 && ends.length > 2 ? 'lenient' : 'ordinary';
        return byMultiple
          ? { grade, penalty_no: 1, multiple_from: from, multiple_to: to }
          : { grade, penalty_no: 1, fine_from: yuan(from), fine_to: yuan(to) };
      });
      const range: EnteredFine = byMultiple
        ? { base: 'gains', multiple_min: least, multiple_max: most }
        : { base: 'fixed', fine_min: yuan(least), fine_max: yuan(most) };
      expect(told([range], grades)).toEqual([]);
    }),
  );
});

test('grades are accepted if and only if each amount belongs to exactly one', () => {
  const grade = fc.record({
    grade: fc.constantFrom<GradeKind>('lenient', 'ordinary', 'severe'),
    from: fc.nat(12),
    width: fc.integer({ min: 0, max: 8 }),
  });
  const order = ['lenient', 'ordinary', 'severe'];
  fc.assert(
    fc.property(
      fc.nat(4),
      fc.integer({ min: 1, max: 8 }),
      fc.array(grade, { minLength: 1, maxLength: 5 }),
      (least, span, rows) => {
        const most = least + span;
        const grades = rows.map((one) => graded(one.grade, one.from, one.from + one.width));
        const owners = (unit: number) => rows.filter(({ from, width }) => from <= unit && unit < from + width);
        const units = Array.from({ length: span }, (_, at) => least + at);
        const isTiled =
          units.every((unit) => owners(unit).length === 1) &&
          rows.every(({ from, width }) => width > 0 && from >= least && from + width <= most) &&
          units
            .slice(1)
            .every(
              (unit) => order.indexOf(owners(unit)[0]?.grade ?? '') >= order.indexOf(owners(unit - 1)[0]?.grade ?? ''),
            );
        const penalty: EnteredFine = { base: 'fixed', fine_min: yuan(least), fine_max: yuan(most) };
        expect(faultsOfDiscretionGrades([penalty], grades).length === 0).toBe(isTiled);
      },
    ),
    { numRuns: 2000 },
  );
});
