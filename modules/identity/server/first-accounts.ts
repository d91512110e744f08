import { randomInt } from 'node:crypto';
import { hashPassword } from '#server/auth/password.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';

export interface FirstAccount {
  username: string;
  /** What the account is for, in Chinese. */
  role: string;
  password: string;
}

/** Twelve characters without those that look alike. */
export function inventPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}

/** The super group and the first administrator, when there is no administrator yet. */
export async function createFirstAdmin(engine: Engine): Promise<FirstAccount | undefined> {
  const { db, config } = engine;
  const password = config.adminPassword ?? inventPassword();
  const hashed = await hashPassword(password);
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('first admin'))`); // two processes starting at once
    if (await tx.row('select 1 from auth_admin limit 1')) return undefined;
    const group = await tx.row<{ id: number }>(
      sql`insert into auth_group (name, rules) values ('超级管理组', null) returning id`,
    );
    await tx.query(
      sql`insert into auth_admin (username, nickname, password, group_arr, area_code) values ('admin', '系统管理员', ${hashed}, ${[group?.id ?? 0]}::bigint[], '100000')`,
    );
    return { username: 'admin', role: '超级管理员', password };
  });
}
