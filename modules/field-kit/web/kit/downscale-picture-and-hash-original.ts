import { captureTimeOf } from '#web/input/upload/capture-time-of-picture.ts';
import { hashBytes } from '#web/input/upload/sha256-of-file.ts';
import type { CapturedPicture } from '../store/journal-of-phone-operations-and-pictures.ts';

/** Longest edge of a picture in pixels. */
const longestEdge = 1600;

/** Reduces a picture of the camera, and keeps the hash of what the camera took and when. Throws if it is no picture. */
export async function downscalePictureAndHashOriginal(file: File): Promise<CapturedPicture> {
  const original = await hashBytes(await file.arrayBuffer(), 'SHA-256');
  const capturedAt = await captureTimeOf(file);
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
  if (!blob) throw new Error('no picture');
  const bytes = await blob.arrayBuffer();
  return {
    sha256: await hashBytes(bytes, 'SHA-256'),
    original,
    captured_at: capturedAt === undefined ? file.lastModified : capturedAt * 1000,
    size: bytes.byteLength,
    bytes,
  };
}
