import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupFolder, findBackup, removeOldBackups } from '#server/backup/backup-folder.ts';
import { readManifest } from '#server/backup/backup-manifest.ts';
import { makeBackup } from '#server/backup/make-backup-of-database-and-files.ts';
import { rehearseBackupRestore } from '#server/backup/rehearse-restore-in-temporary-database.ts';
import { restoreBackup } from '#server/backup/restore-backup-of-database-and-files.ts';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/startup-error.ts';
import { printMessage, withOpenDatabase } from './cli-database.ts';

/** `1.2 MB`, for display. */
function formatSize(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), 4);
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${['B', 'KB', 'MB', 'GB', 'TB'][step]}`;
}

const onStep = ({ name, rows, bytes }: { name: string; rows: number; bytes: number }) => {
  if (rows > 0) printMessage(`  ${name}  ${rows.toLocaleString('en')}  ${formatSize(bytes)}`);
};

/** `npm run backup [-- --keep 7] [--key <folder>]`: the key goes into a separate folder, never into the backup. */
export async function backUp(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { keep: { type: 'string' }, key: { type: 'string' } } });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1 && keep <= 1000)) {
    throw new StartupError({
      'zh-cn': '--keep 应为保留的份数，例如 --keep 7。',
      en: '--keep must be the number of backups to keep, e.g. --keep 7.',
    });
  }
  const folder = backupFolder(config);
  await withOpenDatabase(config, async (db) => {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
    const made = await makeBackup({ db, dataDir: config.dataDir, folder, signal: stop.signal, onStep });
    const { tables, took } = made.manifest;
    const rows = tables.reduce((sum, one) => sum + one.rows, 0);
    printMessage(`✓ ${made.folder}`);
    printMessage(`  ${tables.length} 张表 tables，${rows.toLocaleString('en')} 行 rows，${(took / 1000).toFixed(1)} s`);
    for (const name of keep === undefined ? [] : await removeOldBackups(folder, keep))
      printMessage(`  已删除旧备份 removed ${name}`);
  });
  if (values.key === undefined) {
    printMessage(
      `! 密钥不在备份中，请另存到别处 The key is not in it; keep it elsewhere: ${path.join(config.dataDir, 'secret.key')}`,
    );
  } else printMessage(`✓ 密钥 Key  ${storeKey(config, path.resolve(values.key), folder)}`);
}

/** Copies the key into a separate folder. A key stored with the backups protects nothing. */
function storeKey(config: Config, folder: string, backups: string): string {
  if (`${folder}/`.startsWith(`${backups}/`)) {
    throw new StartupError({
      'zh-cn': '密钥不得与备份放在一起：请给 --key 另一个目录。',
      en: 'The key must not be stored with the backups. Give --key another folder.',
    });
  }
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, 'secret.key');
  fs.copyFileSync(path.join(config.dataDir, 'secret.key'), target);
  fs.chmodSync(target, 0o600);
  return target;
}

/** `npm run restore [-- latest|name|path] [--replace] [--key <file>] [--rehearse]`. */
export async function restore(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, key: { type: 'string' }, rehearse: { type: 'boolean' } },
  });
  const folder = await findBackup(backupFolder(config), positionals[0]);
  const manifest = await readManifest(folder);
  printMessage(`… ${folder}（${manifest.made_at}，${manifest.version}）`);
  if (values.rehearse) return rehearseRestore(config, folder);
  await withOpenDatabase(config, async (db) => {
    const restored = await restoreBackup(db, folder, manifest, {
      dataDir: config.dataDir,
      replace: values.replace ?? false,
      ...(values.key === undefined ? {} : { key: values.key }),
      onStep,
    });
    printMessage(`✓ 已恢复 Restored`);
    for (const name of restored.migrated) printMessage(`✓ ${name}`);
    if (!restored.queue && manifest.queue !== null)
      printMessage('! 任务队列的版本不同，未恢复排队的任务 Queued tasks were left out: this program has another queue');
    if (restored.previousFolder) printMessage(`  原有文件 Files that were there  ${restored.previousFolder}`);
  });
}

/** Restores into a temporary database, compares, prints the differences, and removes it. */
async function rehearseRestore(config: Config, folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  const found = await rehearseBackupRestore(folder, manifest, {
    scratch: path.join(config.dataDir, 'scratch'),
    onStep,
  });
  const { tables, rows, files, wrong, migrated } = found;
  if (migrated.length > 0)
    printMessage(`! 备份早于本版本，仅比对行数 The backup is older than this program: rows were counted, not compared`);
  if (wrong.length > 0) {
    throw new StartupError({
      'zh-cn': `演练未通过，与备份不符：${wrong.join('、')}。`,
      en: `The rehearsal failed; these differ from the backup: ${wrong.join(', ')}.`,
    });
  }
  printMessage(
    `✓ 演练通过 The rehearsal passed: ${tables} 张表 tables，${rows.toLocaleString('en')} 行 rows，${files.toLocaleString('en')} 个文件 files`,
  );
}
