import fs from 'node:fs/promises';
import path from 'node:path';
import { TemporaryFolder } from '#server/files/storage/temporary-files.ts';

const HOUR = 3_600_000;

/** Results that are being written: a large export takes minutes, and each page it writes makes the file young again. */
export const resultDraftFolder = (folder: string): TemporaryFolder =>
  new TemporaryFolder(path.join(folder, '.making'), { age: HOUR });

/** Writes a result where nobody is served from, and puts it to its place whole: what was broken off is no result. */
export async function writeResultFile<T>(
  folder: string,
  target: { path: string },
  write: (file: string) => Promise<T>,
): Promise<T> {
  const draft = await resultDraftFolder(folder).create();
  try {
    const written = await write(draft.path);
    await fs.rename(draft.path, target.path);
    return written;
  } finally {
    await draft.remove();
  }
}
