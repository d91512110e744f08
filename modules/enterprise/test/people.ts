import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** Inserts a member as a person of an enterprise; returns the row's key. */
export async function placePerson(
  db: Queryable,
  enterpriseId: number,
  { id, name }: Pick<Caller, 'id' | 'name'>,
  role: RoleInRow = 'owner',
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into enterprise_person (enterprise_id, name, mobile, role, user_id, joined_at, status)
    select ${enterpriseId}, ${name}, mobile, ${role}, id, now(), 'active' from member where id = ${id} returning id`);
  return row?.id ?? 0;
}

/** The accounts that own an enterprise, by their mobiles. */
export const ownersOf = async (db: Queryable, enterpriseId: number): Promise<(string | null)[]> =>
  (
    await db.rows<{
      mobile: string | null;
    }>(sql`select m.mobile from enterprise_person p join member m on m.id = p.user_id
      where p.enterprise_id = ${enterpriseId} and p.status = 'active' and p.role = 'owner' order by p.id`)
  ).map(({ mobile }) => mobile);
