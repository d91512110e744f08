import { expect, test } from 'vitest';
import { lastWholePeriod } from '../contract/scheduled-report-period.ts';

test('a report covers the last whole period before the day on which it is made', () => {
  const spans = (['day', 'week', 'month', 'quarter', 'year'] as const).map((one) => lastWholePeriod(one, '2027-01-01'));
  expect(spans).toEqual([
    { from: '2026-12-31', until: '2026-12-31' },
    // the first of January is in the last week of the year before
    { from: '2026-12-21', until: '2026-12-27' },
    { from: '2026-12-01', until: '2026-12-31' },
    { from: '2026-10-01', until: '2026-12-31' },
    { from: '2026-01-01', until: '2026-12-31' },
  ]);
  expect(lastWholePeriod('month', '2028-03-31')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
});
