import { rootOf } from '#kernel/part.ts';
import { type AnyResource, tableOf } from '#kernel/resource.ts';
import { adminRights } from '#server/auth/authenticate.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { belongingOf } from '#server/read/above.ts';
import type { FindResource } from '#server/read/columns.ts';

/** A colleague, as somebody chooses one. */
export interface Officer {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly department: string | null;
}

export interface AskedOfficers {
  /** The row, which they see. */
  readonly row: number;
  /** One of these nodes is granted to them; unless told, that of seeing the row. */
  readonly nodes?: readonly string[];
  /** Only these, */
  readonly ids?: readonly number[];
  /** or those whose name holds this. */
  readonly quick?: string;
  readonly limit: number;
}

/** The officers a row lies in sight of, with what `officersWho` joins: the same that {@link import('../read/scope.ts').scopeOf} says of each. */
const inSight = (resource: AnyResource, find: FindResource): Sql => {
  switch (rootOf(resource, find).scope) {
    case 'area':
      return sql`(starts_with(x.area, regexp_replace(x.area_code, '(00){1,2}$', ''))
        or exists (select from unnest(x.absorbed) a (code) where starts_with(x.area, regexp_replace(a.code, '(00){1,2}$', ''))))`;
    case 'department':
      return sql`x.department_id = any(x.departments)`;
    case 'own':
      return sql`x.holder = x.id`;
    default:
      return sql`true`;
  }
};

/**
 * The officers who may see a row, by name, or of those the ones who may do something with it: by the rights they hold
 * now. Who may choose among them is for whoever asks to say.
 */
export function officersWho(
  { find }: { readonly find: FindResource },
  db: Queryable,
  resource: AnyResource,
  { row, nodes, ids, quick, limit }: AskedOfficers,
): Promise<Officer[]> {
  const index = `${resource.name}/index`.toLowerCase();
  const does = nodes?.map((node) => node.toLowerCase()) ?? [index];
  const word = quick?.trim().toLowerCase() ?? '';
  return db.rows<Officer>(sql`
    select x.id, x.name, x.username, x.department from (
      select a.id, a.username, coalesce(nullif(a.nickname, ''), a.username) as name, d.name as department, r.area,
        r.department as department_id, r.admin as holder, ${adminRights}
      from (select ${belongingOf(resource, find)} from ${sql.id(tableOf(resource))} t where t.id = ${row}) r,
        auth_admin a left join auth_department d on d.id = a.department_id
      where a.status = '1' ${ids ? sql`and a.id = any(${ids}::bigint[])` : sql.empty}
        ${word === '' ? sql.empty : sql`and (strpos(lower(a.nickname), ${word}) > 0 or strpos(lower(a.username), ${word}) > 0)`}
    ) x
    where x.super or (x.nodes @> array[${index}] and x.nodes && ${does}::text[] and ${inSight(resource, find)})
    order by x.name, x.id limit ${limit}`);
}
