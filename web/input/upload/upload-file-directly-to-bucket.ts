import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { get, post, WireError } from '#web/http/client.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { hashFile } from './sha256-of-file.ts';
import type { SendFileOptions, UploadedAttachment } from './upload-options-and-answer-types.ts';

interface Params {
  mode: string;
  savename: string;
  url?: string;
  params?: Readonly<Record<string, string>>;
}

/** Largest file that is hashed here, because hashing reads it into memory. */
const largest = 512 * 1024 * 1024;

/**
 * Whether a file can be sent directly to the object storage. Pages loaded without TLS cannot hash, and therefore
 * cannot.
 */
export const canSendToBucket = (mode: string | undefined, file: File, isPrivate: boolean | undefined): boolean =>
  mode !== undefined &&
  mode !== 'local' &&
  !isPrivate &&
  file.size <= largest &&
  globalThis.crypto?.subtle !== undefined;

/**
 * Sends a file to the bucket with the form that the server signed for it, and then reports it to the server, which
 * inspects it there.
 */
export async function sendToBucket(
  file: File,
  { of, onProgress, signal }: SendFileOptions,
): Promise<UploadedAttachment> {
  const { app } = areaPaths();
  const quiet = { quiet: true, duplicate: 'allow' } as const;
  const { upload } = await get<{ upload: Params }>(`/${app}/ajax/uploadParams`, {}, quiet);
  if (!upload.url) throw new WireError('', { code: 0, status: 0 });
  const sha1 = await hashFile(file, 'SHA-1');
  const key = bucketKey(upload.savename, file.name, sha1);
  const form = new FormData();
  form.append('key', key);
  form.append('Content-Type', file.type || 'application/octet-stream');
  for (const [name, value] of Object.entries(upload.params ?? {})) form.append(name, value);
  // fields after the file are not read
  form.append('file', file);
  await put(upload.url, form, onProgress, signal);
  const request = { url: `/${key}`, name: file.name, size: file.size, type: file.type, sha1, ...(of ? { of } : {}) };
  return (await post<{ file: UploadedAttachment }>(`/${app}/Alioss/callback`, request, { ...quiet, timeout: 150_000 }))
    .file;
}

const random = (length: number) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => (byte % 36).toString(36)).join('');

/** The key that the template gives (specification §7). A moment later, the same content gets another key. */
function bucketKey(template: string, name: string, sha1: string, now = new Date()): string {
  const [year = '', mon = '', day = '', hour = '', min = '', sec = ''] = toShanghaiIso(now.getTime()).split(/[-T:+.]/);
  const dot = name.lastIndexOf('.');
  const given = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  const suffix = /^[a-z\d]{1,8}$/.test(given) ? given : 'file';
  const places: Readonly<Record<string, string>> = {
    topic: 'default',
    year,
    mon,
    day,
    hour,
    min,
    sec,
    random: random(6),
    random32: random(32),
    suffix,
    '.suffix': `.${suffix}`,
    filename:
      [...(dot < 0 ? name : name.slice(0, dot))]
        .slice(0, 100)
        .join('')
        .replace(/[^\w-]+/g, '_')
        .replace(/^_+(?=.)/, '') || 'file',
    filesha1: `${sha1}-${random(6)}`,
  };
  return template.replace(/\{([.\w]+)\}/g, (place, one: string) => places[one] ?? place).replace(/^\/+/, '');
}

function put(
  url: string,
  form: FormData,
  onProgress: SendFileOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () =>
      reject(new WireError('', { code: 0, status: request.status, cancelled: signal?.aborted ?? false }));
    request.open('POST', url);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => (request.status >= 200 && request.status < 300 ? resolve() : fail()));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
