import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#kernel/time/shanghai-time.ts';
import {
  faultsOfPolicyTerms,
  happenedWithinPolicy,
  lastsOneYear,
  policyValidityOn,
  yearAfter,
} from '../contract/insurance-policy-term-faults-and-validity.ts';
import { areCovered, coverGapsWithin } from '../contract/liability-cover-gaps.ts';

const year = { kind: 'liability', from_on: '2026-03-01', to_on: '2027-02-28', per_person_limit: '200000.00' } as const;

test('agency liability lasts a year, in either notation of insurers, with 200,000 per person', () => {
  expect(faultsOfPolicyTerms(year)).toEqual([]);
  expect(faultsOfPolicyTerms({ ...year, to_on: '2027-03-01' })).toEqual([]);
  expect(faultsOfPolicyTerms({ ...year, to_on: '2027-02-27' })).toEqual([['to_on', 'year']]);
  expect(faultsOfPolicyTerms({ ...year, to_on: '2026-03-01' })).toEqual([['to_on', 'order']]);
  expect(faultsOfPolicyTerms({ ...year, per_person_limit: '199999.99' })).toEqual([['per_person_limit', 'limitLow']]);
  expect(faultsOfPolicyTerms({ ...year, per_person_limit: null })).toEqual([['per_person_limit', 'limitMissing']]);
  expect(faultsOfPolicyTerms({ ...year, kind: 'carrier', to_on: '2026-03-08', per_person_limit: null })).toEqual([]);
  expect(faultsOfPolicyTerms({ ...year, per_event_limit: '100000.00', annual_limit: '50000.00' })).toEqual([
    ['per_event_limit', 'eventBelowPerson'],
    ['annual_limit', 'yearBelowEvent'],
  ]);
});

test('a year over a leap day', () => {
  expect(yearAfter('2024-02-29')).toBe('2025-03-01');
  expect(['2025-02-27', '2025-02-28', '2025-03-01'].map((to) => lastsOneYear('2024-02-29', to))).toEqual([
    false,
    true,
    true,
  ]);
  expect(lastsOneYear('2023-03-01', '2024-02-29')).toBe(true);
});

test('validity by day', () => {
  const on = (today: string) => policyValidityOn(today, '2026-03-01', '2027-02-28');
  expect(['2026-02-28', '2026-03-01', '2027-01-28', '2027-01-29', '2027-02-28', '2027-03-01'].map(on)).toEqual([
    'upcoming',
    'valid',
    'valid',
    'expiring',
    'expiring',
    'expired',
  ]);
});

test('an incident is within a policy by the date in Shanghai', () => {
  const at = (iso: string) => happenedWithinPolicy(Date.parse(iso) / 1000, year);
  expect(at('2026-03-01T00:00:00+08:00')).toBe(true);
  expect(at('2026-02-28T23:59:59+08:00')).toBe(false);
  expect(at('2027-02-28T23:59:59+08:00')).toBe(true);
  expect(at('2027-03-01T00:00:00+08:00')).toBe(false);
});

describe('days that are covered', () => {
  test('include a trip over a renewal, but not over a gap', () => {
    const [one, next] = [
      { from_on: '2026-01-01', to_on: '2026-12-31' },
      { from_on: '2027-01-01', to_on: '2027-12-31' },
    ];
    expect(areCovered([next, one], '2026-12-30', '2027-01-03')).toBe(true);
    expect(coverGapsWithin([{ ...next, from_on: '2027-01-02' }, one], '2026-12-30', '2027-01-03')).toEqual([
      { from_on: '2027-01-01', to_on: '2027-01-01' },
    ]);
    expect(coverGapsWithin([], '2026-12-30', '2027-01-03')).toEqual([{ from_on: '2026-12-30', to_on: '2027-01-03' }]);
  });

  test('are the complement of the gaps, however policies overlap', () => {
    const day = (n: number) => addDays('2026-01-01', n);
    const days = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(days, { maxLength: 6 }), days, (policies, span) => {
        const periods = policies.map(({ from, to }) => ({ from_on: day(from), to_on: day(to) }));
        const gaps = coverGapsWithin(periods, day(span.from), day(span.to));
        for (let n = span.from; n <= span.to; n++) {
          const isGap = gaps.some(({ from_on, to_on }) => from_on <= day(n) && day(n) <= to_on);
          expect(isGap).toBe(!policies.some(({ from, to }) => from <= n && n <= to));
        }
      }),
      { numRuns: 300 },
    );
  });
});
