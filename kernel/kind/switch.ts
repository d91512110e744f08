import * as z from 'zod/mini';
import { type Locale, text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { type Kind, withConversion } from './field-kind-type-and-shared-conversions.ts';

const labels = { on: text('是', 'Yes'), off: text('否', 'No') };
const yes: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes', '是', 'on']);
const no: ReadonlySet<unknown> = new Set([false, 0, '0', 'false', 'no', '否', 'off', '']);

export interface SwitchOptions {
  /** The switch is a confirmation: the form is refused while it is off. */
  confirms?: boolean;
  /** On is bad news, such as a missed deadline, and is drawn so. */
  alarms?: boolean;
}

/** On or off: boolean in the database, '1' and '0' on the wire, like every flag of the wire contract. */
export const switchKind: Kind<'0' | '1', SwitchOptions> = {
  name: 'switch',
  column: 'boolean',
  cell: 'switch',
  pressed: true,
  input: 'switch',
  chosen: 'once',
  grouped: true,
  operators: ['=', '<>'],
  sorts: true,
  width: 80,
  blank: '0',
  apart: true,
  example: () => '1',
  form: () => ({ type: 'string', enum: ['0', '1'] }),
  note: text('1 是，0 否', '1 on, 0 off'),
  sheetHint: () => text('是 / 否', 'Yes / No'),
  choices: () => [
    ['1', labels.on],
    ['0', labels.off],
  ],
  readFilter: (written) =>
    /^(?:0|1|true|false)$/.test(written) ? String(written === '1' || written === 'true') : undefined,
  schema: ({ confirms }) =>
    withConversion(
      (value) => {
        const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
        return yes.has(word) ? '1' : no.has(word) ? '0' : value;
      },
      z
        .enum(['0', '1'], encodeMessage('invalid_option'))
        .check(z.refine((flag) => flag === '1' || !confirms, encodeMessage('not_confirmed'))),
    ) as z.ZodMiniType<'0' | '1'>,
  store: (flag) => flag === '1',
  wire: (column) => `case when ${column} then '1' when not ${column} then '0' end`,
  compare: (parameter) => `${parameter}::boolean`,
  toText: (wire, _options, locale: Locale) =>
    wire === '1' ? labels.on[locale] : wire === '0' ? labels.off[locale] : '',
};
