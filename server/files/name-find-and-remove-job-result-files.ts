import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Milliseconds for which results of jobs (exports, error workbooks) are stored, apart from uploads. */
const lifetime = 7 * 24 * 3600 * 1000;

export const resultFolder = (engine: Engine) => path.join(engine.config.dataDir, 'result');

/** Address of results; see http/files/upload-controllers-and-storage-route.ts. */
const address = '/storage/result/';

const pattern = /^(?:admin|member)\d{1,15}-[\da-f]{32}-([\p{L}\p{N}_-]{1,80}\.(?:xlsx|csv|zip|pdf|docx))$/u;
const isName = (name: string) => pattern.test(name);

/** File name of a result for downloads: `企业_2026-11-22.xlsx`. */
export const downloadName = (name: string): string => pattern.exec(name)?.[1] ?? name;

/** The owner is part of the file name, so that it is known without a look-up. */
const prefixOf = ({ type, id }: ResultOwner) => `${type}${id}-`;

/** The account that started the job; nobody else may open the result. */
type ResultOwner = Pick<Caller, 'type' | 'id'>;

/**
 * A new name and path for a result. `title` describes its content; the current day is added, by which people
 * distinguish results.
 */
export async function newResultFile(
  folder: string,
  owner: ResultOwner,
  title: string,
  suffix: 'xlsx' | 'csv' | 'zip' | 'pdf' | 'docx',
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

/** The address of a result. It opens only with a signed link (files/sign-and-verify-file-links.ts). */
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
  for (const name of (await fs.readdir(folder).catch(() => [])).filter((one) =>
    /\.(xlsx|csv|zip|pdf|docx)$/.test(one),
  )) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > olderThan) await fs.rm(file, { force: true });
  }
}
