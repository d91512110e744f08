import fs from 'node:fs/promises';
import path from 'node:path';

/** The path of a stored file. The address must have passed `isAddress` (storage-address.ts). */
export function pathOf(folder: string, url: string): string {
  return path.join(folder, url.slice('/storage/'.length));
}

/** Removes a stored file and folders that become empty. */
export async function removeFile(folder: string, url: string): Promise<void> {
  const file = pathOf(folder, url);
  await fs.rm(file, { force: true });
  for (let parent = path.dirname(file); parent.startsWith(folder + path.sep); parent = path.dirname(parent)) {
    const removed = await fs.rmdir(parent).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}
