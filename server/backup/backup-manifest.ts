import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartupError } from '#server/startup-error.ts';

/** Incremented when older programs can no longer read new backups. */
export const backupFormat = 1;

const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const sum = z.string().check(z.regex(/^[a-f0-9]{64}$/));
const count = z.int().check(z.gte(0));

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  /** Version of the program that made the backup. */
  version: z.string(),
  /** `server_version_num` of the database. */
  postgres: z.int(),
  /** ISO 8601, UTC. The backup contains exactly what was committed by then. */
  made_at: z.iso.datetime(),
  /** Duration in milliseconds. */
  took: count,
  /**
   * Fingerprint of the key that opens the sealed numbers ({@link fingerprintKey}). The key itself is not in the backup.
   */
  key: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Newest migration of the job queue's tables. Null: there is no queue. */
  queue: z.nullable(count),
  partitions: z.array(z.object({ name, of: name, bound: z.string() })),
  tables: z.array(z.object({ schema: name, name, columns: z.array(name), rows: count, bytes: count, sha256: sum })),
  sequences: z.array(z.object({ schema: name, name, last: z.int() })),
  /** `sha256` is the hash of the list of files, which contains the hash of each. */
  files: z.object({ count, bytes: count, sha256: sum }),
});

/** Description of a backup. It is written last, so a folder with a manifest is complete. */
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = Manifest['tables'][number];

const manifestFile = 'manifest.json';

/** Path of a table's rows in a backup. */
export const tableFile = (folder: string, table: Pick<BackupTable, 'schema' | 'name'>) =>
  path.join(folder, 'database', `${table.schema}.${table.name}.copy.gz`);

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await fs.open(path.join(folder, manifestFile), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws a {@link StartupError} if there is no manifest, or none that this program can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const written = await fs.readFile(path.join(folder, manifestFile), 'utf8').catch(() => undefined);
  const parsed = written === undefined ? undefined : parseJson(written);
  if (parsed === undefined) {
    throw new StartupError({
      'zh-cn': `${folder} 不是完整的备份（没有可读的 manifest.json）。`,
      en: `${folder} is not a complete backup: it has no readable manifest.json.`,
    });
  }
  const { format } = z.catch(z.object({ format: z.unknown() }), { format: undefined }).parse(parsed);
  const manifest = manifestSchema.safeParse(parsed);
  if (manifest.success) return manifest.data;
  const newer = typeof format === 'number' && format > backupFormat;
  throw new StartupError({
    'zh-cn': newer ? `备份 ${folder} 由更新版本的程序制作。` : `备份 ${folder} 的 manifest.json 已损坏。`,
    en: newer
      ? `The backup ${folder} was made by a newer version of this program.`
      : `The manifest.json of the backup ${folder} is damaged.`,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Distinguishes keys without disclosing them. */
export const fingerprintKey = (hex: string): string =>
  createHash('sha256').update(`xingjian backup ${hex.trim()}`).digest('hex').slice(0, 16);
