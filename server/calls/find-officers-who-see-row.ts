import type { OfficeLevel } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { adminPermissionColumns } from '#server/auth/caller-permission-columns-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { byPinyin } from '#server/read/condition/order-by-sql.ts';
import { officeLevelOfAreaSql } from '#server/read/scope/office-level-of-caller.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';

/** A colleague as offered for selection. */
export interface OfficerChoice {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly department: string | null;
}

export interface OfficersOfRowQuery {
  /** Key of a row that the officers see. */
  readonly row: number;
  /** They hold one of these permission nodes. Default: the node for seeing the row. */
  readonly nodes?: readonly string[];
  /** Only officers of an office at this level or above it. */
  readonly upTo?: OfficeLevel | undefined;
  /** `false`: without super administrators, who see everything and need not be chosen. */
  readonly supers?: boolean;
  /** Only these officers. */
  readonly ids?: readonly number[];
  /** Only officers whose name contains this. */
  readonly quick?: string;
  readonly limit: number;
}

/** Condition: one of these areas lies in the jurisdiction of an officer `x`. */
const coversOne = (areas: string): Sql =>
  sql.raw(`exists (select from unnest(${areas}) l (code), unnest(x.area_code || x.absorbed) a (code)
    where starts_with(l.code, regexp_replace(a.code, '^100000$|(00){1,2}$', '')))`);

/**
 * Condition: the officer sees the row, in terms of the joins of `officersWho`; the same as {@link
 * import('../read/scope/row-scope-of-caller.ts').scopeOf} for each officer.
 */
const inSight = (resource: AnyResource, find: FindResource): Sql => {
  switch (scopeResourceOf(resource, find).scope) {
    case 'area':
      return coversOne('coalesce(x.areas, array[x.area])');
    case 'department':
      return sql`(x.department_id = any(x.departments) or ${coversOne('x.areas')})`;
    case 'own':
      return sql`(x.holder = x.id or ${coversOne('x.areas')})`;
    default:
      return sql`true`;
  }
};

/**
 * Officers who may see a row, by name, or those of them who hold one of some nodes. Uses their current rights. The
 * caller must check who may read this list.
 */
export function findOfficersWhoSeeRow(
  { find }: { readonly find: FindResource },
  db: Queryable,
  resource: AnyResource,
  { row, nodes, upTo, supers = true, ids, quick, limit }: OfficersOfRowQuery,
): Promise<OfficerChoice[]> {
  const index = `${resource.name}/index`.toLowerCase();
  const does = nodes?.map((node) => node.toLowerCase()) ?? [index];
  const word = quick?.trim().toLowerCase() ?? '';
  return db.rows<OfficerChoice>(sql`
    select x.id, x.name, x.username, x.department from (
      select a.id, a.username, coalesce(nullif(a.nickname, ''), a.username) as name, d.name as department, r.area, r.areas,
        r.department as department_id, r.admin as holder, ${adminPermissionColumns}
      from (select ${rowVisibilitySnapshotColumns(resource, find)} from ${sql.id(tableOf(resource))} t where t.id = ${row}) r,
        auth_admin a left join auth_department d on d.id = a.department_id
      where a.status = '1' ${ids ? sql`and a.id = any(${ids}::bigint[])` : sql.empty}
        ${word === '' ? sql.empty : sql`and (strpos(lower(a.nickname), ${word}) > 0 or strpos(lower(a.username), ${word}) > 0)`}
    ) x
    where ${supers ? sql`x.super or` : sql`not x.super and`} (x.nodes @> array[${index}] and x.nodes && ${does}::text[] and ${inSight(resource, find)}
      ${upTo === undefined ? sql.empty : sql`and ${officeLevelOfAreaSql('x.area_code')} <= ${upTo}::int`})
    order by ${byPinyin(sql`x.name`)}, x.id limit ${limit}`);
}
