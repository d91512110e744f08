import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { whereWithinOwnPermissions } from '#server/read/scope/permissions-and-groups-caller-may-grant.ts';

export interface PermissionGroupRow {
  [column: string]: unknown;
  id: number;
  pid: number;
  name: string;
  name_en: string;
  rules: number[] | null;
  second_factor: string;
  status: string;
  createtime: number;
  updatetime: number;
  version: number;
}

const columns = sql.raw(
  `t.id, coalesce(t.pid, 0)::bigint as pid, t.name, coalesce(t.name_en, '') as name_en, t.rules, t.second_factor::int::text as second_factor, t.status, t.version, floor(extract(epoch from t.createtime))::bigint as createtime, floor(extract(epoch from t.updatetime))::bigint as updatetime`,
);

/** Own groups, and groups whose permissions are a proper subset of the caller's. */
export async function visiblePermissionGroups(
  db: Queryable,
  caller: Caller,
): Promise<{ rows: PermissionGroupRow[]; own: number[] }> {
  const own =
    (await db.row<{ group_arr: number[] }>(sql`select group_arr from auth_admin where id = ${caller.id}`))?.group_arr ??
    [];
  const seen = (!caller.super && whereWithinOwnPermissions('rules', caller)) || sql`true`;
  const rows = await db.rows<PermissionGroupRow>(sql`select ${columns} from auth_group t where ${seen} order by t.id`);
  return { rows, own };
}
