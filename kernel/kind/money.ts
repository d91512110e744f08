import * as z from 'zod/mini';
import { parseMoneyText } from '../text/parse-number-text.ts';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { type Kind, orderOperators, withConversion } from './field-kind-type-and-shared-conversions.ts';
import { readDecimal } from './number.ts';

const amount = /^-?\d+(\.\d{1,2})?$/;
/** The largest amount in cents: thirteen digits of yuan. */
const most = 999_999_999_999_999;

/** Converts an amount in wire form (`12.50`) to cents. */
export const yuanToCents = (yuan: string): number => Math.round(Number(yuan) * 100);
export const centsToYuan = (cents: number): string => (cents / 100).toFixed(2);

export interface MoneyOptions {
  /** The lowest amount, in cents. Default: 0. */
  min?: number;
  /** Amounts of several rows add up to a total, as fees do, and prices per person and limits do not. */
  quantity?: true;
}

/** An amount in yuan: integer cents in the database, a two-decimal string on the wire. */
export const moneyKind: Kind<string, MoneyOptions> = {
  name: 'money',
  column: 'bigint',
  cell: 'money',
  input: 'money',
  typed: 'line',
  operators: orderOperators,
  sorts: true,
  width: 120,
  sums: true,
  align: 'right',
  example: () => '1200.00',
  form: () => ({ type: 'string', pattern: '^-?\\d{1,13}\\.\\d{2}$' }),
  note: text('元，两位小数的字符串', 'Yuan, as a string with two decimals'),
  sheetHint: () => text('金额（元），最多两位小数', 'Amount (CNY), at most two decimals'),
  sheetFormat: '0.00',
  readFilter: (written) => readDecimal(parseMoneyText(written) ?? ''),
  schema: ({ min = 0 }) =>
    z.pipe(
      withConversion(
        (value) => {
          const written =
            typeof value === 'number'
              ? String(value)
              : typeof value === 'string'
                ? (parseMoneyText(value) ?? value.trim())
                : '';
          // A much larger amount is not an exact number of cents, but the right message is still "too large".
          return amount.test(written) ? Math.max(Math.min(yuanToCents(written), most + 1), -most - 1) : value;
        },
        z
          .int(encodeMessage('invalid_money'))
          .check(
            z.gte(Math.max(min, -most), encodeMessage('too_small', { min: centsToYuan(Math.max(min, -most)) })),
            z.lte(most, encodeMessage('too_large', { max: centsToYuan(most) })),
          ),
      ),
      z.transform(centsToYuan),
    ) as z.ZodMiniType<string>,
  store: yuanToCents,
  wire: (column) => `to_char(${column} / 100.0, 'FM9999999999990.00')`,
  compare: (parameter) => `(${parameter}::numeric * 100)`,
};
