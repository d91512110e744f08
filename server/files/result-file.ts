import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine.ts';

/** Files that jobs make (exports, error workbooks): kept apart from uploads and only for some days. */
const lifetime = 7 * 24 * 3600 * 1000;

export const resultFolder = (engine: Engine) => path.join(engine.config.dataDir, 'result');

/** Where results are addressed; see http/files/file-routes.ts. */
const address = '/storage/result/';

const pattern = /^(?:admin|member)\d{1,15}-[\da-f]{32}-([\p{L}\p{N}_-]{1,80}\.(?:xlsx|csv))$/u;
const isName = (name: string) => pattern.test(name);

/** What a result is called where it is downloaded: `企业_2026-11-22.xlsx`. */
export const downloadName = (name: string): string => pattern.exec(name)?.[1] ?? name;

/** Whose a result is stands in its name: it is never without an owner, and nothing has to be looked up to know. */
const prefixOf = ({ type, id }: ResultOwner) => `${type}${id}-`;

/** Whoever asked for a result: nobody else opens it. */
type ResultOwner = Pick<Caller, 'type' | 'id'>;

/**
 * A new name for a result of somebody, and where it is to be written. `title` says what is in it; the day is added, by
 * which people tell two of them apart.
 */
export async function newResultFile(
  folder: string,
  owner: ResultOwner,
  title: string,
  suffix: 'xlsx' | 'csv',
): Promise<{ name: string; path: string }> {
  await fs.mkdir(folder, { recursive: true });
  const base = title
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 60)
    .replace(/^_|_$/g, '');
  const day = shanghaiToday();
  const name = `${prefixOf(owner)}${randomBytes(16).toString('hex')}-${base || 'result'}_${day}.${suffix}`;
  return { name, path: path.join(folder, name) };
}

/** The address of a result; it opens by a link alone (files/file-link.ts). */
export const resultUrl = (name: string) => `${address}${name}`;

/** Whether an address is that of a result made for somebody. */
export function isResultOf(owner: ResultOwner, url: string): boolean {
  const name = url.slice(address.length);
  return url.startsWith(address) && isName(name) && name.startsWith(prefixOf(owner));
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
export async function removeOldResults(folder: string, olderThan = lifetime): Promise<void> {
  for (const name of (await fs.readdir(folder).catch(() => [])).filter((one) => /\.(xlsx|csv)$/.test(one))) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > olderThan) await fs.rm(file, { force: true });
  }
}
