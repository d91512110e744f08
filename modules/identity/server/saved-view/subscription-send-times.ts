import { nextTime, parseCrontab } from '#server/jobs/crontab.ts';

/** When the file of a view is sent: at an hour of each day, of a weekday (1 to 7), or of a day of the month (or `last`). */
export interface SendTimes {
  readonly every?: string | null | undefined;
  readonly weekday?: string | null | undefined;
  readonly month_day?: string | null | undefined;
  readonly hour?: string | null | undefined;
}

/** The next time after a moment, in unix seconds. */
export function nextSendTime({ every, weekday, month_day, hour }: SendTimes, after = new Date()): number {
  const days =
    every === 'month'
      ? `${month_day === 'last' ? 'L' : (month_day ?? '1')} * *`
      : every === 'week'
        ? `* * ${weekday ?? '1'}`
        : '* * *';
  return Math.floor(nextTime(parseCrontab(`0 ${hour ?? '8'} ${days}`), after).getTime() / 1000);
}
