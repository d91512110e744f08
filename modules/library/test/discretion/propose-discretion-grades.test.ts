import { describe, expect, test } from 'vitest';
import type { EnteredFine } from '../../contract/cause/statutory-fine-range-and-faults.ts';
import {
  type CaseFacts,
  type DiscretionGradeCondition,
  proposeDiscretionGrades,
} from '../../contract/discretion/propose-discretion-grades.ts';

/** 旅游法 Art. 97 with grades by gains, repetition and harm. */
const penalties: readonly EnteredFine[] = [
  { subject: 'org', base: 'gains', amount_below: '50000.00', fine_min: '5000.00', fine_max: '50000.00' },
  { subject: 'org', base: 'gains', amount_from: '50000.00', multiple_min: 1, multiple_max: 5 },
  { subject: 'person', base: 'fixed', fine_min: '2000.00', fine_max: '20000.00' },
];
const grades: readonly DiscretionGradeCondition[] = [
  { penalty_no: 1, grade: 'lenient', circumstances: '首次', fine_from: '5000.00', fine_to: '20000.00' },
  { penalty_no: 1, grade: 'ordinary', times_from: 2, fine_from: '20000.00', fine_to: '35000.00' },
  { penalty_no: 1, grade: 'severe', consequence: 'serious', fine_from: '35000.00', fine_to: '50000.00' },
  { penalty_no: 2, grade: 'ordinary', multiple_from: 1, multiple_to: 2.5 },
  { penalty_no: 2, grade: 'severe', amount_from: '200000.00', tourists_from: 30, multiple_from: 2.5, multiple_to: 5 },
  { penalty_no: 3, grade: 'ordinary', fine_from: '2000.00', fine_to: '20000.00' },
];

/** Number of the fine, row of the grade (from 1), and amounts. */
const proposed = (facts: CaseFacts) =>
  proposeDiscretionGrades(penalties, grades, facts).flatMap(({ penaltyNo, grades: found }) =>
    found.map(({ row, from, to }) => [penaltyNo, row + 1, from, to]),
  );

describe('the grade for the facts of a case', () => {
  test('without further conditions is the one that states none', () => {
    expect(proposed({ subject: 'org' })).toEqual([[1, 1, '5000.00', '20000.00']]);
    expect(proposed({ subject: 'org', amount: '49999.99', times: 1 })).toEqual([[1, 1, '5000.00', '20000.00']]);
  });

  test('is the gravest whose conditions are met; the others are named', () => {
    expect(proposed({ subject: 'org', times: 2 })).toEqual([[1, 2, '20000.00', '35000.00']]);
    expect(proposed({ subject: 'org', times: 3, consequence: 'grave' })).toEqual([
      [1, 3, '35000.00', '50000.00'],
      [1, 2, '20000.00', '35000.00'],
    ]);
    expect(proposed({ subject: 'org', consequence: 'minor' })).toEqual([[1, 1, '5000.00', '20000.00']]);
  });

  test('takes the fine by the size of the gains, and multiplies them', () => {
    expect(proposed({ subject: 'org', amount: '50000.00' })).toEqual([[2, 4, '50000.00', '125000.00']]);
    expect(proposed({ subject: 'org', amount: '200000.01', tourists: 30 })).toEqual([
      [2, 5, '500000.03', '1000000.05'],
    ]);
    // all conditions of a grade must be met
    expect(proposed({ subject: 'org', amount: '200000.00', tourists: 29 })).toEqual([[2, 4, '200000.00', '500000.00']]);
  });

  test('is that of persons for a person', () => {
    expect(proposed({ subject: 'person', amount: '900000.00' })).toEqual([[3, 6, '2000.00', '20000.00']]);
  });

  test('of a cause without fines has no amount', () => {
    const found = proposeDiscretionGrades([], [{ grade: 'ordinary', other_penalty: '停业整顿一个月' }], {
      subject: 'org',
    });
    expect(found).toMatchObject([{ penaltyNo: 0, grades: [{ row: 0, from: undefined, to: undefined }] }]);
  });
});
