import { adminPermissionColumns } from '#server/auth/caller-permission-columns-sql.ts';
import { type Caller, can, systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** Officers with the same rights in the same areas, who therefore see the same rows. */
export interface OfficersWithSamePermissions {
  readonly caller: Caller;
  readonly ids: readonly number[];
}

/** All officers by their rights, without super administrators: they see everything, and no task is theirs. */
export async function readOfficersGroupedByPermissions(db: Queryable): Promise<OfficersWithSamePermissions[]> {
  const rows = await db.rows<{
    ids: number[];
    area_code: string;
    absorbed: string[];
    super: boolean;
    nodes: string[];
    departments: number[];
  }>(sql`select a.ids, ${adminPermissionColumns} from (
    select array_agg(id order by id) as ids, area_code, group_arr, department_id from auth_admin where status = '1' group by 2, 3, 4) a order by a.ids`);
  return rows
    .filter((one) => !one.super)
    .map(({ ids, area_code, absorbed, nodes, departments }) => ({
      ids,
      caller: {
        ...systemCaller({ id: ids[0] ?? 0 }),
        type: 'admin',
        nodes: new Set(nodes),
        grantKey: `office ${nodes.join(',')}`,
        areaCode: area_code,
        absorbed,
        departments,
      },
    }));
}

/** E-mail addresses of officers who hold a permission node, each once; super administrators are not among them. */
export async function readEmailsOfOfficersWithPermission(db: Queryable, node: string): Promise<string[]> {
  const ids = (await readOfficersGroupedByPermissions(db))
    .filter(({ caller }) => can(caller, node))
    .flatMap((one) => one.ids);
  const rows = await db.rows<{ email: string }>(
    sql`select distinct lower(email) as email from auth_admin where id = any(${ids}::bigint[]) and coalesce(email, '') <> '' order by 1`,
  );
  return rows.map(({ email }) => email);
}
