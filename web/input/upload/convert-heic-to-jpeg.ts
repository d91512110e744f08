import { isFileTypeAllowed } from '#kernel/settings/allowed-file-types.ts';
import { fileNameSuffixOf, type UploadLimits } from './validate-file-type-and-size-before-upload.ts';

/** Longest edge of the result in pixels; phones take pictures of 4,032. */
const longestEdge = 4096;

/**
 * Converts a HEIC picture to JPEG if JPEG is accepted, HEIC is not, and this browser can read it, as Safari can.
 * Returns other files unchanged; the check of uploads refuses them with a message.
 */
export async function convertHeicToJpeg(file: File, { mimetype = '*', accept = '*' }: UploadLimits): Promise<File> {
  const suffix = fileNameSuffixOf(file.name);
  const isHeic = ['heic', 'heif'].includes(suffix) || /^image\/hei[cf]$/.test(file.type);
  const takes = (extension: string, type: string) =>
    isFileTypeAllowed(extension, type, mimetype) && isFileTypeAllowed(extension, type, accept);
  if (!isHeic || takes(suffix, file.type) || !takes('jpg', 'image/jpeg')) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
    return blob ? new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' }) : file;
  } catch {
    return file; // this browser cannot read it
  }
}
