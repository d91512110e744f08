import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Caller } from '#server/caller.ts';

/** Files that jobs make (exports, error workbooks): kept apart from uploads and only for some days. */
const keptFor = 7 * 24 * 3600 * 1000;

/** Where results are addressed; see files/routes.ts. */
const address = '/storage/result/';

const isName = (name: string) => /^(admin|member)\d{1,15}-[\da-f]{32}\.(xlsx|csv)$/.test(name);

/** Whose a result is stands in its name: it is never without an owner, and nothing has to be looked up to know. */
const prefixOf = ({ type, id }: ResultOwner) => `${type}${id}-`;

/** Whoever asked for a result: nobody else opens it. */
type ResultOwner = Pick<Caller, 'type' | 'id'>;

/** A new name for a result of somebody, and where it is to be written. */
export async function newResultFile(
  folder: string,
  owner: ResultOwner,
  suffix: 'xlsx' | 'csv',
): Promise<{ name: string; path: string }> {
  await fs.mkdir(folder, { recursive: true });
  const name = `${prefixOf(owner)}${randomBytes(16).toString('hex')}.${suffix}`;
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
export async function removeOldResults(folder: string, olderThan = keptFor): Promise<void> {
  for (const name of (await fs.readdir(folder).catch(() => [])).filter((one) => /\.(xlsx|csv)$/.test(one))) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > olderThan) await fs.rm(file, { force: true });
  }
}
