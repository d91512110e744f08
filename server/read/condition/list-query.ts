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
  /** Asked for with `any`: of each group one condition at least must hold, beside all of the others. */
  anyOf?: ListCondition[][];
  /** Asked for with `total=0`: a caller that only wants rows pays for no count and is told -1. */
  uncounted?: boolean;
  /** Asked for with `columns=a,b`: what rows tell, where not all that a list shows (`asked-columns.ts`). */
  columns?: ReadonlySet<string> | undefined;
  /** Asked for with `holder=12`: only rows members hold by this one row, or this row itself. */
  holder?: number;
  /** Asked for with `awaits=me`: only rows whose next step is the caller's (`awaiting.ts`). */
  awaitsMe?: boolean;
  /** Asked for with `handler=me`: only rows assigned to the caller that have not come to their end (`awaiting.ts`). */
  handledByMe?: boolean;
  /** What the rows are wanted for; to be looked at unless told: a member exports those they hold in a role that may. */
  action?: 'export';
  /** Remote select: which rows of alias `t` a reference reaches, instead of those the caller sees; null: all. */
  within?: Sql | null;
  /** Remote select: which rows stand first, where others are offered beside the caller's own. */
  first?: Sql;
  /** Remote select: narrowed by what a list shows, so that only rows of the caller's list are meant. */
  listed?: boolean;
  /** Remote select: only rows whose `initKey` is one of these. */
  initial?: { field: string; values: string[] };
}

/** What of a query says which rows are meant. */
export type RequestedRows = 'conditions' | 'anyOf' | 'quickSearch' | 'holder' | 'awaitsMe' | 'handledByMe';
