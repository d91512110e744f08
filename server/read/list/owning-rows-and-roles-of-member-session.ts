import { owningResourcesAmong } from '#kernel/access/member-rights-by-role.ts';
import type { RowHeldByMember, RowsHeldByMember } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import { memberRoleNames, type RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { byPinyin } from '../condition/order-by-sql.ts';
import { headingColumn } from '../field/row-heading-and-subtitle-sql.ts';
import { heldByMember, roleText, withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';

/** Maximum number of rows listed; members with more choose in their list. */
const maxListed = 200;

/**
 * The rows by which a member holds others, such as enterprises, and the member's roles: one statement for each such
 * resource.
 */
export async function readOwningRowsWithTitleAndRoles(
  { db, find, resources }: Pick<Engine, 'find' | 'resources'> & { readonly db: Queryable },
  caller: Caller,
): Promise<RowsHeldByMember[]> {
  return Promise.all(
    owningResourcesAmong(resources, find).map(async (one) => {
      const role = roleText(one, find);
      const row = await db.row<{ roles: RoleInRow[] | null; list: RowHeldByMember[] | null; more: boolean }>(sql`
        with held as (
          select t.id, ${headingColumn(one, find, caller.locale)} as title,
            ${role === undefined ? sql`'owner'` : withCallerKey(role, caller)} as role
          from ${sql.id(tableOf(one))} t where ${heldByMember(one, memberRoleNames, caller, find)}
        )
        select (select json_agg(distinct role) from held) as roles,
          (select json_agg(h) from (select * from held order by ${byPinyin(sql`title`)}, id limit ${maxListed}) h) as list,
          (select count(*) > ${maxListed} from held) as more`);
      return { resource: one.name, roles: row?.roles ?? [], list: row?.list ?? [], more: row?.more ?? false };
    }),
  );
}
