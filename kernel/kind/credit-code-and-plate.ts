import * as z from 'zod/mini';
import { isCreditCode, normalizeCreditCode } from '../check/credit-code.ts';
import { DASHES, DOTS } from '../check/normalise-width-spaces-and-dashes.ts';
import { correctPlate, isPlate, normalizePlate, PLATE_PROVINCES, parsePlate } from '../check/vehicle-plate.ts';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { type Kind, notRounded, textOperators } from './field-kind-type-and-shared-conversions.ts';

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
  // The example that the standard gives.
  example: () => '91350100M000100Y43',
  note: text('GB 32100-2015，含校验位', 'GB 32100-2015, with its check digit'),
  normalize: normalizeCreditCode,
  inSearch: {
    pattern: /(?<![\dA-Z])[159ANY][\s.-]?[\dA-Z](?:[\s.-]?\d){6}(?:[\s.-]?[\dA-Z]){10}(?![\dA-Z])/gi,
    read: (found) => {
      const code = normalizeCreditCode(found);
      return isCreditCode(code) ? code : undefined;
    },
    called: '统一社会信用代码|社会信用代码|信用代码|credit code',
  },
  schema: () =>
    z.string(encodeMessage('invalid_credit_code')).check(
      notRounded,
      z.overwrite(normalizeCreditCode),
      z.superRefine((value, context) => {
        if (!/^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/.test(value))
          context.addIssue({ code: 'custom', message: encodeMessage('invalid_credit_code') });
        else if (!isCreditCode(value))
          context.addIssue({ code: 'custom', message: encodeMessage('credit_code_checksum') });
      }),
    ),
};

/** Separators that people write between the characters of a plate. */
const BETWEEN = `[\\s_${DASHES}${DOTS}]{0,3}`;

export interface PlateOptions {
  /**
   * The field with the plate's colour (`PlateColor`). The server checks that plates of this format are issued in it.
   */
  color?: string;
}

/** A licence plate, normalised (domain reference §3.2) and drawn as it looks on the road. */
export const plateKind: Kind<string, PlateOptions> = {
  name: 'plate',
  column: 'text',
  cell: 'plate',
  copied: true,
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  collated: true,
  width: 110,
  capitals: true,
  drawnWith: ({ color }) => (color === undefined ? [] : [color]),
  example: () => '云A12345',
  note: text('机动车号牌（GA 36）', 'Licence plate (GA 36)'),
  normalize: normalizePlate,
  inSearch: {
    // matches the longest candidate
    pattern: new RegExp(
      `(?:[${PLATE_PROVINCES}]${BETWEEN}[a-z](?:${BETWEEN}[a-z\\d挂学警港澳试超领]){5,6}|使(?:${BETWEEN}\\d){6})(?![a-z\\d])`,
      'gi',
    ),
    read: (found) => {
      const plate = normalizePlate(found);
      return (parsePlate(plate) ?? parsePlate(correctPlate(plate)))?.plate;
    },
    called: '车牌号码?|车牌|号牌号码|号牌|牌照号码?|牌照|车号|plate',
  },
  schema: () =>
    z
      .string(encodeMessage('invalid_plate'))
      .check(z.overwrite(normalizePlate), z.refine(isPlate, encodeMessage('invalid_plate'))),
  mask: (column) => `left(${column}, 2) || '·**' || right(${column}, 3)`,
  maskValue: (value) => `${value.slice(0, 2)}·**${value.slice(-3)}`,
};
