import * as z from 'zod/mini';
import { isIdNumber, normalizeIdNumber } from '../check/identity-documents.ts';
import { maskIdNumber, maskMobile } from '../check/mask-personal-data.ts';
import { isPersonName, normalizePersonName } from '../check/person-name.ts';
import { isForeignPhone, isMobile, normalizeAnyMobile, normalizeMobile } from '../check/phone-number.ts';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { shanghaiToday } from '../time/shanghai-time.ts';
import {
  type Kind,
  notRounded,
  numberToText,
  textOperators,
  withConversion,
} from './field-kind-type-and-shared-conversions.ts';

/** The name of a person: letters and Han characters, with the dots and spaces that occur in names. */
export const personNameKind: Kind<string, object> = {
  name: 'personName',
  column: 'text',
  cell: 'text',
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  collated: true,
  width: 100,
  personal: 'name',
  example: () => '张三',
  normalize: normalizePersonName,
  schema: () =>
    z
      .string(encodeMessage('invalid_name'))
      .check(z.overwrite(normalizePersonName), z.refine(isPersonName, encodeMessage('invalid_name'))),
  mask: (column) => `left(${column}, 1) || repeat('*', greatest(char_length(${column}) - 1, 1))`,
  maskValue: (value) => `${[...value][0] ?? ''}${'*'.repeat(Math.max([...value].length - 1, 1))}`,
};

export interface MobileOptions {
  /** Also accept foreign numbers with + and country code, for tourists (domain reference §3.2). */
  foreign?: true;
}

const foreignNumbers = text(
  '境外号码以 + 和国家（地区）代码开头，如 +14155550100',
  'Numbers outside mainland China start with + and the country code, e.g. +14155550100',
);

/**
 * Masks everything between the first three and the last four characters, but at least four characters. Seven digits of
 * a Chinese mobile number stay visible.
 */
const maskedMobile = (column: string) => {
  const masked = `greatest(char_length(${column}) - 7, 4)`;
  return `overlay(${column} placing repeat('*', ${masked}) from 4 for ${masked})`;
};

/** A mobile number of mainland China. */
export const mobileKind: Kind<string, MobileOptions> = {
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
  note: text('中国大陆手机号', 'Mainland China mobile number'),
  sheetHint: ({ foreign }) => (foreign ? foreignNumbers : undefined),
  normalize: (written, { foreign }) => (foreign ? normalizeAnyMobile(written) : normalizeMobile(written)),
  inSearch: {
    pattern: /(?<![\d+])(?:\+?86[\s.-]?|0086[\s.-]?)?1[3-9](?:[\s.-]?\d){9}(?!\d)/g,
    read: (found) => {
      const mobile = normalizeMobile(found);
      return isMobile(mobile) ? mobile : undefined;
    },
    called: '手机号码?|手机|联系电话|电话号码|电话|mobile|phone',
  },
  schema: ({ foreign }) => {
    const message = encodeMessage(foreign ? 'invalid_any_mobile' : 'invalid_mobile');
    return withConversion(
      numberToText,
      z.string(message).check(
        notRounded,
        z.overwrite(foreign ? normalizeAnyMobile : normalizeMobile),
        z.refine((value) => isMobile(value) || (foreign === true && isForeignPhone(value)), message),
      ),
    ) as z.ZodMiniType<string>;
  },
  mask: maskedMobile,
  maskValue: maskMobile,
};

export interface IdNumberOptions {
  /**
   * Also accept numbers of passports and travel permits. Another field holds the type of document, and a hook checks
   * the number.
   */
  documents?: true;
}

/**
 * A resident identity number (GB 11643). It is stored encrypted: the database contains a mask, the cipher text and a
 * keyed hash, never the number itself.
 */
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
  // The example that the standard gives.
  example: () => '11010519491231002X',
  note: text('GB 11643，含校验位；加密存放', 'GB 11643, with check digit; stored encrypted'),
  sealed: true,
  normalize: normalizeIdNumber,
  schema: ({ documents }) =>
    z.string(encodeMessage('invalid_id_number')).check(
      notRounded,
      z.overwrite(normalizeIdNumber),
      z.superRefine((value, context) => {
        if (documents) {
          if (!/^[\dA-Z]{5,18}$/.test(value))
            context.addIssue({ code: 'custom', message: encodeMessage('invalid_document_number') });
        } else if (!/^\d{17}[\dX]$/.test(value))
          context.addIssue({ code: 'custom', message: encodeMessage('invalid_id_number') });
        else if (!isIdNumber(value, shanghaiToday()))
          context.addIssue({ code: 'custom', message: encodeMessage('id_number_checksum') });
      }),
    ),
  wire: (column) => `${column}->>'mask'`,
  mask: (column) => `${column}->>'mask'`,
  maskValue: maskIdNumber,
};
