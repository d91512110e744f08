import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { loadSharp, safeDecodeOptions } from '#server/files/inspect/measure-and-strip-picture.ts';
import type { TemporaryFolder } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { resultDraftFolder } from '#server/files/write-job-result-file.ts';

/** Allowed widths, which limit the number of thumbnails per picture. */
export const thumbnailWidths: readonly number[] = [120, 240, 480];

/** Maximum bytes of all thumbnails. The oldest are removed first, and made again when needed. */
const mostBytes = 512 * 1024 * 1024;
const pictures = /\.(jpe?g|png|gif|webp|avif)$/i;

/** Folder of thumbnails. Its name begins with a dot, so it is not served directly. */
export const thumbnailFolder = (storage: string): string => path.join(storage, '.thumbnail');

/** Folder of thumbnails being made, which the sweep leaves out. */
export const thumbnailDraftFolder = (storage: string): TemporaryFolder => resultDraftFolder(thumbnailFolder(storage));

const cachePath = (storage: string, url: string, width: number): string =>
  path.join(thumbnailFolder(storage), `${createHash('sha1').update(url).digest('hex')}-${width}.webp`);

/** One after the other: unpacking a large picture takes 100 MB and a second. */
let turn: Promise<unknown> = Promise.resolve();
const underWay = new Map<string, Promise<string | undefined>>();

/**
 * The thumbnail of a stored picture as WebP, at most so wide and high. It is made once and cached. Undefined: no
 * thumbnail can be made, and the file itself is shown.
 */
export function openThumbnail(storage: string, file: string, url: string, width: number): Promise<string | undefined> {
  if (!thumbnailWidths.includes(width) || !pictures.test(url)) return Promise.resolve(undefined);
  const cached = cachePath(storage, url, width);
  let making = underWay.get(cached);
  if (!making) {
    making = find(storage, cached, file, width).finally(() => underWay.delete(cached));
    underWay.set(cached, making);
  }
  return making;
}

async function find(storage: string, cached: string, file: string, width: number): Promise<string | undefined> {
  if (await isThere(cached)) return cached;
  const made = turn.then(async () => {
    const half = await thumbnailDraftFolder(storage).create();
    try {
      const sharp = await loadSharp();
      await sharp(file, safeDecodeOptions)
        .autoOrient()
        .resize(width, width, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 78 })
        .toFile(half.path);
      await fs.rename(half.path, cached);
    } finally {
      await half.remove();
    }
    if (await isThere(file)) return cached;
    await fs.rm(cached, { force: true }); // the picture was removed meanwhile, together with its cached thumbnails
    return undefined;
  });
  turn = made.catch(() => {});
  return made.catch(() => undefined);
}

const isThere = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

/** Removes the thumbnails of a removed picture. */
export async function removeThumbnails(storage: string, url: string): Promise<void> {
  for (const width of thumbnailWidths) await fs.rm(cachePath(storage, url, width), { force: true });
}

/** Keeps the folder of thumbnails within its limit; runs hourly. Returns the number of removed files. */
export async function sweepThumbnails(storage: string, most = mostBytes): Promise<number> {
  const folder = thumbnailFolder(storage);
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((one) => one.isFile()).map(({ name }) => name);
  const files = await Promise.all(
    names.map(async (name) => ({ name, stat: await fs.stat(path.join(folder, name)).catch(() => undefined) })),
  );
  let bytes = 0;
  let removed = 0;
  for (const { name, stat } of files.sort((one, other) => (other.stat?.mtimeMs ?? 0) - (one.stat?.mtimeMs ?? 0))) {
    bytes += stat?.size ?? 0;
    if (bytes <= most) continue;
    await fs.rm(path.join(folder, name), { force: true });
    removed++;
  }
  return removed;
}
