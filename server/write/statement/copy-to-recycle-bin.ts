import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeFromVisibilitySnapshot } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { officerIdSql } from './log-sensitive-field-changes.ts';

/** Whether deleted rows are copied: always, unless the declaration leaves it to a rule. */
export const isCopiedToRecycleBin = (
  resource: AnyResource,
  { recycleAndChangeLogRules }: Pick<Engine, 'recycleAndChangeLogRules'>,
): boolean => resource.recycle !== false || recycleAndChangeLogRules.recycleRule(resource.name) !== undefined;

/**
 * The statement that copies deleted rows `w` for restoring: keys, titles, all columns as `row`, descendants as `parts`,
 * and the columns of `audienceSnapshotColumns`.
 */
export const copyToRecycleBin = (
  { engine, caller }: { readonly engine: Engine; readonly caller: Caller },
  resource: AnyResource,
  { parts = sql`null::jsonb`, from = sql`from w` }: { readonly parts?: Sql | undefined; readonly from?: Sql } = {},
): Sql =>
  sql`insert into security_data_recycle_log (resource, row_id, title, data, actor_type, actor_id, actor_name, area_code, areas, scope, department_id, owner_id, recycle_id, admin_id, ip, useragent, parts)
    select ${resource.name}, w.id, coalesce(w.title, w.id::text), w.row::jsonb, ${caller.type}, ${caller.id || null}, ${caller.name}, w.area, w.areas,
      ${scopeFromVisibilitySnapshot(resource, engine.find)}, w.department, w.admin, ${engine.recycleAndChangeLogRules.recycleRule(resource.name) ?? null}::bigint, ${officerIdSql(caller)}, ${caller.ip}, ${caller.userAgent}, ${parts}
    ${from}`;
