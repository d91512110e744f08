import * as z from 'zod/mini';
import { type Text, text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { parseDateText, parseSerialDate } from '../time/parse-date-text.ts';
import { isDate } from '../time/shanghai-time.ts';
import { type Kind, orderOperators, withConversion } from './field-kind-type-and-shared-conversions.ts';

export interface DateOptions {
  /**
   * What is shown for a row without a day: `text('长期有效', 'Unlimited')`. Forms offer it as a choice, and people may type
   * it.
   */
  endless?: Text;
}

const daySchema = withConversion(
  (value) => (typeof value === 'string' ? (parseDateText(value) ?? value) : value),
  z.string(encodeMessage('invalid_date')).check(z.refine(isDate, encodeMessage('invalid_date'))),
) as z.ZodMiniType<string>;

/** Whether the value is the text for "no day", in either language. */
const isEndlessText = (endless: Text, value: unknown): boolean =>
  typeof value === 'string' && Object.values(endless).some((word) => word.toLowerCase() === value.trim().toLowerCase());

/** A calendar day, written `YYYY-MM-DD` in the database, on the wire and in code. */
export const dateKind: Kind<string, DateOptions> = {
  name: 'date',
  column: 'date',
  cell: 'date',
  input: 'date',
  chosen: 'once',
  operators: orderOperators,
  sorts: true,
  width: 120,
  dated: true,
  example: () => '2026-11-21',
  form: () => ({ type: 'string', format: 'date' }),
  sheetHint: ({ endless }) =>
    endless
      ? text(`如 2026-11-21，或“${endless['zh-cn']}”`, `E.g. 2026-11-21, or “${endless.en}”`)
      : text('如 2026-11-21', 'e.g. 2026-11-21'),
  unset: ({ endless }) => endless,
  readFilter: parseDateText,
  fromText: (cell) => parseSerialDate(cell)?.slice(0, 10) ?? cell,
  schema: ({ endless }) =>
    endless
      ? (z.pipe(
          z.transform((value) => (isEndlessText(endless, value) ? null : value)),
          z.nullable(daySchema),
        ) as unknown as z.ZodMiniType<string>)
      : daySchema,
  compare: (parameter) => `${parameter}::date`,
};
