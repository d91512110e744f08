import { sha256ToSend } from './sha256-of-file.ts';

/** Longest edge of a picture in pixels: print on a contract is readable, and a weak line carries it. */
const longestEdge = 2048;
/** A smaller picture is taken if it saves at least this share of the bytes. */
const worthwhile = 0.9;

interface ReducedPicture {
  readonly content: Blob;
  readonly name: string;
  /** SHA-256 of the picture as it was chosen. */
  readonly reducedFrom?: string;
}

/**
 * Makes a picture smaller on the device, without its metadata; returns other files, and pictures this browser cannot read,
 * unchanged.
 */
export async function downscalePictureBeforeUpload(file: File): Promise<ReducedPicture> {
  const unchanged = { content: file, name: file.name };
  if (!/^image\/(jpeg|png|webp|hei[cf])$/.test(file.type)) return unchanged;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
    const isHeic = /hei[cf]$/.test(file.type);
    if (!content || (!isHeic && content.size > file.size * worthwhile)) return unchanged;
    const reducedFrom = await sha256ToSend(file);
    return {
      content,
      name: file.name.replace(/(\.[^.]*)?$/, '.jpg'),
      ...(reducedFrom === undefined ? {} : { reducedFrom }),
    };
  } catch {
    return unchanged;
  }
}
