import { type Text, text } from '#kernel/text/text.ts';
import type { TimeRule, TimeUnit } from '#kernel/time/deadline.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** How much of a unit a limit is: {n} of them. */
export const unitTexts: Readonly<Record<TimeUnit, Text>> = {
  workingDay: text('{n} 个工作日', '{n} working {n|day|days}'),
  day: text('{n} 日', '{n} {n|day|days}'),
  month: text('{n} 个月', '{n} {n|month|months}'),
  year: text('{n} 年', '{n} {n|year|years}'),
  hour: text('{n} 小时', '{n} {n|hour|hours}'),
};

/** Rows of time rules as the engine counts them. */
export const rulesOf = (rows: readonly WireRow[]): (TimeRule & { name: string })[] =>
  rows.map((row, place) => ({
    code: String(row.code),
    name: String(row.name),
    version: place + 1,
    unit: row.unit as TimeUnit,
    amount: Number(row.amount),
    roll: row.roll === 'none' ? 'none' : 'nextWorkday',
    startNextDay: row.start_next_day !== '0',
    article: { 'zh-cn': String(row.article), en: String(row.article_en || row.article) },
    validFrom: String(row.valid_from),
    validTo: typeof row.valid_to === 'string' && row.valid_to !== '' ? row.valid_to : null,
  }));
