import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { migrateDatabase, readMigrations } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open-database.ts';
import { migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';

/** The last migration of the version whose data test/upgrade/used-database.sql.gz holds. */
const lastOfVersion = '202611271927_enterprise_tourism_scope_uncertain';

/**
 * Turns an empty database into a used one of that version: runs its migrations, then inserts the rows written by
 * write-used-database.ts.
 */
export async function loadUsedDatabase(db: Database, file: string): Promise<void> {
  await migrateDatabase(
    db,
    readMigrations().filter(({ name }) => name <= lastOfVersion),
  );
  await migrateQueue(db);
  const rows = gunzipSync(fs.readFileSync(file)).toString();
  await db.transaction(async (tx) => {
    // rows come table by table: without foreign keys and triggers meanwhile
    await tx.query('set local session_replication_role = replica');
    await tx.query(rows);
  });
  // rows that expire some days after they were written
  await db.query(`
    update enterprise_draft set updatetime = now();
    update auth_sign_in set expiretime = now() + interval '15 minutes';
    update message_sms set createtime = now(), updatetime = now(), send_at = now()`);
}
