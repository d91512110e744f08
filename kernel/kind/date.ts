import { z } from 'zod';
import { isDate } from '../calendar.ts';
import { type Kind, orderOperators } from '../kind.ts';
import { issue } from '../message.ts';

/** No way of writing a day is longer, with a time behind it; longer texts are not looked through. */
const longest = 40;

const dateSchema = z.preprocess(
  (value) =>
    typeof value === 'string' && value.length <= longest
      ? value
          .trim()
          .replace(/[/.年月]/g, '-')
          .replace(/日$/, '')
          .replace(/-(\d)(?=-|$)/g, '-0$1')
          .replace(/[ T].*$/, '')
      : value,
  z.string(issue('invalid_date')).refine(isDate, issue('invalid_date')),
) as z.ZodType<string>;

/** A calendar day, `YYYY-MM-DD` on every floor. */
export const dateKind: Kind<string, object> = {
  name: 'date',
  column: 'date',
  cell: 'date',
  input: 'date',
  operators: orderOperators,
  sorts: true,
  width: 120,
  schema: () => dateSchema,
  compare: (parameter) => `${parameter}::date`,
};
