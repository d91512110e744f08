import { type Text, text } from '#kernel/text/text.ts';
import type { TimeUnit } from '#kernel/time/deadline.ts';

/** Amount of a unit: {n} of them. */
export const numberOfTimeUnitsTexts: Readonly<Record<TimeUnit, Text>> = {
  workingDay: text('{n} 个工作日', '{n} working {n|day|days}'),
  day: text('{n} 日', '{n} {n|day|days}'),
  month: text('{n} 个月', '{n} {n|month|months}'),
  year: text('{n} 年', '{n} {n|year|years}'),
  hour: text('{n} 小时', '{n} {n|hour|hours}'),
  minute: text('{n} 分钟', '{n} {n|minute|minutes}'),
};
