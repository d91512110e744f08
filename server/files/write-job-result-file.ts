import fs from 'node:fs/promises';
import path from 'node:path';
import { TemporaryFolder } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';

const HOUR = 3_600_000;

/** Folder of unfinished results. A large export takes minutes, and each page it writes resets the age of its file. */
export const resultDraftFolder = (folder: string): TemporaryFolder =>
  new TemporaryFolder(path.join(folder, '.making'), { age: HOUR });

/** Writes a result of a job to a temporary file, which is moved to its final place only when complete. */
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
