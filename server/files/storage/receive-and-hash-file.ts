import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type TemporaryFile, TemporaryFolder } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { megabytes, refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';

/** A completely received file that has not been checked yet. */
export interface ReceivedFile {
  /** Its temporary path. */
  path: string;
  size: number;
  sha1: string;
  sha256: string;
  sm3: string;
}

/** Milliseconds a file may stay here: a request may take three quarters of an hour, its checks some seconds. */
const longest = 3_600_000;

/**
 * Folder of files being received, below the folder of all stored ones; names with a leading dot are never served.
 * `left` receives the notes of uploads whose process ended between moving a file and writing its row.
 */
export const incomingFolder = (folder: string, left?: (notes: readonly TemporaryFile[]) => Promise<void>) => {
  const incoming = new TemporaryFolder(path.join(folder, '.incoming'), {
    age: longest,
    async needed(names) {
      const notes = names.filter((name) => name.endsWith(movingNoteExtension)).map((name) => incoming.at(name));
      if (notes.length > 0) await left?.(notes);
      return new Set();
    },
  });
  return incoming;
};

/** Extension of the note with the address a file is being moved to. */
export const movingNoteExtension = '.at';

/** The refusal of a file larger than so many bytes. */
export const refuseTooLargeFile = (maxsize: number) =>
  refuseUpload('size', { size: `>${megabytes(maxsize)}`, max: megabytes(maxsize) });

/** Writes a stream to a temporary file and hashes it meanwhile. Stops and removes the file if it becomes too large. */
export async function receiveFile(folder: string, stream: Readable, maxsize: number): Promise<ReceivedFile> {
  const { path: target, remove } = await incomingFolder(folder).create();
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  const sm3 = createHash('sm3');
  let size = 0;
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size > maxsize) {
        done(refuseTooLargeFile(maxsize));
        return;
      }
      sha1.update(piece);
      sha256.update(piece);
      sm3.update(piece);
      done(null, piece);
    },
  });
  const sink = createWriteStream(target, { flags: 'wx', mode: 0o640 });
  try {
    await pipeline(stream, measure, sink);
  } catch (error) {
    // a sink that is still being opened would create the file after its removal
    if (!sink.closed) await new Promise<void>((resolve) => sink.once('close', resolve));
    await remove();
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? refuseUpload('full') : error;
  }
  if (size === 0) {
    await remove();
    throw refuseUpload('incomplete');
  }
  return { path: target, size, sha1: sha1.digest('hex'), sha256: sha256.digest('hex'), sm3: sm3.digest('hex') };
}

/** Size and hashes of a file that was made on this server. */
export async function measureAndHashFile(file: string): Promise<ReceivedFile> {
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  const sm3 = createHash('sm3');
  let size = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    size += piece.length;
    sha1.update(piece);
    sha256.update(piece);
    sm3.update(piece);
  }
  return { path: file, size, sha1: sha1.digest('hex'), sha256: sha256.digest('hex'), sm3: sm3.digest('hex') };
}
