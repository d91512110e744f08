import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { security } from '../contract/security.ts';

/** Removes lines of the operation log older than an administrator has them kept; the database keeps six months in any case. */
export async function purgeLog({ db, settings }: Pick<Engine, 'db' | 'settings'>): Promise<void> {
  await db.query(
    sql`delete from auth_admin_log where createtime < now() - make_interval(months => ${settings(security).log_months})`,
  );
}
