import * as z from 'zod/mini';
import { issue } from '../text/message.ts';
import { asText, cleanText, type Kind, prepared, textOperators } from './kind.ts';
import { charactersOf, exampleText, type TextOptions } from './text.ts';

/** Several lines of plain text. Default: at most 2,000 characters. */
export const textareaKind: Kind<string, TextOptions> = {
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
    prepared(
      asText,
      z.string(issue('invalid')).check(
        z.overwrite((value) => cleanText(value, true)),
        z.minLength(min, issue('too_short', { min })),
        z.maxLength(max, issue('too_long', { max })),
      ),
    ) as z.ZodMiniType<string>,
};
