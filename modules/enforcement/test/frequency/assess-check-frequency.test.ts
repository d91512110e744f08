import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  assessCheckFrequency,
  type CheckToAssess,
  type VisitOfEnterprise,
} from '../../contract/frequency/assess-check-frequency.ts';

const day = '2026-11-20';
const limits = {
  class_a: 1,
  class_b: 2,
  class_c: 4,
  class_d: 6,
  per_day: 1,
  per_week: 2,
  per_month: 3,
  nil_visits: 3,
  nil_months: 12,
  joint_days: 30,
  basis: '国办发〔2024〕54号',
};
let serial = 0;
const visit = (more: Partial<VisitOfEnterprise> = {}): VisitOfEnterprise => {
  serial += 1;
  return {
    id: serial,
    check_no: `JC${serial}`,
    day: '2026-03-02',
    counted: true,
    begun: true,
    exempt: false,
    source: 'routine',
    domain: 'travel',
    authority: 1,
    department: '文旅局',
    result: 'no_problem',
    officers: [1, 2],
    items: ['WL01'],
    ...more,
  };
};
const ask = (visits: readonly VisitOfEnterprise[], more: Partial<CheckToAssess> = {}) =>
  assessCheckFrequency({
    limits,
    day,
    domain: 'travel',
    authority: 1,
    exempt: false,
    risk: 'A',
    officers: [],
    items: [],
    visits,
    ...more,
  });

describe('yearly caps (acceptance vector K.12)', () => {
  test('an enterprise of class A, checked once, is not checked again, but for a complaint', () => {
    expect(ask([])).toMatchObject({ refused: false, caps: [{ most: 1, visits: [], reached: false }] });
    const once = [visit()];
    expect(ask(once)).toMatchObject({ refused: true, caps: [{ most: 1, visits: once, reached: true }] });
    expect(ask(once, { exempt: true })).toMatchObject({ refused: false, exempt: true, caps: [{ reached: true }] });
    expect(ask(once, { risk: 'B' }).refused).toBe(false);
  });

  test.each([
    ['of last year', { day: '2025-12-31' }],
    ['of another domain', { domain: 'scenic' }],
    ['of another authority', { authority: 2 }],
    ['after a complaint', { exempt: true }],
    ['only planned', { counted: false, begun: false, result: null }],
  ])('visits %s do not count', (_, more) => {
    expect(ask([visit({ day: '2026-03-02', ...more })]).refused).toBe(false);
  });

  test('an item has a cap of its own, over all authorities and domains', () => {
    const items = [{ code: 'WL01', name: '合同', yearly_cap: 1 }];
    const elsewhere = [visit({ authority: 2, domain: 'scenic' })];
    expect(ask(elsewhere, { items }).caps[1]).toMatchObject({ item: { code: 'WL01' }, most: 1, reached: true });
    expect(ask(elsewhere, { items }).refused).toBe(true);
    expect(ask([visit({ authority: 2, items: ['WL02'] })], { items }).refused).toBe(false);
  });
});

describe('flags', () => {
  test('the fourth check in thirty days is flagged, from whatever source and authority', () => {
    const three = [1, 2, 3].map((n) =>
      visit({ day: addDays(day, -9 * n), authority: n, exempt: n === 1, domain: 'scenic' }),
    );
    expect(ask(three).flags).toEqual([{ within: 'month', most: 3, n: 4, visits: three.toReversed() }]);
    expect(ask(three.slice(1)).flags).toEqual([]);
  });

  test('visits of a day and a week are counted on both sides of the check', () => {
    expect(ask([visit({ day })]).flags.map(({ within }) => within)).toEqual(['day']);
    const around = [visit({ day: addDays(day, -3) }), visit({ day: addDays(day, 3) })];
    expect(ask(around).flags).toMatchObject([{ within: 'week', n: 3 }]);
    expect(ask([visit({ day: addDays(day, -4) }), visit({ day: addDays(day, 3) })]).flags).toEqual([]);
  });
});

describe('officers who found nothing', () => {
  const officers = [
    { id: 1, name: '李雷', reason_approved: false },
    { id: 3, name: '韩梅', reason_approved: false },
  ];
  const nil = ['2026-01-10', '2026-04-10', '2026-08-10'].map((on) => visit({ day: on, domain: 'scenic' }));

  test('a fourth visit needs a reason', () => {
    expect(ask(nil, { officers })).toMatchObject({ refused: true, officers: [{ id: 1, visits: nil, allowed: false }] });
    const allowed = officers.map((one) => ({ ...one, reason_approved: true }));
    expect(ask(nil, { officers: allowed })).toMatchObject({ refused: false, officers: [{ allowed: true }] });
    expect(ask(nil, { officers, exempt: true }).refused).toBe(true);
  });

  test('a finding between, an earlier year, or another officer ends the row', () => {
    const found = visit({ day: '2026-09-01', domain: 'scenic', result: 'ordered_to_correct' });
    expect(ask([...nil, found], { officers }).officers).toEqual([]);
    expect(ask(nil.slice(1), { officers }).officers).toEqual([]);
    expect(
      ask([{ ...(nil[0] as VisitOfEnterprise), day: '2025-11-19' }, ...nil.slice(1)], { officers }).officers,
    ).toEqual([]);
    expect(ask(nil, { officers: officers.slice(1) }).officers).toEqual([]);
  });
});

test('visits that other authorities plan within thirty days are offered for one joint check', () => {
  const planned = visit({ day: addDays(day, 30), authority: 2, counted: false, begun: false, result: null });
  const offered = ask([
    planned,
    visit({ day: addDays(day, 31), authority: 2, counted: false, begun: false, result: null }),
    visit({ day: addDays(day, 2), authority: 1, begun: false, result: null }),
    visit({ day: addDays(day, -2), authority: 2 }),
  ]);
  expect(offered.joint).toEqual([planned]);
});

test('one more visit never makes a refused check possible, and the order of visits does not matter', () => {
  const some = fc.array(
    fc.record({
      back: fc.integer({ min: 0, max: 400 }),
      authority: fc.integer({ min: 1, max: 2 }),
      exempt: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(some, fc.constantFrom('A', 'B', 'C', 'D' as const), (given, risk) => {
      const visits = given.map(({ back, ...one }) => visit({ ...one, day: addDays(day, -back) }));
      const all = ask(visits, { risk });
      expect(ask(visits.toReversed(), { risk })).toEqual(all);
      const fewer = ask(visits.slice(1), { risk });
      expect(fewer.refused && !all.refused).toBe(false);
      expect(fewer.flags.length).toBeLessThanOrEqual(all.flags.length);
    }),
    { numRuns: 200 },
  );
});
