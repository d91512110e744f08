import { z } from 'zod';
import type { Kind } from '../kind.ts';
import { issue } from '../message.ts';

export interface ReferenceOptions {
  /** Name of the resource referred to, `module/resource`. By name: declarations may refer to each other. */
  to: string;
}

/** Row keys are whole numbers above 0 that a JSON number holds exactly. */
export const keySchema = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value),
  z
    .number(issue('invalid_option'))
    .int(issue('invalid_option'))
    .positive(issue('invalid_option'))
    .max(Number.MAX_SAFE_INTEGER, issue('invalid_option')),
) as z.ZodType<number>;

/** One row of another resource, chosen from a remote list; the row carries `{id, <title>}` of it beside the key. */
export const referenceKind: Kind<number, ReferenceOptions> = {
  name: 'reference',
  column: 'bigint',
  cell: 'reference',
  input: 'reference',
  operators: ['=', '<>', 'IN', 'NOT IN', 'NULL', 'NOT NULL'],
  sorts: false,
  width: 150,
  schema: () => keySchema,
  compare: (parameter) => `${parameter}::bigint`,
};

/** Several rows of another resource. */
export const referencesKind: Kind<number[], ReferenceOptions> = {
  name: 'references',
  column: 'bigint[]',
  cell: 'references',
  input: 'references',
  operators: ['FIND_IN_SET', 'NULL', 'NOT NULL'],
  sorts: false,
  width: 180,
  schema: () =>
    z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z
        .array(keySchema, issue('invalid_option'))
        .max(1000, issue('too_many', { max: 1000 }))
        .overwrite((keys) => [...new Set(keys)]),
    ) as z.ZodType<number[]>,
  compare: (parameter) => `${parameter}::bigint`,
};

/** The row above in a tree of the same resource. At the top it is 0 on the wire, in and out, and empty in the database. */
export const parentKind: Kind<number, ReferenceOptions> = {
  ...referenceKind,
  name: 'parent',
  input: 'tree',
  schema: () =>
    z.preprocess(
      (value) => (typeof value === 'string' && value.trim() === '0' ? 0 : value),
      z.union([z.literal(0), keySchema], issue('invalid_option')),
    ) as z.ZodType<number>,
  store: (key) => key || null,
  wire: (column) => `coalesce(${column}, 0)`,
};

/**
 * Nodes of another resource's tree, ticked in the tree itself; a node stands for what lies below it and brings what
 * stands above it. `['*']` is every node there is and will be, stored as null. No relation is carried along: there may be hundreds.
 */
export const branchesKind: Kind<number[], ReferenceOptions> = {
  ...referencesKind,
  name: 'branches',
  cell: 'text',
  input: 'branches',
  operators: [],
  schema: () =>
    z.union(
      [
        z.tuple([z.literal('*')]).transform(() => null),
        z
          .array(keySchema, issue('invalid_option'))
          .max(5000, issue('too_many', { max: 5000 }))
          .overwrite((keys) => [...new Set(keys)]),
      ],
      issue('invalid_option'),
    ) as unknown as z.ZodType<number[]>,
};
