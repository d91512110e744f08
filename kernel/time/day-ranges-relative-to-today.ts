import { type Text, text } from '../text/text.ts';
import { addDays, addMonths, toShanghaiDate, toShanghaiIso, weekdayOf } from './shanghai-time.ts';

/** Ranges of days that depend on today. A saved view with such a range shows other rows tomorrow. */
export const relativeRanges = {
  overdue: text('已过', 'in the past'),
  today: text('今日', 'today'),
  tomorrow: text('明日', 'tomorrow'),
  week: text('本周', 'this week'),
  month: text('本月', 'this month'),
  year: text('今年', 'this year'),
  next7: text('未来 7 天', 'the next 7 days'),
  next30: text('未来 30 天', 'the next 30 days'),
  yesterday: text('昨日', 'yesterday'),
  past7: text('过去 7 天', 'the past 7 days'),
  past30: text('过去 30 天', 'the past 30 days'),
} as const satisfies Readonly<Record<string, Text>>;

export type RelativeRange = keyof typeof relativeRanges;

/** Whether the value of a RANGE condition is the name of a relative range instead of two ends. */
export const isRelativeRange = (value: string): value is RelativeRange => Object.hasOwn(relativeRanges, value);

/**
 * Converts a relative range to the value `from,to` of a RANGE condition, both inclusive. `now` is in ms since 1970.
 * Days are those in Asia/Shanghai, weeks begin on Monday, and `next7` is today and the following six days. `overdue`
 * has no start and ends one second before `now`, or yesterday if the column contains days.
 */
export function resolveRelativeRange(name: RelativeRange, now: number, counts: 'moments' | 'days'): string {
  const today = toShanghaiDate(new Date(now).toISOString());
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7));
  const first = `${today.slice(0, 7)}-01`;
  switch (name) {
    case 'overdue':
      return `,${
        counts === 'days'
          ? addDays(today, -1)
          : toShanghaiIso(now - 1000)
              .slice(0, 19)
              .replace('T', ' ')
      }`;
    case 'today':
      return `${today},${today}`;
    case 'tomorrow':
      return `${addDays(today, 1)},${addDays(today, 1)}`;
    case 'yesterday':
      return `${addDays(today, -1)},${addDays(today, -1)}`;
    case 'week':
      return `${monday},${addDays(monday, 6)}`;
    case 'month':
      return `${first},${addDays(addMonths(first, 1), -1)}`;
    case 'year':
      return `${today.slice(0, 4)}-01-01,${today.slice(0, 4)}-12-31`;
    case 'next7':
      return `${today},${addDays(today, 6)}`;
    case 'next30':
      return `${today},${addDays(today, 29)}`;
    case 'past7':
      return `${addDays(today, -6)},${today}`;
    case 'past30':
      return `${addDays(today, -29)},${today}`;
  }
}
