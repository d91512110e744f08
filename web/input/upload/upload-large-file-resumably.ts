import { DetailedError } from 'tus-js-client';
import { type Envelope, wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { get, WireError } from '#web/http/client.ts';
import { createResumableUpload, startOrResumeUpload } from '#web/input/upload/resumable-upload.ts';
import { areaPaths, currentArea } from '#web/session/admin-or-member-area.ts';
import { readTokens } from '#web/session/session.ts';
import { sha256ToSend } from './sha256-of-file.ts';
import type { SendFileOptions, UploadedAttachment } from './upload-options-and-answer-types.ts';

/** Bytes of a piece: on a connection of 100 kB/s it takes 40 s, and proxies accept it. */
const piece = 4 * 1024 * 1024;
/** The same for people without an account, who are on the road: what a weak line carries in some seconds. */
const smallPiece = 256 * 1024;
const delays = [0, 1000, 3000, 5000, 10_000];

/**
 * Sends a large file in pieces. After a lost connection it retries, and then waits until the connection is back. Pieces
 * that were sent before a pause, or before the page was reloaded, are not sent again: if the same file is chosen again,
 * the upload continues where it stopped.
 */
export async function uploadLargeFileResumably(file: File, options: SendFileOptions): Promise<UploadedAttachment> {
  const { isPrivate, ticket, onProgress, onControl, onLost, signal } = options;
  const app = ticket === undefined ? areaPaths().app : 'api';
  const metadata = await metadataOf(file, options);
  const token = () => readTokens(currentArea()).token;
  let renewed = false;
  return new Promise((resolve, reject) => {
    const upload = createResumableUpload(file, {
      endpoint: `/${app}/ajax/resumable`,
      chunkSize: ticket === undefined ? piece : smallPiece,
      retryDelays: delays,
      metadata,
      // of this account: other users of this browser do not continue it
      fingerprint: async () =>
        [app, ticket ? 'ticket' : token().slice(0, 8), isPrivate, file.name, file.size, file.lastModified].join('|'),
      headers: (): Record<string, string> =>
        ticket === undefined
          ? { [app === 'admin' ? 'batoken' : 'ba-user-token']: token() }
          : { 'x-upload-ticket': ticket },
      onProgress: (sent, total) => onProgress?.(total > 0 ? sent / total : 0),
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0;
        return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
      },
      onSuccess({ lastResponse }) {
        try {
          resolve((JSON.parse(lastResponse.getBody()) as Envelope<{ file: UploadedAttachment }>).data.file);
        } catch {
          reject(new WireError('', { code: 0, status: lastResponse.getStatus() }));
        }
      },
      onError(error) {
        const answer = error instanceof DetailedError ? readAnswer(error) : undefined;
        if (answer?.code === wireCode.refresh && ticket === undefined && !renewed) {
          // any call renews the token for all of them
          renewed = true;
          get(`/${app}/ajax/fileLinks`, { urls: ['/storage/none'] }, { quiet: true, duplicate: 'allow' }).then(
            () => upload.start(),
            () => reject(error),
          );
          return;
        }
        const status = (error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined) ?? 0;
        if (!answer && (status === 0 || status >= 500) && onLost) {
          onLost(true);
          window.addEventListener('online', goOn);
          return;
        }
        reject(answer ? new WireError(answer.msg, { code: answer.code, status: 200, data: answer.data }) : error);
      },
    });
    const goOn = () => {
      window.removeEventListener('online', goOn);
      onLost?.(false);
      upload.start();
    };
    signal?.addEventListener('abort', () => {
      window.removeEventListener('online', goOn);
      void upload.abort();
      reject(new WireError('', { code: 0, status: 0, cancelled: true }));
    });
    onControl?.({
      pause: () => void upload.abort(),
      resume: goOn,
      // pieces that cannot be removed now are removed at night
      discard: () => void upload.abort(true).catch(() => undefined),
    });
    void startOrResumeUpload(upload);
  });
}

const metadataOf = async (
  file: File,
  { of, isPrivate, reducedFrom }: SendFileOptions,
): Promise<Record<string, string>> => {
  const sha256 = await sha256ToSend(file);
  return {
    filename: file.name,
    ...(isPrivate ? { private: '1' } : {}),
    ...(of ? { of } : {}),
    ...(sha256 ? { sha256 } : {}),
    ...(reducedFrom ? { reduced_from: reducedFrom } : {}),
  };
};

function readAnswer({ originalResponse }: DetailedError): Envelope | undefined {
  try {
    return JSON.parse(originalResponse?.getBody() ?? '') as Envelope;
  } catch {
    return undefined;
  }
}
