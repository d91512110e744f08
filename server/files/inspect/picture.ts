import fs from 'node:fs/promises';
import { refuseUpload } from '#server/files/storage/upload-rules.ts';

export interface PictureSize {
  width: number;
  height: number;
}

/** A picture of 80 million pixels takes 320 MB unpacked; a phone's camera makes 12 to 50. */
const mostPixels = 80_000_000;
const mostFrames = 500;

const decoded: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);

/** How pictures of strangers are unpacked. */
export const safeDecodeOptions = { limitInputPixels: mostPixels, failOn: 'truncated' } as const;

/** Read when a picture is, and not at the start of every process. */
export const library = async () => (await import('sharp')).default;

/** Nothing is unpacked for it, so it may announce what it likes. */
const readHeader = async (file: string) => (await library())(file, { limitInputPixels: false }).metadata();

const hugePicture = () =>
  refuseUpload('hugePicture', {
    pixels: mostPixels / 10_000,
    megapixels: mostPixels / 1_000_000,
    frames: mostFrames,
  });

/**
 * The size of a picture that was decoded to prove it is one; undefined for files that are no pictures. Refused
 * before it is unpacked when its header announces too many pixels.
 */
export async function measurePicture(file: string, mimetype: string): Promise<PictureSize | undefined> {
  if (mimetype === 'image/bmp') return measureBitmap(file);
  if (!decoded.has(mimetype)) return undefined;
  const {
    width,
    height,
    pages = 1,
  } = await readHeader(file).catch(() => {
    throw refuseUpload('picture');
  });
  if (width * height > mostPixels || pages > mostFrames) throw hugePicture();
  const sharp = await library();
  await sharp(file, { ...safeDecodeOptions, sequentialRead: true })
    .resize(8, 8, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
    .catch(() => {
      throw refuseUpload('picture');
    });
  return { width, height };
}

/**
 * Writes a picture anew without what it tells besides itself: where it was taken, when, with which phone, by whom.
 * Turned upright first, as the way up is told there too, and in colours every screen knows. Answers the size of what
 * was written, or undefined where there is nothing to leave out and the file is as good as its copy.
 */
export function writePlainPicture(file: string, mimetype: string, to: string): Promise<PictureSize | undefined> {
  const written = turn.then(() => writePlain(file, mimetype, to));
  turn = written.catch(() => {});
  return written;
}

/** One after the other: a picture of 48 million pixels on its side takes 180 MB while it is written. */
let turn: Promise<unknown> = Promise.resolve();

async function writePlain(file: string, mimetype: string, to: string): Promise<PictureSize | undefined> {
  if (!decoded.has(mimetype)) return undefined;
  const { format, pages = 1, exif, xmp, iptc, comments, orientation, chromaSubsampling } = await readHeader(file);
  if (!exif && !xmp && !iptc && !comments?.length && (orientation ?? 1) === 1) return undefined;
  const sharp = await library();
  const moves = pages > 1 && (format === 'webp' || format === 'gif');
  const picture = moves
    ? sharp(file, { ...safeDecodeOptions, animated: true })
    : sharp(file, safeDecodeOptions).autoOrient();
  const written = await picture
    .toFormat(format, {
      // what a camera writes, not what a web page would: the copy is all that is kept. Optimised coding would save
      // 5 % of the file and hold all of the picture in memory, twice as much again
      ...(format === 'jpeg'
        ? { quality: 92, chromaSubsampling: chromaSubsampling ?? '4:4:4', optimizeCoding: false }
        : {}),
      ...(format === 'webp' || format === 'heif' ? { quality: 92 } : {}),
    })
    .toFile(to)
    .catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? refuseUpload('full') : refuseUpload('picture');
    });
  return { width: written.width, height: moves ? (written.pageHeight ?? written.height) : written.height };
}

/** Bitmaps are not decoded by the library; their header says all there is to know. */
async function measureBitmap(file: string): Promise<PictureSize> {
  const handle = await fs.open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(30), position: 0 });
    const width = Math.abs(buffer.readInt32LE(18));
    const height = Math.abs(buffer.readInt32LE(22));
    if (bytesRead < 30 || buffer.toString('latin1', 0, 2) !== 'BM' || width === 0 || height === 0)
      throw refuseUpload('picture');
    if (width * height > mostPixels) throw hugePicture();
    return { width, height };
  } finally {
    await handle.close();
  }
}
