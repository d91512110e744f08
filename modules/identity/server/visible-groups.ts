import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

export interface GroupRow {
  [column: string]: unknown;
  id: number;
  pid: number;
  name: string;
  rules: number[] | null;
  second_factor: string;
  status: string;
  createtime: number;
  updatetime: number;
  version: number;
}

const columns = sql.raw(
  `g.id, coalesce(g.pid, 0)::bigint as pid, g.name, g.rules, g.second_factor::int::text as second_factor, g.status, g.version, floor(extract(epoch from g.createtime))::bigint as createtime, floor(extract(epoch from g.updatetime))::bigint as updatetime`,
);

/** Own groups, and those whose rights are a true part of one's own. */
export async function visibleGroups(db: Queryable, caller: Caller): Promise<{ rows: GroupRow[]; own: number[] }> {
  const own =
    (await db.row<{ group_arr: number[] }>(sql`select group_arr from auth_admin where id = ${caller.id}`))?.group_arr ??
    [];
  const rows = await db.rows<GroupRow>(sql`select ${columns} from auth_group g order by g.id`);
  if (caller.super) return { rows, own };
  const held = new Set(rows.filter((row) => own.includes(row.id)).flatMap((row) => row.rules ?? []));
  return {
    rows: rows.filter(
      (row) =>
        own.includes(row.id) ||
        (row.rules !== null && row.rules.length < held.size && row.rules.every((rule) => held.has(rule))),
    ),
    own,
  };
}
