import fs from 'node:fs/promises';
import path from 'node:path';

/** Where the file of an address lies; the address must have passed `isAddress` (save-name.ts). */
export function pathOf(folder: string, url: string): string {
  return path.join(folder, url.slice('/storage/'.length));
}

/** Removes a stored file and the folders that become empty with it. */
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
