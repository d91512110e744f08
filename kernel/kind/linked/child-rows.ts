import * as z from 'zod/mini';
import type { AnyField } from '../../declaration/field.ts';
import { text } from '../../text/text.ts';
import { encodeMessage } from '../../text/validation-messages.ts';
import type { Kind } from '../field-kind-type-and-shared-conversions.ts';

export interface ChildListOptions {
  /** Name of the child resource, `module/resource`. Its `partOf` is the field that refers back. */
  of: string;
  /** Maximum number of rows. Default: 200. */
  max?: number;
}

/** A row of a list in a request. With `id` (and `version`) it is an existing row, otherwise a new one. */
export type SubmittedChildRow = Readonly<Record<string, unknown>>;

const usualMost = 200;

/**
 * A record contains lists of up to this many rows. A longer list is null there, and the call `rows` returns it page by
 * page.
 */
export const maxChildRowsInRecord = 200;

/** Maximum number of rows of a list field. */
export const maxChildRowsOfList = (one: AnyField): number =>
  (one.options as Partial<ChildListOptions>).max ?? usualMost;

/**
 * An ordered list of child rows, which are edited in the form of their parent and saved with it. It has no column,
 * because the child rows refer to the parent. The schema checks only the shape; the fields of the child resource check
 * the values.
 */
export const childRowsKind: Kind<readonly SubmittedChildRow[], ChildListOptions> = {
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
      .array(z.record(z.string(), z.unknown(), encodeMessage('invalid')), encodeMessage('invalid'))
      .check(z.maxLength(max, encodeMessage('too_many', { max }))),
  toText: (wire) => (Array.isArray(wire) ? String(wire.length) : String(wire ?? '')),
};

/** Whether a field holds a list of rows. */
export const isChildList = (one: AnyField): boolean => one.kind === 'rows';
