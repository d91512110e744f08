import { z } from 'zod';
import { asText, cleanText, type Kind, textOperators } from '../kind.ts';
import { issue } from '../message.ts';

export interface TextOptions {
  /** Most characters; 255 unless told. */
  max?: number;
  min?: number;
}

/** One line of plain text. */
export const textKind: Kind<string, TextOptions> = {
  name: 'text',
  column: 'text',
  cell: 'text',
  input: 'text',
  operators: textOperators,
  sorts: true,
  width: 140,
  schema: ({ max = 255, min = 0 }) =>
    z.preprocess(
      asText,
      z
        .string(issue('invalid'))
        .overwrite((value) => cleanText(value))
        .min(min, issue('too_short', { min }))
        .max(max, issue('too_long', { max })),
    ) as z.ZodType<string>,
};
