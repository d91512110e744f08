import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { suffixOf } from '#server/files/storage/file-name.ts';
import { isAddress } from '#server/files/storage/storage-address.ts';
import { pathOf } from '#server/files/storage/stored-file.ts';

/** What a client says about the part it wants or the version it has. */
export interface StoredRequest {
  range?: string | undefined;
  ifNoneMatch?: string | undefined;
  ifRange?: string | undefined;
  /** Name for saving; without it the browser takes the address. */
  name?: string | undefined;
  /** Save it instead of showing it. */
  download?: boolean;
}

export interface Stored {
  status: 200 | 206 | 304 | 416;
  path: string;
  mimetype: string;
  /** To be opened only by a link made for it: that must be checked before `body` is sent. */
  private: boolean;
  headers: Record<string, string>;
  /** The bytes asked for; opened when called. */
  body: (() => Readable) | undefined;
}

/** Extensions that are shown in place, with their types. All others are handed out to be saved. */
const shown: Readonly<Record<string, string | undefined>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  pjpeg: 'image/jpeg',
  pjp: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
};

const saved: Readonly<Record<string, string | undefined>> = {
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  doc: 'application/msword',
  ofd: 'application/ofd',
};

/**
 * Chrome's own PDF viewer does not work in a sandbox; instead no script has a source it may come from, nothing can be
 * sent, and no page but our own, beside the fields of a record, may hold the document in a frame. The viewer itself is an
 * object and draws with inline styles.
 */
const pdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * A stored file, ready to be sent, or undefined where there is none. Files that can carry script (SVG, HTML) are only
 * ever saved, and should a browser show one all the same, its policy lets nothing run.
 */
export async function openStored(
  folder: string,
  url: string,
  request: StoredRequest = {},
): Promise<Stored | undefined> {
  if (!isAddress(url)) return undefined;
  const path = pathOf(folder, url);
  const stat = await fs.lstat(path).catch(() => undefined);
  if (!stat?.isFile() || !(await isItself(folder, path))) return undefined;
  const suffix = suffixOf(url);
  const mimetype = shown[suffix] ?? saved[suffix] ?? 'application/octet-stream';
  const isPrivate = isPrivateFile(url);
  const etag = `"${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}"`;
  const headers: Record<string, string> = {
    'content-type': mimetype,
    'content-disposition': disposition(shown[suffix] !== undefined && !request.download, request.name),
    'accept-ranges': 'bytes',
    etag,
    'last-modified': stat.mtime.toUTCString(),
    // an address is never used for other content again
    'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': suffix === 'pdf' ? pdfPolicy : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  };
  const file = { path, mimetype, private: isPrivate };
  if (request.ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return { ...file, status: 304, headers, body: undefined };
  }
  const part = request.ifRange && request.ifRange !== etag ? undefined : readRange(request.range, stat.size);
  if (part === 'outside') {
    return { ...file, status: 416, headers: { ...headers, 'content-range': `bytes */${stat.size}` }, body: undefined };
  }
  const { start, end } = part ?? { start: 0, end: stat.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (part) headers['content-range'] = `bytes ${start}-${end}/${stat.size}`;
  return { ...file, status: part ? 206 : 200, headers, body: () => createReadStream(path, { start, end }) };
}

/**
 * Whether a path is the file's own: where `Private`, `private.` or a link in between lead to the same file as `private`,
 * the address would say that it is for everybody.
 */
async function isItself(folder: string, path: string): Promise<boolean> {
  const [root, real] = await Promise.all([fs.realpath(folder), fs.realpath(path)]);
  return real === join(root, relative(folder, path));
}

/** One range of bytes (RFC 9110 §14); several at once, and what is not understood, mean the whole file. */
export function readRange(
  range: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '');
  if (!parts || (!parts[1] && !parts[2])) return undefined;
  const start = parts[1] ? Number(parts[1]) : Math.max(size - Number(parts[2]), 0);
  const end = parts[1] && parts[2] ? Math.min(Number(parts[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'outside' : { start, end };
}

/** Value of `Content-Disposition`: a file is told by the name it was sent by, whatever its letters (RFC 6266). */
export function disposition(inline: boolean, name: string | undefined): string {
  const kind = inline ? 'inline' : 'attachment';
  if (!name) return kind;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}
