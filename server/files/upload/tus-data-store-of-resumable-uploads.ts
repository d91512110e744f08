import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Database } from '#server/db/open-database.ts';
import {
  endResumable,
  isResumableId,
  pieceFile,
  readResumable,
  resumableFolder,
  touchResumable,
} from './begin-read-and-end-resumable-uploads.ts';

/**
 * Storage of the tus server. Data about an upload is a row, written when the upload is admitted; its progress is the
 * length of its file, so that a cut connection or a killed process loses nothing that was written.
 */
export class TusDataStoreOfResumableUploads extends DataStore {
  readonly #db: Database;
  readonly #storage: string;

  constructor(db: Database, storage: string) {
    super();
    this.extensions = ['creation', 'termination'];
    this.#db = db;
    this.#storage = storage;
  }

  override async create(upload: Upload): Promise<Upload> {
    await fs.mkdir(resumableFolder(this.#storage), { recursive: true, mode: 0o700 });
    await fs.writeFile(pieceFile(this.#storage, upload.id), '', { flag: 'wx', mode: 0o640 });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = isResumableId(id) ? await readResumable(this.#db, id) : undefined;
    const stat = row && (await fs.stat(pieceFile(this.#storage, id)).catch(() => undefined));
    if (!row || !stat) throw ERRORS.FILE_NOT_FOUND;
    // complete but not stored: the server ended in between. The last byte is requested again
    const offset = stat.size < row.size ? stat.size : row.size - 1;
    if (offset < stat.size) await fs.truncate(pieceFile(this.#storage, id), offset);
    return new Upload({ id, size: row.size, offset });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const file = pieceFile(this.#storage, id);
    try {
      await pipeline(stream, createWriteStream(file, { flags: 'r+', start: offset }));
    } catch {
      // what arrived before the interruption stays; the client asks for the offset
      throw ERRORS.FILE_WRITE_ERROR;
    } finally {
      await touchResumable(this.#db, id);
    }
    return (await fs.stat(file)).size;
  }

  override async remove(id: string): Promise<void> {
    await endResumable(this.#db, { id });
    await fs.rm(pieceFile(this.#storage, id), { force: true });
  }
}
