import { createResumableUpload, startOrResumeUpload } from '#web/input/upload/resumable-upload.ts';
import { headersOfSignedInOfficer, ServerUnreachable } from './call-server-without-sign-in-redirect.ts';

/** Bytes of one piece: what a weak line sends in a few seconds. A cut costs at most this much. */
const piece = 128 * 1024;

/** Sends a picture in pieces. Tried again, also after the page was closed, it goes on where it stopped. */
export function uploadCheckPictureResumably(sha256: string, bytes: ArrayBuffer): Promise<void> {
  const picture = new Blob([bytes], { type: 'image/jpeg' });
  return new Promise((resolve, reject) => {
    const upload = createResumableUpload(picture, {
      endpoint: '/admin/ajax/resumable',
      chunkSize: piece,
      retryDelays: [1000, 3000],
      metadata: { filename: `${sha256.slice(0, 16)}.jpg`, private: '1', sha256 },
      fingerprint: async () => `xj-kit ${sha256}`,
      headers: headersOfSignedInOfficer,
      onSuccess: () => resolve(),
      onError: () => reject(new ServerUnreachable()),
    });
    void startOrResumeUpload(upload);
  });
}
