import type { DeadlineRule, TimeUnit } from '#kernel/time/deadline.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Rows of the resource as deadline rules of the deadline calculation. */
export const deadlineRulesFromRows = (rows: readonly WireRow[]): (DeadlineRule & { name: string })[] =>
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
