import type { Envelope } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { post, WireError } from '#web/http/client.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { areaPaths, currentArea } from '#web/session/admin-or-member-area.ts';
import { readTokens } from '#web/session/session.ts';
import { sha256ToSend } from './sha256-of-file.ts';
import { canSendToBucket, sendToBucket } from './upload-file-directly-to-bucket.ts';
import type { SendFileOptions, UploadedAttachment } from './upload-options-and-answer-types.ts';

/** Files of at least this many bytes are sent in pieces. */
const large = 8 * 1024 * 1024;

/** Sends a file and reports its progress. */
export async function uploadFileToServerOrBucket(file: File, options: SendFileOptions): Promise<UploadedAttachment> {
  if (canSendToBucket(options.mode, file, options.isPrivate)) return sendToBucket(file, options);
  if (file.size > large)
    return (await import('./upload-large-file-resumably.ts')).uploadLargeFileResumably(file, options);
  const { of, isPrivate, onProgress, signal } = options;
  const path = `/${areaPaths().app}/ajax/upload${of ? `?of=${encodeURIComponent(of)}` : ''}`;
  const body = new FormData();
  if (isPrivate) body.append('private', '1');
  // fields come before the file: what follows it is not read
  const sha256 = await sha256ToSend(file);
  if (sha256) body.append('sha256', sha256);
  body.append('file', file);
  const envelope = await transmit(path, body, onProgress, signal);
  if (envelope.code === wireCode.ok) return (envelope.data as { file: UploadedAttachment }).file;
  // An expired token is refreshed by the client of all calls; it then sends the file again itself.
  if (envelope.code === wireCode.refresh || envelope.code === wireCode.redirect) {
    return (await post<{ file: UploadedAttachment }>(path, body, { quiet: true })).file;
  }
  throw new WireError(envelope.msg, { code: envelope.code, status: 200, data: envelope.data });
}

/** fetch does not report how much of a body has been sent; XMLHttpRequest does. */
function transmit(
  path: string,
  body: FormData,
  onProgress: SendFileOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('think-lang', currentLocale());
    request.setRequestHeader('server', 'true');
    const area = currentArea();
    const { token } = readTokens(area);
    if (token) request.setRequestHeader(area === 'admin' ? 'batoken' : 'ba-user-token', token);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    const fail = () =>
      reject(new WireError('', { code: 0, status: request.status, cancelled: signal?.aborted ?? false }));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => {
      try {
        resolve(JSON.parse(request.responseText) as Envelope);
      } catch {
        fail();
      }
    });
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
