import * as z from 'zod/mini';
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

export interface TextOptions {
  /** Maximum number of characters. Default: 255. */
  max?: number;
  min?: number;
}

export const exampleText = ({ min = 1, max }: TextOptions): string => '示例'.repeat(Math.ceil(min / 2)).slice(0, max);

export const charactersOf = ({ max }: TextOptions) =>
  max === undefined ? undefined : text(`不超过 ${max} 个字符`, `At most ${max} characters`);

/** Options of texts that people write for others. */
export interface ProseOptions extends TextOptions {
  /** Refused while it contains a banned word; doubtful expressions are noted. */
  screened?: true;
}

/** One line of plain text. */
export const textKind: Kind<string, ProseOptions> = {
  name: 'text',
  column: 'text',
  cell: 'text',
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  collated: true,
  width: 150,
  example: exampleText,
  sheetHint: charactersOf,
  schema: ({ max = 255, min = 0 }) =>
    withConversion(
      numberToText,
      z.string(encodeMessage('invalid')).check(
        z.overwrite((value) => cleanText(value)),
        z.minLength(min, encodeMessage('too_short', { min })),
        z.maxLength(max, encodeMessage('too_long', { max })),
        notRounded,
      ),
    ) as z.ZodMiniType<string>,
};
