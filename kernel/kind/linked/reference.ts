import * as z from 'zod/mini';
import type { ReferenceReach } from '../../declaration/reference-reach-own-area-or-all.ts';
import type { RowCondition } from '../../declaration/row-condition-and-move-guard.ts';
import { text } from '../../text/text.ts';
import { encodeMessage } from '../../text/validation-messages.ts';
import { type Kind, withConversion } from '../field-kind-type-and-shared-conversions.ts';
import { readWhole } from '../number.ts';

export interface ReferenceOptions {
  /**
   * Name of the resource, `module/resource`. It is not the declaration itself, because declarations may refer to each
   * other.
   */
  to: string;
  /** Whether the page of the referenced row lists the referring rows. Default: true. */
  related?: boolean;
  /** The rows that it may point at. Default: those that the caller may see (`own`). */
  reach?: ReferenceReach;
  /** Conditions that a row must meet to be chosen: `among: [['ent_type', '=', 'agency']]`. */
  among?: readonly RowCondition[];
  /**
   * Among the inputs of a move: forms offer only the rows whose reference of this name points at the row that is moved
   * (`ofRow: 'order_id'`). A hook refuses others.
   */
  ofRow?: string;
  /**
   * Among the inputs of a move: forms offer only other rows that have the same value in this field as the row that is moved
   * (`alikeIn: 'enterprise_id'`). A hook refuses others.
   */
  alikeIn?: string;
  /**
   * The reference cites a version of a row (`versionedResource`), or a part of such a version. Only published versions
   * can be chosen. `{ on: 'happened_on' }`: only the version in force on that date of the citing row.
   */
  cites?: true | { readonly on: string };
}

/** Keys of rows are positive integers that a JSON number represents exactly. */
const keySchema = withConversion(
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value),
  z.int(encodeMessage('invalid_option')).check(z.positive(encodeMessage('invalid_option'))),
) as z.ZodMiniType<number>;

/**
 * The title of a referenced row, from the data next to the key. A citation is called by its heading: `第三十五条` alone does
 * not tell of which law.
 */
function titleOf(related: unknown, { cites }: Partial<ReferenceOptions> = {}): string | undefined {
  if (typeof related !== 'object' || related === null) return undefined;
  if (cites && '_heading' in related && typeof related._heading === 'string') return related._heading;
  const title = Object.entries(related).find(
    ([key, value]) => key !== 'id' && typeof value === 'string' && value !== '',
  );
  return title ? String(title[1]) : undefined;
}

/**
 * One row of another resource, picked from a list that the server searches. On the wire the row also contains its `{id,
 * <title>}`.
 */
export const referenceKind: Kind<number, ReferenceOptions> = {
  name: 'reference',
  column: 'bigint',
  cell: 'reference',
  pressed: true,
  input: 'reference',
  chosen: 'once',
  operators: ['=', '<>', 'IN', 'NOT IN', 'NULL', 'NOT NULL'],
  sorts: false,
  width: 150,
  example: () => 1,
  note: text('另一业务记录的编号', 'ID of a record of another resource'),
  sheetHint: () => text('名称或编号', 'Name or ID'),
  target: ({ to }) => ({ resource: to, key: 'id', carried: true }),
  readFilter: readWhole,
  toText: (wire, options, _locale, related) => titleOf(related, options) ?? String(wire),
  schema: () => keySchema,
  compare: (parameter) => `${parameter}::bigint`,
};

/** Whether a field refers to one row of one other resource. */
export const isReference = ({ kind }: { kind: string }): boolean => kind === referenceKind.name;

/** Several rows of another resource. */
export const referencesKind: Kind<number[], ReferenceOptions> = {
  name: 'references',
  column: 'bigint[]',
  cell: 'references',
  pressed: true,
  input: 'references',
  operators: ['FIND_IN_SET', 'NULL', 'NOT NULL'],
  sorts: false,
  width: 180,
  example: () => [1],
  note: text('另一业务多条记录的编号', 'IDs of records of another resource'),
  sheetHint: () => text('名称或编号，多个用顿号分隔', 'Names or IDs, separated by commas'),
  target: ({ to }) => ({ resource: to, key: 'id', carried: true }),
  readFilter: readWhole,
  toText: (wire, _options, _locale, related) =>
    Array.isArray(related)
      ? related
          .map((one) => titleOf(one) ?? '')
          .filter(Boolean)
          .join('、')
      : Array.isArray(wire)
        ? wire.join('、')
        : String(wire),
  fromText: (cell) =>
    cell
      .split(/[,，、;；\n]/)
      .map((key) => key.trim())
      .filter(Boolean),
  schema: () =>
    withConversion(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(keySchema, encodeMessage('invalid_option')).check(
        z.maxLength(1000, encodeMessage('too_many', { max: 1000 })),
        z.overwrite((keys) => [...new Set(keys)]),
      ),
    ) as z.ZodMiniType<number[]>,
  compare: (parameter) => `${parameter}::bigint`,
};

/**
 * The parent row in a tree of the same resource. For a row at the top it is 0 on the wire, in both directions, and null
 * in the database.
 */
export const parentKind: Kind<number, ReferenceOptions> = {
  ...referenceKind,
  name: 'parent',
  none: 0,
  note: text('上级记录的编号；顶级为 0', 'ID of the parent record; 0 for top level'),
  input: 'tree',
  schema: () =>
    withConversion(
      (value) => (typeof value === 'string' && value.trim() === '0' ? 0 : value),
      z.union([z.literal(0), keySchema], encodeMessage('invalid_option')),
    ) as z.ZodMiniType<number>,
  store: (key) => key || null,
  wire: (column) => `coalesce(${column}, 0)`,
};

/**
 * Ticked nodes of another resource's tree. A ticked node includes its descendants and selects its ancestors. `['*']`
 * means every present and future node and is stored as null. On the wire the row contains only the keys, because there
 * may be hundreds.
 */
export const branchesKind: Kind<number[], ReferenceOptions> = {
  ...referencesKind,
  name: 'branches',
  form: () => ({ type: 'array', items: { type: 'integer', minimum: 1 } }),
  target: ({ to }) => ({ resource: to, key: 'id', carried: false }),
  cell: 'text',
  input: 'branches',
  operators: [],
  schema: () =>
    z.union(
      [
        z.pipe(
          z.tuple([z.literal('*')]),
          z.transform(() => null),
        ),
        z.array(keySchema, encodeMessage('invalid_option')).check(
          z.maxLength(5000, encodeMessage('too_many', { max: 5000 })),
          z.overwrite((keys) => [...new Set(keys)]),
        ),
      ],
      encodeMessage('invalid_option'),
    ) as unknown as z.ZodMiniType<number[]>,
};
