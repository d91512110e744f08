import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { library, safeDecodeOptions } from '#server/files/inspect/picture.ts';
import type { TemporaryFolder } from '#server/files/storage/temporary-files.ts';
import { resultDraftFolder } from '#server/files/write-result-file.ts';

/** Widths a small picture is made in: any other asked for would be one more file to keep. */
export const thumbnailWidths: readonly number[] = [120, 240, 480];

/** Bytes kept; what was made first goes first, and is made again when somebody looks. */
const mostBytes = 512 * 1024 * 1024;
const pictures = /\.(jpe?g|png|gif|webp|avif)$/i;

/** Names begin with a dot: never served by themselves. */
export const thumbnailFolder = (storage: string): string => path.join(storage, '.thumbnail');

/** Small pictures that are being made, where the sweep of what is kept does not look. */
export const thumbnailDraftFolder = (storage: string): TemporaryFolder => resultDraftFolder(thumbnailFolder(storage));

const cachePath = (storage: string, url: string, width: number): string =>
  path.join(thumbnailFolder(storage), `${createHash('sha1').update(url).digest('hex')}-${width}.webp`);

/** One after the other: unpacking a large picture takes 100 MB and a second. */
let turn: Promise<unknown> = Promise.resolve();
const underWay = new Map<string, Promise<string | undefined>>();

/**
 * The small picture of a stored one, as WebP no wider and no higher than asked; made once and kept. Undefined where there
 * is nothing to make it of: then the file itself is shown.
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
      const sharp = await library();
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
    await fs.rm(cached, { force: true }); // its picture was removed meanwhile, and what was kept of it before
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

/** Removes the small pictures of a picture that is removed already. */
export async function removeThumbnails(storage: string, url: string): Promise<void> {
  for (const width of thumbnailWidths) await fs.rm(cachePath(storage, url, width), { force: true });
}

/** Keeps the folder of small pictures within its bounds; hourly. Answers how many were taken away. */
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
