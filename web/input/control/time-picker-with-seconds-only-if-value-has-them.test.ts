import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { minuteOrSecondPrecisionOfTimePicker } from '#web/input/control/time-picker-with-seconds-only-if-value-has-them.ts';

const picked = dayjs('2026-11-21 09:31:42');
const shown = (chosen: string | null) => {
  const { format, showSecond, round } = minuteOrSecondPrecisionOfTimePicker(chosen === null ? null : dayjs(chosen));
  return [format, showSecond, round(picked).format('YYYY-MM-DD HH:mm:ss')];
};

test('a picker shows and answers minutes, and the second of a value that has one', () => {
  expect(shown(null)).toEqual(['HH:mm', false, '2026-11-21 09:31:00']);
  expect(shown('2026-11-20 08:00:00')).toEqual(['HH:mm', false, '2026-11-21 09:31:00']);
  expect(shown('2026-11-20 08:00:07')).toEqual(['HH:mm:ss', true, '2026-11-21 09:31:42']);
});
