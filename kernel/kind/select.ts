import * as z from 'zod/mini';
import type { Option } from '../declaration/select-option-with-label-color-tone.ts';
import { optionsSelectableToday } from '../option/options-selectable-today.ts';
import { type Locale, text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { exactOperators, type Kind, numberToText, withConversion } from './field-kind-type-and-shared-conversions.ts';

export interface SelectOptions<V extends string = string> {
  options: Readonly<Record<V, Option>>;
  /** Which options are allowed, depending on the value of another field. */
  fits?: OptionCondition<V>;
}

/** The options that are allowed for each value of another field. An option that is listed nowhere is always allowed. */
export interface OptionCondition<V extends string = string> {
  /** Name of the other field. */
  readonly by: string;
  readonly only: Readonly<Record<string, readonly V[]>>;
}

export interface SelectsOptions<V extends string = string> extends SelectsLimit {
  options: Readonly<Record<V, Option>>;
}

interface SelectsLimit {
  max?: number;
  /**
   * The name of another field. Only options below its value are offered: `auth/admin.mobile` if that value is
   * `auth/admin`.
   */
  under?: string;
}

const label = (options: SelectOptions, value: unknown, locale: Locale) =>
  options.options[String(value)]?.[locale] ?? String(value ?? '');

/**
 * Finds the option whose key or label (in any language) a cell contains. If two options have the same label, the one
 * that can be selected today is taken. Without a match the text is returned.
 */
function findOption({ options }: SelectOptions, written: string): string {
  const word = written.trim();
  if (Object.hasOwn(options, word)) return word;
  const meant = ([, one]: [string, Option]) => one['zh-cn'] === word || one.en.toLowerCase() === word.toLowerCase();
  return (optionsSelectableToday(options).find(meant) ?? Object.entries(options).find(meant))?.[0] ?? word;
}

/** One option of a closed set. Its key is stored and sent. */
export const selectKind: Kind<string, SelectOptions> = {
  name: 'select',
  column: 'text',
  cell: 'tag',
  input: 'select',
  chosen: 'once',
  operators: exactOperators,
  sorts: true,
  width: 110,
  apart: true,
  example: ({ options }) => Object.keys(options)[0],
  form: ({ options }) => ({ type: 'string', enum: Object.keys(options) }),
  choices: ({ options }) => optionsSelectableToday(options),
  // The options are read at each call, because they can change during the life of a schema.
  schema: (given) =>
    withConversion(
      numberToText,
      z
        .string(encodeMessage('invalid_option'))
        .check(z.refine((value) => Object.hasOwn(given.options, value), encodeMessage('invalid_option'))),
    ) as z.ZodMiniType<string>,
  toText: (wire, options, locale) => (wire === null || wire === undefined ? '' : label(options, wire, locale)),
  fromText: (cell, options) => findOption(options, cell),
};

/** The same, shown as radio buttons. */
export const radioKind: Kind<string, SelectOptions> = { ...selectKind, name: 'radio', input: 'radio', grouped: true };

const listed = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(/[,，、;；]/)
        .map((one) => one.trim())
        .filter(Boolean)
    : value;

const severalKind: Omit<Kind<string[], SelectsOptions>, 'name' | 'input'> = {
  column: 'text[]',
  cell: 'tags',
  operators: ['FIND_IN_SET', 'NULL', 'NOT NULL'],
  sorts: false,
  width: 160,
  example: ({ options }) => Object.keys(options).slice(0, 1),
  form: ({ options }) => ({
    type: 'array',
    items: { type: 'string', enum: Object.keys(options) },
    uniqueItems: true,
  }),
  sheetHint: () => text('多个用顿号分隔', 'Several separated by commas'),
  choices: ({ options }) => optionsSelectableToday(options),
  schema: (given) =>
    withConversion(
      listed,
      z
        .array(withConversion(numberToText, z.string(encodeMessage('invalid_option'))), encodeMessage('invalid_option'))
        .check(
          z.maxLength(given.max ?? 100, encodeMessage('too_many', { max: given.max ?? 100 })),
          z.refine(
            (values) => values.every((value) => Object.hasOwn(given.options, value)),
            encodeMessage('invalid_option'),
          ),
          z.overwrite((values) => [...new Set(values)]),
        ),
    ) as z.ZodMiniType<string[]>,
  toText: (wire, options, locale) =>
    Array.isArray(wire) ? wire.map((value) => label(options, value, locale)).join('、') : '',
  fromText: (cell, options) => (listed(cell) as string[]).map((word) => findOption(options, word)),
};

/** Several options of a closed set: text[] in the database, an array on the wire. */
export const selectsKind: Kind<string[], SelectsOptions> = {
  ...severalKind,
  name: 'selects',
  input: 'selects',
  chosen: 'several',
};

/** The same, shown as check boxes. */
export const checkboxKind: Kind<string[], SelectsOptions> = {
  ...severalKind,
  name: 'checkbox',
  input: 'checkbox',
  grouped: true,
};
