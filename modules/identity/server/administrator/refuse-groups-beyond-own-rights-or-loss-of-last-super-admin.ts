import { type Text, text } from '#kernel/text/text.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { notFound, Refused } from '#server/refusal.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';

const texts = {
  moreThanOwn: text(
    '您需要拥有该分组的所有权限且还有额外权限时，才可以操作该分组~',
    'You need all rights of the group and more to operate on it~',
  ),
  lastSuper: text('至少要保留一个启用的超级管理员', 'At least one enabled super administrator must remain'),
};

export const refusalAsForbidden = (message: Text) => new Refused(message, { data: { reason: 'forbidden' } });

export interface RightsOfGroup {
  id: number;
  rules: number[] | null;
}

/** Keys of rules the caller holds; null: all. */
async function ownRules(db: Queryable, caller: Caller): Promise<ReadonlySet<number> | null> {
  if (caller.super || caller.type === 'system') return null;
  const rows = await db.rows<{ id: number }>(
    sql`select distinct unnest(g.rules) as id from auth_admin a join auth_group g on g.id = any(a.group_arr) and g.status = '1' where a.id = ${caller.id}`,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Refuses to grant rules the caller does not hold, or all of the caller's rules: permissions shrink downwards (wire
 * contract §4).
 */
export async function refuseGroupsBeyondOwnRights(
  db: Queryable,
  caller: Caller,
  groups: readonly RightsOfGroup[],
  message: Text,
): Promise<void> {
  const own = await ownRules(db, caller);
  if (own === null) return;
  for (const { rules } of groups) {
    if (rules === null || !rules.every((rule) => own.has(rule)) || rules.length >= own.size)
      throw refusalAsForbidden(message);
  }
}

export const clearRightsCacheAfterCommit = (context: Pick<WriteContext, 'afterCommit'>, forget: () => void) =>
  context.afterCommit(() => forget());

export const readGroupsOfAdmin = (db: Queryable, adminId: number) =>
  db.rows<RightsOfGroup>(
    sql`select g.id, g.rules from auth_admin a join auth_group g on g.id = any(a.group_arr) where a.id = ${adminId}`,
  );

export async function requireRemainingSuperAdministrator(db: Queryable): Promise<void> {
  // serialised, or two administrators disabling each other would both find the other enabled
  await db.query(sql`select pg_advisory_xact_lock(hashtext('last super administrator'))`);
  const left = await db.row(
    sql`select 1 from auth_admin a join auth_group g on g.id = any(a.group_arr) where g.rules is null and g.status = '1' and a.status = '1' limit 1`,
  );
  if (!left) throw refusalAsForbidden(texts.lastSuper);
}

/** Refuses unless the administrator is in the caller's area, has fewer permissions and is not the caller. */
export async function requireSubordinate(db: Queryable, caller: Caller, adminId: number): Promise<void> {
  const found = await db.row<{ area_code: string }>(sql`select area_code from auth_admin where id = ${adminId}`);
  if (!found || adminId === caller.id || !coversArea(caller, found.area_code)) throw notFound();
  await refuseGroupsBeyondOwnRights(db, caller, await readGroupsOfAdmin(db, adminId), texts.moreThanOwn);
}

/** Refuses groups with permissions the caller may not grant. */
export async function refuseGroupKeysBeyondOwnRights(
  db: Queryable,
  caller: Caller,
  groups: readonly number[],
): Promise<void> {
  const rows = await db.rows<RightsOfGroup>(
    sql`select id, rules from auth_group where id = any(${groups as number[]}::bigint[])`,
  );
  await refuseGroupsBeyondOwnRights(db, caller, rows, texts.moreThanOwn);
}
