import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiDaySql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import type { PanelAreaFilter, PanelRequest } from './read-panel-area-and-day-range.ts';

/** Rows of an area whose limit passes in so many days, with the keys of at most 1,000; -1: it has passed. */
export interface RowsNearDeadline {
  readonly [column: string]: unknown;
  due_in: number;
  n: number;
  ids: number[];
}

const mostIds = 1000;

/**
 * The limits (`due_at`) of the rows of a resource that have passed or pass within so many days. Only those of now are
 * stored: at a past moment there are none.
 */
export async function readRowsNearDeadline(
  { database, past, now = new Date() }: PanelRequest,
  { inside }: PanelAreaFilter,
  resource: AnyResource,
  days: number,
): Promise<RowsNearDeadline[]> {
  if (past) return [];
  const at = sql`${now.toISOString()}::timestamptz`;
  const due = shanghaiDaySql(sql`t.due_at`);
  return await database.rows<RowsNearDeadline>(
    namePreparedStatement(sql`
    select case when t.due_at <= ${at} then -1 else ${due} - ${shanghaiDaySql(at)} end as due_in, count(*)::int as n,
      (array_agg(t.id order by t.due_at, t.id))[1:${mostIds}] as ids
    from ${sql.id(tableOf(resource))} t where ${inside('t')} and t.due_at < (${shanghaiDaySql(at)} + ${days + 1}::int)::timestamp at time zone 'Asia/Shanghai'
    group by 1 order by 1`),
  );
}
