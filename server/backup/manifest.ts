import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartupError } from '#server/startup-error.ts';

/** Counted up when an older program could no longer read what a newer one writes. */
export const backupFormat = 1;

const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));
const sum = z.string().check(z.regex(/^[a-f0-9]{64}$/));
const count = z.int().check(z.gte(0));

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  /** Version of the program that made it. */
  version: z.string(),
  /** `server_version_num` of the database it was made of. */
  postgres: z.int(),
  /** ISO, UTC: what was committed by then is in it, and nothing else. */
  made_at: z.iso.datetime(),
  /** Milliseconds it took. */
  took: count,
  /** Tells whether a key is the one its sealed numbers need ({@link fingerprintKey}); the key itself is not here. */
  key: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Newest migration of the queue's own tables; null: there is no queue. */
  queue: z.nullable(count),
  partitions: z.array(z.object({ name, of: name, bound: z.string() })),
  tables: z.array(z.object({ schema: name, name, columns: z.array(name), rows: count, bytes: count, sha256: sum })),
  sequences: z.array(z.object({ schema: name, name, last: z.int() })),
  /** `sha256` is that of the list of files, which holds one of each. */
  files: z.object({ count, bytes: count, sha256: sum }),
});

/** What a backup says of itself: written last, so that a folder with one is whole. */
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = Manifest['tables'][number];

const manifestFile = 'manifest.json';

/** Where the rows of a table lie in a backup. */
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

/** Throws a {@link StartupError} where there is none, or none this program can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const written = await fs.readFile(path.join(folder, manifestFile), 'utf8').catch(() => undefined);
  const parsed = written === undefined ? undefined : parseJson(written);
  if (parsed === undefined) {
    throw new StartupError({
      'zh-cn': `${folder} 不是完整的备份（没有可读的 manifest.json）。`,
      en: `${folder} is no whole backup: it has no manifest.json that can be read.`,
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

/** Tells keys apart without telling anything of them. */
export const fingerprintKey = (hex: string): string =>
  createHash('sha256').update(`xingjian backup ${hex.trim()}`).digest('hex').slice(0, 16);
