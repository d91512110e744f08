import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { securitySettings } from '../contract/security-settings.ts';

/**
 * Deletes operation log lines, members' sign-ins and unused devices past the configured retention, at least six months.
 */
export async function purgeExpiredLogs({ db, settings }: Pick<Engine, 'db' | 'settings'>): Promise<void> {
  const months = settings(securitySettings).log_months;
  await db.query(sql`delete from auth_admin_log where createtime < now() - make_interval(months => ${months})`);
  await db.query(sql`delete from member_sign_in where createtime < now() - make_interval(months => ${months})`);
  await db.query(sql`delete from auth_device where last_seen < now() - make_interval(months => ${months})`);
}
