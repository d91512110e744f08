import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterQuietHours } from './quiet-hours.ts';

const night = { from: '21:00:00', to: '08:00:00' };
const at = (time: string) => Date.parse(`2026-11-22T${time}+08:00`) / 1000;

test('is delayed to the morning, also before midnight, and not during the day', () => {
  expect(afterQuietHours(at('21:00:00'), night)).toBe(at('08:00:00') + 86_400);
  expect(afterQuietHours(at('02:30:00'), night)).toBe(at('08:00:00'));
  expect(afterQuietHours(at('08:00:00'), night)).toBe(at('08:00:00'));
  expect(afterQuietHours(at('20:59:59'), night)).toBe(at('20:59:59'));
  expect(afterQuietHours(at('12:30:00'), { from: '12:00:00', to: '14:00:00' })).toBe(at('14:00:00'));
});

test('is never earlier, less than a day later, and outside the quiet hours', () => {
  const hour = fc.integer({ min: 0, max: 23 }).map((one) => `${String(one).padStart(2, '0')}:00:00`);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e9 }), hour, hour, (moment, from, to) => {
      const next = afterQuietHours(moment, { from, to });
      expect(next).toBeGreaterThanOrEqual(moment);
      expect(next - moment).toBeLessThan(86_400);
      expect(afterQuietHours(next, { from, to })).toBe(next);
      if (from === to) expect(next).toBe(moment);
    }),
  );
});
