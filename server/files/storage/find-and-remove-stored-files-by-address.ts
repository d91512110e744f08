import fs from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** A file on record. */
export interface StoredFile extends Record<string, unknown> {
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** `local`, or the object storage. */
  readonly storage: string;
}

/** The files at some addresses, each content once. */
export const findStoredFiles = (db: Queryable, urls: readonly string[]): Promise<StoredFile[]> =>
  db.rows<StoredFile>(
    sql`select distinct on (a.sha256) a.url, a.name, a.size, a.sha256, a.storage from routine_attachment a
      where a.url = any(${[...new Set(urls)]}::text[]) order by a.sha256, a.id`,
  );

/** The path of a stored file. The address must have passed `isStorageAddress` (make-and-validate-storage-address.ts). */
export function pathOfStoredFile(folder: string, url: string): string {
  return path.join(folder, url.slice('/storage/'.length));
}

/** Removes a stored file and folders that become empty. */
export async function removeStoredFile(folder: string, url: string): Promise<void> {
  const file = pathOfStoredFile(folder, url);
  await fs.rm(file, { force: true });
  for (let parent = path.dirname(file); parent.startsWith(folder + path.sep); parent = path.dirname(parent)) {
    const removed = await fs.rmdir(parent).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}
