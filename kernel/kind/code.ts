import * as z from 'zod/mini';
import { isCreditCode, normalizeCreditCode } from '../check/credit-code.ts';
import { isPlate, normalizePlate } from '../check/plate.ts';
import { type Kind, textOperators } from '../kind.ts';
import { issue } from '../message.ts';
import { text } from '../text.ts';

/** A unified social credit code (GB 32100-2015), normalised to upper case without spaces. */
export const creditCodeKind: Kind<string, object> = {
  name: 'creditCode',
  column: 'text',
  cell: 'code',
  copied: true,
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  width: 190,
  capitals: true,
  groups: [2, 6, 10],
  // the sample of the standard itself
  example: () => '91350100M000100Y43',
  note: text('GB 32100-2015，含校验位', 'GB 32100-2015, with its check digit'),
  schema: () =>
    z.string(issue('invalid_credit_code')).check(
      z.overwrite(normalizeCreditCode),
      z.superRefine((value, context) => {
        if (!/^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/.test(value))
          context.addIssue({ code: 'custom', message: issue('invalid_credit_code') });
        else if (!isCreditCode(value)) context.addIssue({ code: 'custom', message: issue('credit_code_checksum') });
      }),
    ),
};

export interface PlateOptions {
  /** The field that says which of the colours its shape is issued in it bears (`PlateColor`). */
  color?: string;
}

/** A licence plate, normalised (domain reference §3.2); drawn as it is seen on the road. */
export const plateKind: Kind<string, PlateOptions> = {
  name: 'plate',
  column: 'text',
  cell: 'plate',
  copied: true,
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  width: 110,
  capitals: true,
  drawnWith: ({ color }) => (color === undefined ? [] : [color]),
  example: () => '云A12345',
  note: text('机动车号牌（GA 36）', 'Licence plate (GA 36)'),
  schema: () =>
    z.string(issue('invalid_plate')).check(z.overwrite(normalizePlate), z.refine(isPlate, issue('invalid_plate'))),
  mask: (column) => `left(${column}, 2) || '·**' || right(${column}, 3)`,
  maskValue: (value) => `${value.slice(0, 2)}·**${value.slice(-3)}`,
};
