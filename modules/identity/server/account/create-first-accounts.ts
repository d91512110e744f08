import { randomInt } from 'node:crypto';
import { findAdminPasswordFault } from '#server/auth/find-admin-password-fault.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { StartupError } from '#server/startup-error.ts';
import { createShippedGroups } from '../administrator/shipped-permission-groups.ts';

export interface FirstAccount {
  username: string;
  /** Purpose of the account, in Chinese. */
  role: string;
  password: string;
  /** True for a member account, which signs in at /user. */
  member?: true;
}

const firstName = 'admin';

/** A random password of twelve characters without look-alikes. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

/** Creates the first groups and administrator, if there is no administrator. */
export async function createFirstGroupsAndAdmin(engine: Engine): Promise<FirstAccount | undefined> {
  const { db, config } = engine;
  if (await db.row(sql`select 1 from auth_admin limit 1`.asBrief())) return undefined;
  const password = config.adminPassword ?? generatePassword();
  const fault = await findAdminPasswordFault(password, firstName);
  if (fault)
    throw new StartupError({
      'zh-cn': `环境变量 ADMIN_PASSWORD 不能用作首个管理员的密码：${fault['zh-cn']}。`,
      en: `The environment variable ADMIN_PASSWORD cannot be the password of the first administrator: ${fault.en}.`,
    });
  const hashed = await hashPassword(password);
  return db.transaction(async (tx) => {
    // serialises processes starting together
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('first admin'))`);
    if (await tx.row('select 1 from auth_admin limit 1')) return undefined;
    const group = await tx.row<{ id: number }>(
      sql`insert into auth_group (name, name_en, rules) values ('超级管理组', 'Super administrators', null) returning id`,
    );
    // nobody may edit their own group: with it alone nothing could be granted
    await createShippedGroups(tx);
    await tx.query(
      sql`insert into auth_admin (username, nickname, password, group_arr, area_code) values (${firstName}, '系统管理员', ${hashed}, ${[group?.id ?? 0]}::bigint[], '100000')`,
    );
    return { username: firstName, role: '超级管理员', password };
  });
}
