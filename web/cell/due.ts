import { toShanghaiDate, toShanghaiIso, type WorkingCalendar } from '#kernel/calendar.ts';
import { workingDaysLeft } from '#kernel/deadline.ts';
import { type Locale, say, text } from '#kernel/text.ts';

/** How pressing a deadline is: each has its own shape and word besides its colour. */
export type Pressure = 'far' | 'near' | 'overdue';

export interface DueWords {
  readonly pressure: Pressure;
  readonly words: string;
}

const words = {
  days: text('还剩 {n} 个工作日', '{n} working days left'),
  day: text('还剩 1 个工作日', '1 working day left'),
  hours: text('今日到期，还剩 {n} 小时', 'Due today, {n} h left'),
  minutes: text('今日到期，还剩 {n} 分钟', 'Due today, {n} min left'),
  rest: text('非工作日，{date} 到期', 'Due {date}'),
  lateDays: text('已逾期 {n} 个工作日', '{n} working days overdue'),
  lateDay: text('已逾期 1 个工作日', '1 working day overdue'),
  lateHours: text('已逾期 {n} 小时', '{n} h overdue'),
  lateMinutes: text('已逾期 {n} 分钟', '{n} min overdue'),
};

/** Working days before a limit from which it counts as near. */
const nearDays = 1;

/** Time left until a deadline, counted in working days; both moments in unix seconds. */
export function dueWords(due: number, now: number, calendar: WorkingCalendar, locale: Locale): DueWords {
  const [dueIso, nowIso] = [toShanghaiIso(due * 1000), toShanghaiIso(now * 1000)];
  const days = workingDaysLeft(calendar, nowIso, dueIso);
  const late = now > due;
  const span = Math.abs(due - now);
  if (late) {
    const overdue = (message: string): DueWords => ({ pressure: 'overdue', words: message });
    if (days < 0) return overdue(say(days === -1 ? words.lateDay : words.lateDays, locale, { n: -days }));
    if (span >= 3600) return overdue(say(words.lateHours, locale, { n: Math.floor(span / 3600) }));
    return overdue(say(words.lateMinutes, locale, { n: Math.max(1, Math.floor(span / 60)) }));
  }
  if (days > 0) {
    return {
      pressure: days > nearDays ? 'far' : 'near',
      words: say(days === 1 ? words.day : words.days, locale, { n: days }),
    };
  }
  const today = toShanghaiDate(nowIso) === toShanghaiDate(dueIso);
  if (!today) return { pressure: 'near', words: say(words.rest, locale, { date: toShanghaiDate(dueIso) }) };
  return {
    pressure: 'near',
    words:
      span >= 3600
        ? say(words.hours, locale, { n: Math.floor(span / 3600) })
        : say(words.minutes, locale, { n: Math.max(1, Math.floor(span / 60)) }),
  };
}
