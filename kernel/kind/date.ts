import * as z from 'zod/mini';
import { isDate } from '../calendar.ts';
import { type Kind, orderOperators, prepared } from '../kind.ts';
import { issue } from '../message.ts';
import { text } from '../text.ts';

/** No way of writing a day is longer, with a time behind it; longer texts are not looked through. */
const longest = 40;

const dateSchema = prepared(
  (value) =>
    typeof value === 'string' && value.length <= longest
      ? value
          .trim()
          .replace(/[/.年月]/g, '-')
          .replace(/日$/, '')
          .replace(/-(\d)(?=-|$)/g, '-0$1')
          .replace(/[ T].*$/, '')
      : value,
  z.string(issue('invalid_date')).check(z.refine(isDate, issue('invalid_date'))),
) as z.ZodMiniType<string>;

/** A calendar day, `YYYY-MM-DD` on every floor. */
export const dateKind: Kind<string, object> = {
  name: 'date',
  column: 'date',
  cell: 'date',
  input: 'date',
  operators: orderOperators,
  sorts: true,
  width: 120,
  dated: true,
  example: () => '2026-11-21',
  form: () => ({ type: 'string', format: 'date' }),
  sheetHint: () => text('如 2026-11-21', 'E.g. 2026-11-21'),
  readFilter: (written) => (isDate(written.slice(0, 10)) ? written.slice(0, 10) : undefined),
  schema: () => dateSchema,
  compare: (parameter) => `${parameter}::date`,
};
