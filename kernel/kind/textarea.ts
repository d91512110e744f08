import * as z from 'zod/mini';
import { encodeMessage } from '../text/validation-messages.ts';
import {
  cleanText,
  type Kind,
  numberToText,
  textOperators,
  withConversion,
} from './field-kind-type-and-shared-conversions.ts';
import { charactersOf, exampleText, type ProseOptions } from './text.ts';

/** Several lines of plain text. Default: at most 2,000 characters. */
export const textareaKind: Kind<string, ProseOptions> = {
  name: 'textarea',
  column: 'text',
  cell: 'text',
  input: 'textarea',
  typed: 'lines',
  prose: true,
  operators: textOperators,
  sorts: false,
  width: 200,
  remark: true,
  filterAs: 'text',
  example: exampleText,
  sheetHint: charactersOf,
  schema: ({ max = 2000, min = 0 }) =>
    withConversion(
      numberToText,
      z.string(encodeMessage('invalid')).check(
        z.overwrite((value) => cleanText(value, true)),
        z.minLength(min, encodeMessage('too_short', { min })),
        z.maxLength(max, encodeMessage('too_long', { max })),
      ),
    ) as z.ZodMiniType<string>,
};
