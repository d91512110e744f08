import { text } from '#kernel/text/text.ts';
import { backupFolder, removeOldBackups } from '#server/backup/backup-folder.ts';
import { makeBackup } from '#server/backup/make-backup-of-database-and-files.ts';
import type { ScheduledWork } from '#server/platform/server-module-declaration.ts';
import { backupSettings } from '../contract/backup-settings.ts';

/** Backs up everything at the configured hour, then removes backups beyond the configured number. */
export const backUpNightly: ScheduledWork = {
  label: text('自动备份', 'Automatic backup'),
  at: (engine) => `15 ${engine.settings(backupSettings).hour} * * *`,
  async run(engine, { log, signal }) {
    const { automatic, keep: copies } = engine.settings(backupSettings);
    if (automatic !== '1') return;
    const folder = backupFolder(engine.config);
    const { db, config } = engine;
    const made = await makeBackup({ db, dataDir: config.dataDir, folder, signal });
    const { tables, files, took } = made.manifest;
    const rows = tables.reduce((sum, one) => sum + one.rows, 0);
    log.info({ folder: made.folder, rows, files: files.count, took }, 'backed up');
    for (const removed of await removeOldBackups(folder, copies ?? 1)) log.info({ removed }, 'old backup removed');
  },
};
