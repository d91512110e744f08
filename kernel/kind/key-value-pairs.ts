import * as z from 'zod/mini';
import { text } from '../text/text.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { cleanText, type Kind, numberToText, withConversion } from './field-kind-type-and-shared-conversions.ts';

export interface Pair {
  key: string;
  value: string;
}

/** Completes a pair: a missing key or value becomes empty. */
const asPair = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
    ? { key: numberToText((row as Partial<Pair>).key ?? ''), value: numberToText((row as Partial<Pair>).value ?? '') }
    : row;

/** A list of keys with values (the `array` input of the wire contract). It is jsonb in the database. */
export const pairsKind: Kind<Pair[], object> = {
  name: 'pairs',
  column: 'jsonb',
  cell: 'pairs',
  input: 'pairs',
  grouped: true,
  operators: ['NULL', 'NOT NULL'],
  sorts: false,
  width: 180,
  example: () => [{ key: 'a', value: 'b' }],
  form: () => ({
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      required: ['key', 'value'],
      properties: { key: { type: 'string', maxLength: 100 }, value: { type: 'string', maxLength: 1000 } },
    },
  }),
  sheetHint: () => text('每行一项：名称=内容', 'One per line: name=content'),
  schema: () =>
    z
      .array(
        withConversion(
          asPair,
          z.object(
            {
              key: z.string(encodeMessage('invalid')).check(
                z.overwrite((value) => cleanText(value)),
                z.maxLength(100, encodeMessage('too_long', { max: 100 })),
              ),
              value: z.string(encodeMessage('invalid')).check(
                z.overwrite((value) => cleanText(value, true)),
                z.maxLength(1000, encodeMessage('too_long', { max: 1000 })),
              ),
            },
            encodeMessage('invalid'),
          ),
        ),
        encodeMessage('invalid'),
      )
      .check(z.maxLength(100, encodeMessage('too_many', { max: 100 }))) as z.ZodMiniType<Pair[]>,
  store: (pairs) => JSON.stringify(pairs),
  toText: (wire) => (Array.isArray(wire) ? (wire as Pair[]).map((pair) => `${pair.key}=${pair.value}`).join('\n') : ''),
  fromText: (cell) =>
    cell
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ key: line.split('=')[0] ?? '', value: line.split('=').slice(1).join('=') })),
};

/** Whether a field holds pairs. */
export const isPairs = ({ kind }: { kind: string }): boolean => kind === pairsKind.name;
