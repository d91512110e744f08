import type { FieldCheck } from './field-check.ts';

/**
 * What a field is told by the rows of another resource that refer to this one: how many there are, what they come to,
 * or what the latest of them says. Nothing is stored; each reader is told of the rows they may see.
 */
export interface Aggregate {
  readonly how: 'count' | 'sum' | 'latest';
  /** The resource counted, by name, and the field of it that names this one, alone or as one of several. */
  readonly of: string;
  readonly by: string;
  /** The field summed, or the one the latest row is asked for. */
  readonly value?: string;
  /** By what the latest is told; the youngest row unless told. */
  readonly at?: string;
  /** Only rows that fulfil all of these. */
  readonly where?: readonly FieldCheck[];
}
