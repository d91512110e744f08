import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';
import { pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { isStorageAddress } from '#server/files/storage/make-and-validate-storage-address.ts';

/** The part of a file, or the version, that a client requests. */
export interface StoredRequest {
  range?: string | undefined;
  ifNoneMatch?: string | undefined;
  ifRange?: string | undefined;
  /** File name for saving. Default: the address. */
  name?: string | undefined;
  /** To be saved instead of shown. */
  download?: boolean;
}

export interface OpenedStoredFile {
  status: 200 | 206 | 304 | 416;
  path: string;
  mimetype: string;
  /** The file opens only with a signed link, which must be checked before `body` is sent. */
  private: boolean;
  headers: Record<string, string>;
  /** Opens the requested bytes. */
  body: (() => Readable) | undefined;
}

/** Extensions that browsers show, with their types. All others are sent as downloads. */
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
 * Chrome's PDF viewer does not work in a sandbox. Instead scripts have no allowed source, nothing can be sent, and only
 * our own pages may frame the document. The viewer itself is an object and uses inline styles.
 */
const pdfPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * A stored file, ready to be sent. Undefined: there is none. Files that can contain scripts (SVG, HTML) are only
 * downloaded; if a browser shows one nevertheless, its policy forbids scripts.
 */
export async function openStoredFile(
  folder: string,
  url: string,
  request: StoredRequest = {},
): Promise<OpenedStoredFile | undefined> {
  if (!isStorageAddress(url)) return undefined;
  const path = pathOfStoredFile(folder, url);
  const stat = await fs.lstat(path).catch(() => undefined);
  if (!stat?.isFile() || !(await isItself(folder, path))) return undefined;
  const suffix = suffixOf(url);
  const mimetype = shown[suffix] ?? saved[suffix] ?? 'application/octet-stream';
  const isPrivate = isPrivateFile(url);
  const etag = `"${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}"`;
  const headers: Record<string, string> = {
    'content-type': mimetype,
    'content-disposition': contentDisposition(shown[suffix] !== undefined && !request.download, request.name),
    'accept-ranges': 'bytes',
    etag,
    'last-modified': stat.mtime.toUTCString(),
    // an address is never reused for other content
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
 * Whether a path is spelled as on disk. If `Private`, `private.` or a symbolic link led to the same file as `private`,
 * the address would pass for a public one.
 */
async function isItself(folder: string, path: string): Promise<boolean> {
  const [root, real] = await Promise.all([fs.realpath(folder), fs.realpath(path)]);
  return real === join(root, relative(folder, path));
}

/** A single range of bytes (RFC 9110 §14). Several ranges, or an invalid one, mean the whole file. */
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

/** Value of `Content-Disposition` with the original file name, in any script (RFC 6266). */
export function contentDisposition(inline: boolean, name: string | undefined): string {
  const kind = inline ? 'inline' : 'attachment';
  if (!name) return kind;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}
