import * as z from 'zod/mini';
import { shanghaiToday } from '../calendar.ts';
import { isIdNumber } from '../check/id-number.ts';
import { maskIdNumber, maskMobile } from '../check/mask.ts';
import { isMobile } from '../check/mobile.ts';
import { asText, cleanText, type Kind, prepared, textOperators } from '../kind.ts';
import { issue } from '../message.ts';
import { text } from '../text.ts';

/** A person's name: letters and Han, with the dots and spaces names really have. */
export const personNameKind: Kind<string, object> = {
  name: 'personName',
  column: 'text',
  cell: 'text',
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  width: 100,
  personal: 'name',
  example: () => '张三',
  schema: () =>
    z.string(issue('invalid_name')).check(
      z.overwrite((value) => cleanText(value)),
      z.regex(/^[\p{L}\p{M}][\p{L}\p{M}·.' -]{0,29}$/u, issue('invalid_name')),
    ),
  mask: (column) => `left(${column}, 1) || repeat('*', greatest(char_length(${column}) - 1, 1))`,
  maskValue: (value) => `${[...value][0] ?? ''}${'*'.repeat(Math.max([...value].length - 1, 1))}`,
};

/** A mobile number of mainland China. */
export const mobileKind: Kind<string, object> = {
  name: 'mobile',
  column: 'text',
  cell: 'code',
  copied: true,
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: false,
  width: 130,
  personal: 'number',
  keyboard: 'tel',
  groups: [3, 4, 4],
  example: () => '13800138000',
  note: text('中国大陆手机号', 'Mobile number of mainland China'),
  schema: () =>
    prepared(
      asText,
      z.string(issue('invalid_mobile')).check(
        z.overwrite((value) =>
          cleanText(value)
            .replace(/[\s-]/g, '')
            .replace(/^\+?86(?=1\d{10}$)/, ''),
        ),
        z.refine(isMobile, issue('invalid_mobile')),
      ),
    ) as z.ZodMiniType<string>,
  mask: (column) => `overlay(${column} placing '****' from 4 for 4)`,
  maskValue: maskMobile,
};

export interface IdNumberOptions {
  /** Numbers of passports and travel permits as well: which document it is another field of the row says, and a hook checks it. */
  documents?: true;
}

/** A resident identity number (GB 11643). Sealed: the database holds mask, cipher text and keyed hash, never the number. */
export const idNumberKind: Kind<string, IdNumberOptions> = {
  name: 'idNumber',
  column: 'jsonb',
  cell: 'code',
  copied: true,
  input: 'text',
  typed: 'line',
  operators: ['='],
  sorts: false,
  width: 190,
  personal: 'number',
  capitals: true,
  groups: [6, 8, 4],
  // the sample of the standard itself
  example: () => '11010519491231002X',
  note: text('GB 11643，含校验位；加密存放', 'GB 11643, with its check digit; stored sealed'),
  sealed: true,
  schema: ({ documents }) =>
    z.string(issue('invalid_id_number')).check(
      z.overwrite((value) => cleanText(value).replace(/\s/g, '').toUpperCase()),
      z.superRefine((value, context) => {
        if (documents) {
          if (!/^[\dA-Z]{5,18}$/.test(value)) context.addIssue({ code: 'custom', message: issue('invalid_id_number') });
        } else if (!/^\d{17}[\dX]$/.test(value))
          context.addIssue({ code: 'custom', message: issue('invalid_id_number') });
        else if (!isIdNumber(value, shanghaiToday()))
          context.addIssue({ code: 'custom', message: issue('id_number_checksum') });
      }),
    ),
  wire: (column) => `${column}->>'mask'`,
  mask: (column) => `${column}->>'mask'`,
  maskValue: maskIdNumber,
};
