import * as z from 'zod/mini';
import { compactIdentifier, SEPARATORS, tidyIdentifier } from '../check/normalise-document-and-order-numbers.ts';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import {
  cleanText,
  type Kind,
  notRounded,
  numberToText,
  textOperators,
  withConversion,
} from './field-kind-type-and-shared-conversions.ts';
import { charactersOf, type TextOptions } from './text.ts';

const normalizeIdentifier = (written: string): string => cleanText(tidyIdentifier(written));

/**
 * The number of a document, vehicle, contract or order. It is stored as printed. Comparisons use only its letters and
 * digits, so that different ways of writing it are equal.
 */
export const printedNumberKind: Kind<string, TextOptions> = {
  name: 'identifier',
  column: 'text',
  cell: 'text',
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  collated: true,
  width: 150,
  example: ({ min = 1, max = 255 }) => 'L-YN00123'.padEnd(min, '0').slice(0, max),
  note: text(
    '比较时不计大小写、全半角、空格和分隔符',
    'Case, full/half width, spaces and separators are ignored in comparisons',
  ),
  sheetHint: charactersOf,
  normalize: normalizeIdentifier,
  compact: compactIdentifier,
  inSearch: {
    // Letters and digits with their separators, dates excluded.
    pattern: new RegExp(
      `(?<![^\\s,，、;；:：])(?=[^\\s,，、;；:：]*[\\da-z])(?!\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?![^\\s,，、;；:：]))[\\p{L}\\p{N}${SEPARATORS.replace('\\s', '')}]+(?![^\\s,，、;；:：])`,
      'giu',
    ),
    read: (found) => {
      const compact = compactIdentifier(found);
      return compact === '' || compact === found.toUpperCase() ? undefined : compact;
    },
    called:
      '许可证编?号|道路运输证号|从业资格证号|导游资格证号|资格证号|导游证号?|保单号码?|合同编?号|订单编?号|报案号|文书号|文号|团号|证书?编?号',
  },
  schema: ({ max = 255, min = 0 }) =>
    withConversion(
      numberToText,
      z.string(encodeMessage('invalid')).check(
        z.overwrite(normalizeIdentifier),
        z.minLength(min, encodeMessage('too_short', { min })),
        z.maxLength(max, encodeMessage('too_long', { max })),
        notRounded,
        z.refine((value) => value === '' || compactIdentifier(value) !== '', encodeMessage('no_identifier')),
      ),
    ) as z.ZodMiniType<string>,
};
