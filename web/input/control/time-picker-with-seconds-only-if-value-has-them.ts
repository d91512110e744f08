import type { Dayjs } from 'dayjs';

/**
 * Precision of a time picker: minutes, as in lists and sheets. A value with seconds keeps them, so that a change of
 * the day does not change its second.
 */
export function minuteOrSecondPrecisionOfTimePicker(chosen: Dayjs | null): {
  readonly showSecond: boolean;
  readonly format: 'HH:mm' | 'HH:mm:ss';
  /** Rounds a picked value to this precision: “now” would bring a second that nobody sees. */
  round(picked: Dayjs): Dayjs;
} {
  const showSecond = chosen !== null && chosen.second() !== 0;
  return {
    showSecond,
    format: showSecond ? 'HH:mm:ss' : 'HH:mm',
    round: (picked) => (showSecond ? picked : picked.second(0)),
  };
}
