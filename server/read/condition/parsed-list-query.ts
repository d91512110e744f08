import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { Sql } from '#server/db/sql.ts';

/** A condition of a list. `exact` marks an admitted search of personal data in full (`admit-and-record-unmasked-personal-data-searches.ts`). */
export interface ListCondition extends Condition {
  readonly exact?: true;
}

/** A parsed and checked list call. */
export interface ParsedListQuery {
  page: number;
  limit: number;
  order: { field: string; direction: 'asc' | 'desc' };
  quickSearch: string;
  conditions: ListCondition[];
  /** `any`: in each group at least one condition must hold, in addition to all other conditions. */
  anyOf?: ListCondition[][];
  /** `total=0`: the caller needs no count and gets -1. */
  uncounted?: boolean;
  /** `columns=a,b`: returned columns, if not all that a list shows (`read-requested-columns-of-list.ts`). */
  columns?: ReadonlySet<string> | undefined;
  /** `holder=12`: only rows that members hold through this row, and the row itself. */
  holder?: number;
  /** `awaits=me`: only rows whose next step is the caller's (`rows-awaiting-caller.ts`). */
  awaitsMe?: boolean;
  /** `handler=me`: only unfinished rows assigned to the caller (`rows-awaiting-caller.ts`). */
  handledByMe?: boolean;
  /**
   * What the rows are read for. Default: reading. A member can export only rows in which the member's role may export.
   */
  action?: 'export';
  /**
   * For options: the rows (alias `t`) that a reference may point at, instead of those in the caller's scope. Null: all
   * rows.
   */
  within?: Sql | null;
  /** For options: the rows to list first, if the caller's own come before others. */
  first?: Sql;
  /** For options: only rows in the caller's list, because conditions of that list apply. */
  listed?: boolean;
  /** For options: only rows whose `initKey` is one of these. */
  initial?: { field: string; values: string[] };
}

/** The parts of a query that select rows. */
export type RowSelectingProperty = 'conditions' | 'anyOf' | 'quickSearch' | 'holder' | 'awaitsMe' | 'handledByMe';
