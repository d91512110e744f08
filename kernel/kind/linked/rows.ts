import * as z from 'zod/mini';
import type { AnyField } from '../../declaration/field.ts';
import { issue } from '../../text/message.ts';
import { text } from '../../text/text.ts';
import type { Kind } from '../kind.ts';

export interface RowsOptions {
  /** Name of the resource the rows are of, `module/resource`; it says `partOf` which field refers back. */
  of: string;
  /** Most rows of one list; 200 unless told. */
  max?: number;
}

/** A row of a list as it is sent: with `id` (and `version`) one that is there, without one that is new. */
export type SentRow = Readonly<Record<string, unknown>>;

const usualMost = 200;

/** A record carries a list whole up to so many rows; of a longer one it says null, and the call `rows` has its pages. */
export const maxRowsInRecord = 200;

/** Most rows a list may have. */
export const maxRowsOfList = (one: AnyField): number => (one.options as Partial<RowsOptions>).max ?? usualMost;

/**
 * An ordered list of rows of another resource, edited in the form of the row they are part of and written with it. It
 * has no column: the rows refer to this one. Here only their shape is looked at; what they hold is checked by their own
 * fields.
 */
export const rowsKind: Kind<readonly SentRow[], RowsOptions> = {
  name: 'rows',
  column: '',
  cell: 'rows',
  pressed: true,
  input: 'rows',
  grouped: true,
  operators: [],
  sorts: false,
  width: 90,
  example: () => [{ id: 1, version: 1 }, {}],
  form: ({ max = usualMost }) => ({
    type: 'array',
    maxItems: max,
    items: { type: 'object', properties: { id: { type: 'integer', minimum: 1 }, version: { type: 'integer' } } },
  }),
  note: text(
    '按顺序的全部行：已有的带 id（可带 version，只发要改的字段），新行不带；没有列出的行被删除；不发或为 null 则不变',
    'All rows in their order: those that are there with id (and version; only what changes need be sent), new ones without; rows left out are deleted; not sent, or null, leaves them',
  ),
  schema: ({ max = usualMost }) =>
    z
      .array(z.record(z.string(), z.unknown(), issue('invalid')), issue('invalid'))
      .check(z.maxLength(max, issue('too_many', { max }))),
  toText: (wire) => (Array.isArray(wire) ? String(wire.length) : String(wire ?? '')),
};

/** Whether a field holds a list of rows. */
export const isList = (one: AnyField): boolean => one.kind === 'rows';
