import { expect, test } from 'vitest';
import { formatAmount, ruleLimitTexts } from '../web/reward-rule-requirement-and-amount-texts.ts';

test('amounts are written with thousands separators', () => {
  expect([formatAmount('0.00'), formatAmount('1000000.5'), formatAmount('12.34')]).toEqual([
    '0.00',
    '1,000,000.50',
    '12.34',
  ]);
  const rule = {
    kind: 'overnight',
    min_pax: 20,
    min_nights: 1,
    min_vehicles: null,
    min_scenic: null,
    min_year: null,
    unit: 'person',
    amount: '10.00',
    cap_per_group: '5000.00',
    cap_per_year: null,
    exclude: null,
  };
  expect(ruleLimitTexts(rule).join()).toContain('5,000.00');
});
