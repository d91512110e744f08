import type { Condition } from '#kernel/declaration/filter.ts';
import type { Sql } from '#server/db/sql.ts';

/** A condition of a list. `exact` only for an admitted unmasked search of personal data (`unmasked-search.ts`). */
export interface ListCondition extends Condition {
  readonly exact?: true;
}

/** A parsed and checked list call. */
export interface ListQuery {
  page: number;
  limit: number;
  order: { field: string; direction: 'asc' | 'desc' };
  quickSearch: string;
  conditions: ListCondition[];
  /** `any`: of each group at least one condition must hold, together with all other conditions. */
  anyOf?: ListCondition[][];
  /** `total=0`: the caller needs no count and gets -1. */
  uncounted?: boolean;
  /** `columns=a,b`: returned columns, if not all that a list shows (`requested-columns.ts`). */
  columns?: ReadonlySet<string> | undefined;
  /** `holder=12`: only rows that members hold by this row, or this row itself. */
  holder?: number;
  /** `awaits=me`: only rows whose next step is the caller's (`pending-work.ts`). */
  awaitsMe?: boolean;
  /** `handler=me`: only unfinished rows assigned to the caller (`pending-work.ts`). */
  handledByMe?: boolean;
  /** Purpose. Default: reading. A member exports only rows held in a role that may export. */
  action?: 'export';
  /** Remote select: the rows (alias `t`) that a reference may name, instead of the caller's scope; null: all. */
  within?: Sql | null;
  /** Remote select: rows to list first, if others follow the caller's own. */
  first?: Sql;
  /** Remote select: restricted to rows of the caller's list, because conditions of the list apply. */
  listed?: boolean;
  /** Remote select: only rows whose `initKey` is one of these. */
  initial?: { field: string; values: string[] };
}

/** The parts of a query that select rows. */
export type RequestedRows = 'conditions' | 'anyOf' | 'quickSearch' | 'holder' | 'awaitsMe' | 'handledByMe';
