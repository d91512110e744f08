import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { megabytes, refuseUpload } from '#server/files/upload-rules.ts';

/** A file that has come in whole and waits to be checked. */
export interface Received {
  /** Where it lies for now. */
  path: string;
  size: number;
  sha1: string;
  sha256: string;
}

/** Folder of files that are still coming in; names that begin with a dot are never served. */
const incoming = '.incoming';

/** Writes a stream to a file of its own, hashing while it flows; stops and removes it when it grows too large. */
export async function receiveFile(folder: string, stream: Readable, maxsize: number): Promise<Received> {
  const place = path.join(folder, incoming);
  await fs.mkdir(place, { recursive: true });
  const target = path.join(place, randomBytes(16).toString('hex'));
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size > maxsize) {
        done(refuseUpload('size', { size: `>${megabytes(maxsize)}`, max: megabytes(maxsize) }));
        return;
      }
      sha1.update(piece);
      sha256.update(piece);
      done(null, piece);
    },
  });
  try {
    await pipeline(stream, measure, createWriteStream(target, { flags: 'wx', mode: 0o640 }));
  } catch (error) {
    await fs.rm(target, { force: true });
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? refuseUpload('full') : error;
  }
  if (size === 0) {
    await fs.rm(target, { force: true });
    throw refuseUpload('incomplete');
  }
  return { path: target, size, sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
}

/** Size and hashes of a file that was made here. */
export async function measureFile(file: string): Promise<Received> {
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    size += piece.length;
    sha1.update(piece);
    sha256.update(piece);
  }
  return { path: file, size, sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
}

/** Removes what a process that ended in the middle of an upload left behind. For the start of the server. */
export async function removeUnfinished(folder: string, olderThan = 24 * 3600 * 1000): Promise<void> {
  const place = path.join(folder, incoming);
  for (const name of await fs.readdir(place).catch(() => [])) {
    const file = path.join(place, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > olderThan) await fs.rm(file, { force: true });
  }
}
