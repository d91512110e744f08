import type { Dayjs } from 'dayjs';

/**
 * How exactly a picker shows and answers a time of day: to the minute, as lists and sheets write it. A value that has a
 * second is shown with it and keeps it: a change of its day alone must not change its second.
 */
export function clockPrecision(chosen: Dayjs | null): {
  readonly showSecond: boolean;
  readonly format: 'HH:mm' | 'HH:mm:ss';
  /** A picked value in this precision; “now” would bring a second that nobody sees. */
  round(picked: Dayjs): Dayjs;
} {
  const showSecond = chosen !== null && chosen.second() !== 0;
  return {
    showSecond,
    format: showSecond ? 'HH:mm:ss' : 'HH:mm',
    round: (picked) => (showSecond ? picked : picked.second(0)),
  };
}
