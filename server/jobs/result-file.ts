import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Files that jobs make (exports, error workbooks): kept apart from uploads and only for some days. */
const keptFor = 7 * 24 * 3600 * 1000;

const isName = (name: string) => /^[\da-f]{32}\.(xlsx|csv)$/.test(name);

/** A new name for a result, and where it is to be written. */
export async function newResultFile(folder: string, suffix: 'xlsx' | 'csv'): Promise<{ name: string; path: string }> {
  await fs.mkdir(folder, { recursive: true });
  const name = `${randomBytes(16).toString('hex')}.${suffix}`;
  return { name, path: path.join(folder, name) };
}

/** Where a result lies, or undefined when there is none of that name (any more). */
export async function findResultFile(folder: string, name: string): Promise<string | undefined> {
  if (!isName(name)) return undefined;
  const file = path.join(folder, name);
  return await fs.access(file).then(
    () => file,
    () => undefined,
  );
}

/** Removes results older than a week; for a nightly task. */
export async function removeOldResults(folder: string, olderThan = keptFor): Promise<void> {
  for (const name of (await fs.readdir(folder).catch(() => [])).filter(isName)) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > olderThan) await fs.rm(file, { force: true });
  }
}
