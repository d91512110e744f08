import * as z from 'zod/mini';
import { toPlainText } from '../check/normalise-width-spaces-and-dashes.ts';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { withoutZeroSeconds } from '../time/shanghai-time.ts';
import { type Kind, orderOperators, withConversion } from './field-kind-type-and-shared-conversions.ts';

/** Converts `9:05` or `９：０５` to `09:05:00`. Anything else is returned as it is. */
function readTime(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 20) return value;
  const [, hours, minutes, seconds = '00'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(toPlainText(value)) ?? [];
  return hours === undefined ? value : `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

/** A time of day, `HH:mm:ss`. */
export const timeKind: Kind<string, object> = {
  name: 'time',
  column: 'time',
  cell: 'time',
  input: 'time',
  chosen: 'once',
  operators: orderOperators,
  sorts: true,
  width: 90,
  example: () => '09:30:00',
  sheetHint: () => text('如 09:30', 'e.g. 09:30'),
  toText: (wire) => withoutZeroSeconds(String(wire)),
  readFilter: (written) => (/^\d{2}:\d{2}(?::\d{2})?$/.test(written) ? written : undefined),
  schema: () =>
    withConversion(
      readTime,
      z
        .string(encodeMessage('invalid_time'))
        .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, encodeMessage('invalid_time'))),
    ) as z.ZodMiniType<string>,
  compare: (parameter) => `${parameter}::time`,
};

/** A calendar year. */
export const yearKind: Kind<number, object> = {
  name: 'year',
  column: 'smallint',
  cell: 'year',
  input: 'year',
  chosen: 'once',
  operators: orderOperators,
  sorts: true,
  width: 80,
  whole: true,
  apart: true,
  align: 'right',
  example: () => 2026,
  sheetHint: () => text('四位年份', 'Four-digit year'),
  sheetFormat: '0',
  readFilter: (written) => (/^-?\d{1,4}$/.test(written) ? written : undefined),
  schema: () =>
    withConversion(
      (value) => {
        const written = typeof value === 'string' && value.length <= 20 ? toPlainText(value).replace(/年$/, '') : '';
        return /^\d{4}$/.test(written) ? Number(written) : value;
      },
      z
        .int(encodeMessage('invalid_year'))
        .check(z.gte(1800, encodeMessage('invalid_year')), z.lte(9998, encodeMessage('invalid_year'))),
    ) as z.ZodMiniType<number>,
  compare: (parameter) => `${parameter}::smallint`,
};
