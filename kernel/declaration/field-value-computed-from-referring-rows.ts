import type { RowCondition } from './row-condition-and-move-guard.ts';

/**
 * A value computed from the rows of another resource that refer to this one: their number, a sum, or a field of the
 * latest. It is not stored; each reader's value covers only the rows that reader may see.
 */
export interface ReferringRowsAggregate {
  readonly how: 'count' | 'sum' | 'latest';
  /**
   * The resource whose rows are counted, and (`by`) its reference field that points at this resource, perhaps among
   * others.
   */
  readonly of: string;
  readonly by: string;
  /** The field that is summed, or that is read from the latest row. */
  readonly value?: string;
  /** The field that decides which row is the latest. Default: the newest row. */
  readonly at?: string;
  /** Conditions that a row must meet to count, all of them. */
  readonly where?: readonly RowCondition[];
}
