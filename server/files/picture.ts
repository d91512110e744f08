import fs from 'node:fs/promises';
import sharp from 'sharp';
import { refuseUpload } from '#server/files/upload-rules.ts';

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

/**
 * The size of a picture that was decoded to prove it is one; undefined for files that are no pictures. The decoder
 * refuses before unpacking when the header announces too many pixels.
 */
export async function measurePicture(file: string, mimetype: string): Promise<PictureSize | undefined> {
  if (mimetype === 'image/bmp') return measureBitmap(file);
  if (!decoded.has(mimetype)) return undefined;
  const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'truncated', sequentialRead: true });
  const {
    width,
    height,
    pages = 1,
  } = await picture.metadata().catch(() => {
    throw refuseUpload('picture');
  });
  if (width * height > mostPixels || pages > mostFrames) throw refuseUpload('hugePicture');
  await picture
    .resize(8, 8, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
    .catch(() => {
      throw refuseUpload('picture');
    });
  return { width, height };
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
    if (width * height > mostPixels) throw refuseUpload('hugePicture');
    return { width, height };
  } finally {
    await handle.close();
  }
}
