import { Upload, type UploadOptions } from 'tus-js-client';
import { currentLocale } from '#web/i18n/locale.ts';

interface ResumableUploadOptions
  extends Omit<UploadOptions, 'headers' | 'onBeforeRequest' | 'removeFingerprintOnSuccess'> {
  /** Headers of every request, above all the token, which may change during an upload. */
  headers(): Readonly<Record<string, string>>;
}

/** An upload in pieces, in the language of the page. It is forgotten once it is complete. */
export const createResumableUpload = (file: Blob, { headers, ...options }: ResumableUploadOptions): Upload =>
  new Upload(file, {
    ...options,
    removeFingerprintOnSuccess: true,
    onBeforeRequest(request) {
      const all = { server: 'true', 'think-lang': currentLocale(), ...headers() };
      for (const [name, value] of Object.entries(all)) request.setHeader(name, value);
    },
  });

/** Starts an upload, or goes on where an earlier attempt with its fingerprint stopped. */
export async function startOrResumeUpload(upload: Upload): Promise<void> {
  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  upload.start();
}
