import fs from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { verifyBackupFiles } from './back-up-and-restore-files.ts';
import { withBackupConnection } from './backup-connection.ts';
import type { Manifest } from './backup-manifest.ts';
import { copiedNothing, countAndHashRows } from './copy-table-rows.ts';
import { quoteTableName, readSequences, readTables } from './read-database-schema-for-backup.ts';
import { type DatabaseRestoreOptions, restoreDatabase } from './restore-database-from-backup.ts';

/** Result of a rehearsal. `wrong` names what differs from the backup. */
export interface RehearsalResult {
  tables: number;
  rows: number;
  files: number;
  wrong: string[];
  /** Migrations newer than the backup. With any, tables may differ legitimately, and only rows are counted. */
  migrated: string[];
  queue: boolean;
}

/**
 * Restores a backup into a temporary database server, reads every row and file back and compares it with the backup.
 * The platform's own database is not touched.
 */
export async function rehearseBackupRestore(
  folder: string,
  manifest: Manifest,
  { scratch, onStep }: { scratch: string; onStep?: DatabaseRestoreOptions['onStep'] },
): Promise<RehearsalResult> {
  await fs.mkdir(scratch, { recursive: true });
  await removeAbandoned(scratch);
  const own = await fs.mkdtemp(path.join(scratch, 'rehearsal-'));
  await fs.chmod(own, 0o755); // as root: the account of PostgreSQL must be able to pass through
  let real: string | undefined;
  try {
    const postgres = await startEmbeddedPostgres({ folder: path.join(own, 'postgres'), volatile: true });
    real = postgres.folder;
    try {
      const db = await openDatabase({ ...postgres.address, max: 2, applicationName: 'xingjian-cli' });
      try {
        const { migrated, queue } = await restoreDatabase(db, folder, manifest, { ...(onStep ? { onStep } : {}) });
        const seen = await withBackupConnection(db, async (on) => {
          const wrong: string[] = [];
          let rows = 0;
          const tables = manifest.tables.filter(({ schema }) => schema === 'public' || queue);
          const empty = new Set((await readTables(on)).filter(({ isEmpty }) => isEmpty).map(quoteTableName));
          for (const table of tables) {
            const counting = empty.has(quoteTableName(table)) ? copiedNothing : countAndHashRows(on.client, table);
            const found = await Promise.resolve(counting).catch(() => undefined);
            rows += found?.rows ?? 0;
            const same = found?.rows === table.rows && (migrated.length > 0 || found.sha256 === table.sha256);
            if (!same) wrong.push(`${table.schema}.${table.name}`);
          }
          const numbers = new Map((await readSequences(on)).map((one) => [`${one.schema}.${one.name}`, one.last]));
          for (const { schema, name, last } of manifest.sequences)
            if ((schema === 'public' || queue) && (numbers.get(`${schema}.${name}`) ?? 0) < last)
              wrong.push(`${schema}.${name}`);
          return { tables: tables.length, rows, wrong };
        });
        await verifyBackupFiles(folder, manifest.files);
        return { ...seen, files: manifest.files.count, migrated, queue };
      } finally {
        await db.close();
      }
    } finally {
      await postgres.stop();
    }
  } finally {
    for (const one of [real, own]) if (one) await fs.rm(one, { recursive: true, force: true });
  }
}

/** Removes what a killed rehearsal left behind. No rehearsal takes half a day. */
async function removeAbandoned(scratch: string): Promise<void> {
  for (const name of await fs.readdir(scratch)) {
    if (!/^rehearsal-\w{6}$/.test(name)) continue;
    const folder = path.join(scratch, name);
    const stat = await fs.stat(folder);
    if (Date.now() - stat.mtimeMs < 12 * 3_600_000) continue;
    const real = await fs.realpath(path.join(folder, 'postgres')).catch(() => undefined);
    for (const one of [real, folder]) if (one) await fs.rm(one, { recursive: true, force: true });
  }
}
