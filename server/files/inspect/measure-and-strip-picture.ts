import fs from 'node:fs/promises';
import { refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';

export interface PictureSize {
  width: number;
  height: number;
}

/** A picture of 80 million pixels takes 320 MB unpacked; phone cameras make 12 to 50 million. */
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

/** Options for decoding untrusted pictures. */
export const safeDecodeOptions = { limitInputPixels: mostPixels, failOn: 'truncated' } as const;

/** Loaded with the first picture instead of at the start of every process. */
export const loadSharp = async () => (await import('sharp')).default;

/** Reads the header only; nothing is decoded, so no limit is needed. */
const readHeader = async (file: string) => (await loadSharp())(file, { limitInputPixels: false }).metadata();

const hugePicture = () =>
  refuseUpload('hugePicture', {
    pixels: mostPixels / 10_000,
    megapixels: mostPixels / 1_000_000,
    frames: mostFrames,
  });

/**
 * The size of a picture, which is decoded to prove that it is one. Undefined: the file is no picture. Refused before
 * decoding if its header announces too many pixels.
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
  const sharp = await loadSharp();
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
 * Rewrites a picture without metadata: place, time, device, author. It is turned upright first, because the orientation
 * is metadata too, and converted to sRGB. Returns the size of the result. Undefined: there is nothing to remove, and
 * the file can be used as it is.
 */
export function stripPictureMetadata(file: string, mimetype: string, to: string): Promise<PictureSize | undefined> {
  const written = turn.then(() => writePlain(file, mimetype, to));
  turn = written.catch(() => {});
  return written;
}

/** One after the other: rotating a picture of 48 million pixels takes 180 MB. */
let turn: Promise<unknown> = Promise.resolve();

async function writePlain(file: string, mimetype: string, to: string): Promise<PictureSize | undefined> {
  if (!decoded.has(mimetype)) return undefined;
  const { format, pages = 1, exif, xmp, iptc, comments, orientation, chromaSubsampling } = await readHeader(file);
  if (!exif && !xmp && !iptc && !comments?.length && (orientation ?? 1) === 1) return undefined;
  const sharp = await loadSharp();
  const moves = pages > 1 && (format === 'webp' || format === 'gif');
  const picture = moves
    ? sharp(file, { ...safeDecodeOptions, animated: true })
    : sharp(file, safeDecodeOptions).autoOrient();
  const written = await picture
    .toFormat(format, {
      // quality of a camera, not of a web page, because only the copy is shown. Optimised coding would save 5 % of the
      // file, but hold the whole picture in memory and take twice as much memory
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

/** The size of a bitmap. The library does not decode bitmaps; their header is enough. */
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
