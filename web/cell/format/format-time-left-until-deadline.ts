import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { endsAtInstant, workingDaysLeft } from '#kernel/time/deadline.ts';
import { daysBetween, toShanghaiDate, toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import type { WorkingCalendar } from '#kernel/time/working-calendar.ts';

/** Urgency of a deadline; each level has its own shape and word besides a colour. */
export type DueUrgency = 'far' | 'near' | 'overdue';

interface DueText {
  readonly pressure: DueUrgency;
  readonly text: string;
}

/** Unit in which a limit is counted. */
export type DueUnit = 'workingDay' | 'day' | 'hour' | 'minute';

/** The unit of a countdown for the unit of a limit; months and years count down in days. */
export const dueUnitOf = (unit: unknown): DueUnit | null =>
  unit === 'workingDay' || unit === 'minute'
    ? unit
    : typeof unit === 'string' && endsAtInstant(unit)
      ? 'hour'
      : unit === 'day' || unit === 'month' || unit === 'year'
        ? 'day'
        : null;

const texts: Readonly<Record<DueUnit, Readonly<Record<'left' | 'oneLeft' | 'late' | 'oneLate', Text>>>> = {
  workingDay: {
    left: text('还剩 {n} 个工作日', '{n} working {n|day|days} left'),
    oneLeft: text('还剩 1 个工作日', '1 working day left'),
    late: text('已超期 {n} 个工作日', '{n} working {n|day|days} overdue'),
    oneLate: text('已超期 1 个工作日', '1 working day overdue'),
  },
  day: {
    left: text('还剩 {n} 天', '{n} {n|day|days} left'),
    oneLeft: text('还剩 1 天', '1 day left'),
    late: text('已超期 {n} 天', '{n} {n|day|days} overdue'),
    oneLate: text('已超期 1 天', '1 day overdue'),
  },
  hour: {
    left: text('还剩 {n} 小时', '{n} {n|hour|hours} left'),
    oneLeft: text('还剩 1 小时', '1 hour left'),
    late: text('已超期 {n} 小时', '{n} {n|hour|hours} overdue'),
    oneLate: text('已超期 1 小时', '1 hour overdue'),
  },
  minute: {
    left: text('还剩 {n} 分钟', '{n} {n|minute|minutes} left'),
    oneLeft: text('还剩 1 分钟', '1 minute left'),
    late: text('已超期 {n} 分钟', '{n} {n|minute|minutes} overdue'),
    oneLate: text('已超期 1 分钟', '1 minute overdue'),
  },
};
const today = text('今日到期', 'Due today');
const justLate = text('已超期', 'Overdue');
const lastMinute = text('还剩不足 1 分钟', 'Less than a minute left');
const rest = text('非工作日，{date} 到期', 'Due {date}');

/** Units left from which on a deadline counts as near. */
const near: Readonly<Record<DueUnit, number>> = { workingDay: 1, day: 1, hour: 24, minute: 24 * 60 };

/**
 * Minutes from which a limit within a day is shown in hours, and below which it is shown in minutes: nobody reads “1,450
 * minutes overdue”, and who has one hour to report an incident needs more than “less than an hour left”.
 */
const tooManyMinutes = 120;

/** Limits in days end at 23:59:59, limits in hours at any second (`computeDue`). */
const unitOf = (dueIso: string): DueUnit => (dueIso.slice(11, 19) === '23:59:59' ? 'workingDay' : 'hour');

/**
 * Time left until a deadline in the unit of its limit, since days and hours in one column cannot be compared; limits in
 * hours and minutes in whichever fits. Both moments in unix seconds.
 */
export function formatDue(
  due: number,
  now: number,
  calendar: WorkingCalendar,
  locale: Locale,
  given?: DueUnit | null,
): DueText {
  const [dueIso, nowIso] = [toShanghaiIso(due * 1000), toShanghaiIso(now * 1000)];
  const counted = given ?? unitOf(dueIso);
  const withinDay = Math.abs(due - now) < tooManyMinutes * 60 ? 'minute' : 'hour';
  const unit = counted === 'hour' || counted === 'minute' ? withinDay : counted;
  const left = amountLeft(unit, { due, now, dueIso, nowIso }, calendar);
  const { left: many, oneLeft, late, oneLate } = texts[unit];
  if (now > due) {
    const message = left === 0 ? justLate : left === -1 ? oneLate : late;
    return { pressure: 'overdue', text: textIn(message, locale, { n: -left }) };
  }
  if (left > 0)
    return {
      pressure: left > near[unit] ? 'far' : 'near',
      text: textIn(left === 1 ? oneLeft : many, locale, { n: left }),
    };
  if (unit === 'minute') return { pressure: 'near', text: lastMinute[locale] };
  const date = toShanghaiDate(dueIso);
  return { pressure: 'near', text: toShanghaiDate(nowIso) === date ? today[locale] : textIn(rest, locale, { date }) };
}

interface Moments {
  due: number;
  now: number;
  dueIso: string;
  nowIso: string;
}

/** Whole units left; negative: units overdue. */
function amountLeft(unit: DueUnit, { due, now, dueIso, nowIso }: Moments, calendar: WorkingCalendar): number {
  if (unit === 'hour') return Math.trunc((due - now) / 3600);
  if (unit === 'minute') return Math.trunc((due - now) / 60);
  return unit === 'day'
    ? daysBetween(toShanghaiDate(nowIso), toShanghaiDate(dueIso))
    : workingDaysLeft(calendar, nowIso, dueIso);
}
