import * as z from 'zod/mini';
import { parseNumberText } from '../text/parse-number-text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { type Kind, orderOperators, withConversion } from './field-kind-type-and-shared-conversions.ts';

export interface NumberOptions {
  min?: number;
  max?: number;
  /** Unit after the value: 人, m². */
  unit?: string;
  /** The number is the key of a row, whose digits are not grouped. */
  key?: true;
  /** Values of several rows add up to a total, as people and fees do, and versions, percentages and codes do not. */
  quantity?: true;
}

/** No digit can match two parts of the pattern, so that a million digits take linear time. */
const plain = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Accepts a number, or a text that is one. Refuses everything else, including NaN and Infinity. */
const numberSchema = ({ min, max }: NumberOptions) => {
  return withConversion(
    (value) => (typeof value === 'string' ? readNumber(value) : value),
    z.number(encodeMessage('not_a_number')).check(
      z.refine((value) => min === undefined || value >= min, encodeMessage('too_small', { min })),
      z.refine((value) => max === undefined || value <= max, encodeMessage('too_large', { max })),
    ),
  );
};

function readNumber(written: string): unknown {
  if (plain.test(written.trim())) return Number(written);
  const read = parseNumberText(written);
  return read === undefined ? written : Number(read);
}

const clamp = (value: number, { min, max }: NumberOptions) => Math.max(min ?? value, Math.min(max ?? value, value));

const bounds = ({ min, max }: NumberOptions) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

/** Converts the text of a filter for decimal and integer columns. Undefined: PostgreSQL could not parse it. */
export const readDecimal = (written: string) => readDigits(written, /^-?\d{1,15}(\.\d{1,6})?$/);
export const readWhole = (written: string) => readDigits(written, /^-?\d{1,15}$/);

function readDigits(written: string, pattern: RegExp): string | undefined {
  const read = parseNumberText(written);
  return read !== undefined && pattern.test(read) ? read : undefined;
}

/** A decimal number. */
export const numberKind: Kind<number, NumberOptions> = {
  name: 'number',
  column: 'numeric',
  cell: 'number',
  input: 'number',
  typed: 'line',
  operators: orderOperators,
  sorts: true,
  width: 100,
  sums: true,
  align: 'right',
  example: (options) => clamp(12.5, options),
  form: (options) => ({ type: 'number', ...bounds(options) }),
  sheetFormat: '0',
  readFilter: readDecimal,
  schema: (options) => numberSchema({ min: -1e15, max: 1e15, ...options }) as z.ZodMiniType<number>,
  compare: (parameter) => `${parameter}::numeric`,
};

/** A floating-point measurement. */
export const floatKind: Kind<number, NumberOptions> = {
  ...numberKind,
  name: 'float',
  computedDecimals: 2,
  column: 'double precision',
  compare: (parameter) => `${parameter}::double precision`,
};

/** A whole number of 32 bits, with sign. */
export const integerKind: Kind<number, NumberOptions> = {
  ...numberKind,
  name: 'integer',
  whole: true,
  example: (options) => clamp(3, options),
  form: (options) => ({ type: 'integer', ...bounds(options) }),
  readFilter: readWhole,
  column: 'integer',
  schema: (options) =>
    (numberSchema({ min: -2147483648, max: 2147483647, ...options }) as z.ZodMiniType<number>).check(
      z.refine(Number.isInteger, encodeMessage('not_an_integer')),
    ),
  isPlainlyValid: (value, { min = -2147483648, max = 2147483647 }) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  compare: (parameter) => `${parameter}::bigint`,
};

/** Whether a field holds integers. */
export const isInteger = ({ kind }: { kind: string }): boolean => kind === integerKind.name;
