import * as z from 'zod/mini';
import { encodeIssue } from '../text/message.ts';
import { text } from '../text/text.ts';
import { cleanText, type Kind } from './kind.ts';

/** A signature of the evidence of a move: drawn, or the name typed by somebody who cannot draw. */
export interface Signature {
  /** Each line as `[x, y, x, y, …]` in a box of {@link signatureBox}. */
  strokes?: number[][];
  name?: string;
}

/** The box in which signatures are drawn, in units of its lines. */
export const signatureBox = { width: 900, height: 300 } as const;

const mostStrokes = 200;
/** Numbers in all lines: a long signature of several characters has some 2,000. */
const mostNumbers = 12_000;

const invalid = encodeIssue('invalid');
const within = (most: number) => z.int(invalid).check(z.minimum(0, invalid), z.maximum(most, invalid));
const isLine = (line: readonly number[]) =>
  line.length >= 2 &&
  line.length % 2 === 0 &&
  line.every((one, at) => one <= (at % 2 === 0 ? signatureBox.width : signatureBox.height));

const schema = z.pipe(
  z
    .object(
      {
        strokes: z.nullish(
          z
            .array(z.array(within(signatureBox.width), invalid).check(z.maxLength(mostNumbers, invalid)), invalid)
            .check(z.maxLength(mostStrokes, invalid)),
        ),
        name: z.nullish(
          z.string(invalid).check(
            z.overwrite((value) => cleanText(value)),
            z.maxLength(60, encodeIssue('too_long', { max: 60 })),
          ),
        ),
      },
      invalid,
    )
    .check(
      z.refine(({ strokes }) => (strokes ?? []).every(isLine), invalid),
      z.refine(({ strokes }) => (strokes ?? []).reduce((sum, line) => sum + line.length, 0) <= mostNumbers, invalid),
      z.refine(({ strokes, name }) => (strokes ?? []).length > 0 || Boolean(name), encodeIssue('required')),
    ),
  z.transform(({ strokes, name }) => ({
    ...(strokes && strokes.length > 0 ? { strokes } : {}),
    ...(name ? { name } : {}),
  })),
);

/** A signature, which only the evidence of a move asks for: it is no column of a resource. */
export const signatureKind: Kind<Signature, object> = {
  name: 'signature',
  column: 'jsonb',
  cell: 'text',
  input: 'signature',
  grouped: true,
  operators: [],
  sorts: false,
  width: 180,
  personal: 'name',
  example: () => ({ strokes: [[120, 150, 300, 90, 480, 200]] }),
  form: () => ({
    type: 'object',
    properties: {
      strokes: {
        type: 'array',
        maxItems: mostStrokes,
        items: {
          type: 'array',
          minItems: 2,
          items: { type: 'integer', minimum: 0, maximum: signatureBox.width },
        },
      },
      name: { type: 'string', maxLength: 60 },
    },
  }),
  note: text(
    '手写笔画 strokes（每笔为 x,y 交替的坐标，宽 900 高 300），或键入姓名 name',
    'Drawn strokes (each x and y in turn, in a box of 900 by 300), or a typed name',
  ),
  schema: () => schema as z.ZodMiniType<Signature>,
  toText: () => '',
};

/** Whether a field takes a signature. */
export const isSignature = ({ kind }: { readonly kind: string }): boolean => kind === signatureKind.name;
