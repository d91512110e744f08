import * as z from 'zod/mini';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { parseMomentText, parseSerialDate } from '../time/parse-date-text.ts';
import { toShanghaiIso, toTime, withoutZeroSeconds } from '../time/shanghai-time.ts';
import { type Kind, orderOperators } from './field-kind-type-and-shared-conversions.ts';

/**
 * Reads a moment that a client sends: unix seconds (a number or digits), or wall-clock time in Asia/Shanghai
 * (`yyyy-mm-dd hh:MM:ss`, specification §9, or as people write it). Eight digits that form a date are read as that
 * date. Returns ISO 8601 with an offset. Undefined: the value is no moment.
 */
export function readMoment(value: unknown): string | undefined {
  const written = typeof value === 'string' ? parseMomentText(value) : undefined;
  if (written !== undefined) return `${written.replace(' ', 'T')}+08:00`;
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d{1,11}$/.test(value.trim()))) return undefined;
  const seconds = Number(value);
  return Number.isInteger(seconds) && seconds >= 0 && seconds < 253_370_764_800
    ? new Date(seconds * 1000).toISOString()
    : undefined;
}

/** Formats unix seconds in Asia/Shanghai as officers write them: `2026-11-21 09:30:00` (specification §9). */
export function momentText(seconds: number): string {
  return toShanghaiIso(seconds * 1000)
    .slice(0, 19)
    .replace('T', ' ');
}

/**
 * Formats unix seconds in Asia/Shanghai for reading: `2026-11-21 09:30`. Seconds appear unless they are zero, so that
 * parsing the text returns the same moment.
 */
export const shortMomentText = (seconds: number): string => withoutZeroSeconds(momentText(seconds));

/** Whether a field holds moments, which fall on different days in different time zones. */
export const isMoment = (one: { kind: string } | undefined): boolean => one?.kind === 'datetime';

/** A moment: timestamptz in the database, unix seconds on the wire. */
export const datetimeKind: Kind<number, object> = {
  name: 'datetime',
  column: 'timestamptz',
  cell: 'datetime',
  input: 'datetime',
  chosen: 'once',
  operators: orderOperators,
  sorts: true,
  width: 170,
  dated: true,
  example: () => 1795224600,
  form: () => ({ type: 'integer', minimum: 0 }),
  note: text(
    'Unix 秒；输入也接受 yyyy-mm-dd hh:MM:ss（Asia/Shanghai）',
    'Unix seconds; input may also be yyyy-mm-dd hh:MM:ss (Asia/Shanghai)',
  ),
  sheetHint: () => text('如 2026-11-21 09:30', 'e.g. 2026-11-21 09:30'),
  comparison: 'moment',
  // Filters compare whole days, because nobody searches for an exact second.
  offered: ['RANGE', 'NOT RANGE', 'NULL', 'NOT NULL'],
  filterAs: 'date',
  toText: (wire) => (typeof wire === 'number' ? shortMomentText(wire) : String(wire)),
  // In a spreadsheet `20240501` is a day, not a second of the year 1970.
  fromText: (cell) => parseMomentText(cell) ?? parseSerialDate(cell) ?? cell,
  schema: () =>
    z.transform((value, context) => {
      const moment = readMoment(value);
      if (moment === undefined)
        context.issues.push({ code: 'custom', message: encodeMessage('invalid_date'), input: value });
      return moment === undefined ? 0 : Math.floor(toTime(moment) / 1000);
    }),
  store: (seconds) => new Date(seconds * 1000).toISOString(),
  // `extract` would return numeric, which costs a microsecond more for each value of a list.
  wire: (column) => `floor(date_part('epoch', ${column}))::bigint`,
  compare: (parameter) => `${parameter}::timestamptz`,
};
