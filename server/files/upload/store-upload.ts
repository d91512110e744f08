import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isFileTypeAllowed } from '#kernel/settings/allowed-file-types.ts';
import type { Database, Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import {
  measurePicture,
  type PictureSize,
  stripPictureMetadata,
} from '#server/files/inspect/measure-and-strip-picture.ts';
import { recogniseFileTypeOrRefuseMismatch } from '#server/files/inspect/recognise-file-type-and-refuse-mismatched-extension.ts';
import { runFileInspectionInThread } from '#server/files/inspect/run-file-inspection-in-thread.ts';
import { scanForViruses } from '#server/files/inspect/scan-for-viruses.ts';
import {
  type Attachment,
  type AttachmentRow,
  presentAttachment,
} from '#server/files/storage/attachment-row-and-wire-form.ts';
import { cleanFileName, suffixOf } from '#server/files/storage/clean-file-name.ts';
import { pathOfStoredFile, removeStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import {
  countRepeatedUpload,
  insertAttachment,
  type NewAttachment,
} from '#server/files/storage/insert-count-and-transfer-attachments.ts';
import {
  isStorageAddress,
  makePrivateStorageAddress,
  makeStorageAddress,
} from '#server/files/storage/make-and-validate-storage-address.ts';
import {
  incomingFolder,
  measureAndHashFile,
  movingNoteExtension,
  type ReceivedFile,
  receiveFile,
} from '#server/files/storage/receive-and-hash-file.ts';
import type { TemporaryFile } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { refuseType, refuseUpload, type UploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';

export interface Upload {
  /** Folder of all stored files, DATA_DIR/storage. */
  folder: string;
  /** The upload, or an already received file. It is removed in any case. */
  stream: Readable | ReceivedFile;
  /** Name given by the client. */
  name: string;
  topic?: string;
  /** Only the uploader and those who may see a row that refers to the file may open it. */
  private?: boolean;
  /** SHA-256 that the device computed before it sent the file: anything else is refused. */
  sha256?: string;
  /** SHA-256 of the picture that the device made this smaller one from, as the device states it. */
  reducedFrom?: string;
  uploader: { type: 'admin' | 'member'; id: number };
  areaCode?: string;
  rules: UploadRules;
  /** A narrower list of allowed types, from the field the file is for. */
  accept?: string;
  /** Scheme and host of the server, for `full_url`. */
  origin: string;
  /**
   * Runs in the transaction that writes the row, with the hash of the uploaded bytes: stores the idempotency key of the
   * call.
   */
  afterStore?: (tx: Transaction, file: Attachment, sha256: string) => Promise<void>;
}

/**
 * Stores an upload: receives it into a temporary file, checks its bytes, moves it to its address and writes its row.
 * Content that the same person sends again under the same topic is stored once and counted.
 */
export async function storeUpload(db: Database, upload: Upload): Promise<Attachment> {
  const name = cleanFileName(upload.name);
  if (!name) throw refuseUpload('incomplete');
  const received =
    'path' in upload.stream ? upload.stream : await receiveFile(upload.folder, upload.stream, upload.rules.maxsize);
  const plain = `${received.path}-plain`;
  try {
    if (upload.sha256 !== undefined && upload.sha256 !== received.sha256) throw refuseUpload('altered');
    const { copy, file } = await checkReceivedFile(upload, received, name, plain);
    const present = (row: AttachmentRow) => presentAttachment(row, upload.origin, upload.uploader.type);
    const within: Within = (work) =>
      db.transaction(async (tx) => {
        const row = await work(tx);
        if (row) await upload.afterStore?.(tx, present(row), received.sha256);
        return row;
      });
    const original = copy ? received : undefined;
    return present(await storeFile(within, upload, { path: copy ? plain : received.path, original }, file));
  } finally {
    for (const left of [received.path, plain]) await fs.rm(left, { force: true });
  }
}

/**
 * Checks a received file by its bytes and returns the data of its row. `copy` means that a public copy without metadata
 * was written to `plain`.
 */
export async function checkReceivedFile(
  upload: Omit<Upload, 'stream' | 'folder' | 'origin'>,
  received: ReceivedFile,
  name: string,
  plain: string,
): Promise<{ copy: boolean; file: NewAttachment }> {
  const suffix = suffixOf(name);
  const { rules, accept = '*', uploader, areaCode, reducedFrom } = upload;
  if (rules.scanner) await scanForViruses(received.path, rules.scanner);
  const mimetype = await recogniseFileTypeOrRefuseMismatch(received.path, suffix);
  if (!isFileTypeAllowed(suffix, mimetype, rules.mimetype) || !isFileTypeAllowed(suffix, mimetype, accept))
    throw refuseType(suffix, rules.mimetype, accept);
  const measured = await measurePicture(received.path, mimetype);
  // a private file is evidence and stays unchanged; the original of a public one is stored separately
  const copy = upload.private ? undefined : await writePlain(received.path, mimetype, plain);
  const { width = 0, height = 0 } = copy?.size ?? measured ?? {};
  const { size, sha1, sha256, sm3 } = copy ? await measureAndHashFile(plain) : received;
  const topic = upload.topic ?? 'default';
  const attributes = {
    uploader,
    topic,
    private: upload.private ?? false,
    areaCode,
    name,
    mimetype,
    width,
    height,
    reducedFrom,
  };
  return { copy: copy !== undefined, file: { ...attributes, size, sha1, sha256, sm3 } };
}

/** Writes a public copy without metadata. Undefined: there is nothing to remove. */
async function writePlain(file: string, mimetype: string, to: string): Promise<{ size?: PictureSize } | undefined> {
  if (mimetype === 'application/pdf') {
    await writePlainPdf(file, to);
    return {};
  }
  const size = await stripPictureMetadata(file, mimetype, to);
  return size && { size };
}

async function writePlainPdf(file: string, to: string): Promise<void> {
  const finding = await runFileInspectionInThread({ task: 'plain-pdf', file, to });
  if (finding && 'written' in finding) return;
  const encrypted = finding && 'failed' in finding && /encrypted/i.test(finding.failed);
  throw refuseUpload(encrypted ? 'lockedPdf' : 'brokenPdf');
}

/** Runs work in the one transaction of an upload. */
type Within = <R extends AttachmentRow | undefined>(work: (tx: Queryable) => Promise<R>) => Promise<R>;

/** Moves the file and writes its row. After a failure no file remains without a row. */
async function storeFile(
  within: Within,
  upload: Upload,
  { path: from, original }: { path: string; original: ReceivedFile | undefined },
  file: NewAttachment,
): Promise<AttachmentRow> {
  const repeated = await within((tx) => countRepeatedUpload(tx, file));
  if (repeated) {
    // a lost file is replaced
    if (!(await exists(pathOfStoredFile(upload.folder, repeated.url))))
      await moveInto(from, pathOfStoredFile(upload.folder, repeated.url));
    return repeated;
  }
  const incoming = incomingFolder(upload.folder);
  const notes = [await incoming.create(movingNoteExtension), await incoming.create(movingNoteExtension)] as const;
  const placed: string[] = [];
  try {
    const url = await place(upload.folder, from, addressOf(upload, file), notes[0]);
    placed.push(url);
    if (original)
      placed.push(await place(upload.folder, original.path, addressOf(upload, { ...file, private: true }), notes[1]));
    return await within(async (tx) => {
      const originalFile = original && { url: placed[1] as string, sha256: original.sha256 };
      const row = await insertAttachment(tx, file, { url, original: originalFile });
      if (!row) throw new SentTwice();
      return row;
    });
  } catch (error) {
    for (const url of placed) await removeStoredFile(upload.folder, url);
    if (!(error instanceof SentTwice)) throw error;
    const theirs = await within((tx) => countRepeatedUpload(tx, file));
    if (!theirs) throw new Error(`attachment ${file.sha1} vanished while it was stored`);
    return theirs;
  } finally {
    for (const note of notes) await note.remove();
  }
}

/** The same person stored the same content at the same moment; the transaction, with its quota, is rolled back. */
class SentTwice extends Error {}

/**
 * Private files are in a separate folder, so that serving a file needs no query. The hash in a public address is
 * salted: two people who send the same content get different addresses, and neither discloses the other.
 */
function addressOf({ rules }: Upload, { topic, name, sha1: content, private: hidden }: NewAttachment): string {
  const sha1 = createHash('sha1').update(content).update(randomBytes(16)).digest('hex');
  const parts = { topic, name, suffix: suffixOf(name), sha1, time: Date.now() };
  return hidden ? makePrivateStorageAddress(parts) : makeStorageAddress(rules.savename, parts);
}

/**
 * Moves a file to its address and returns the address. It is noted first, so that a server killed before the row is
 * written finds the file again. Existing files are never overwritten: the name then gets a random suffix.
 */
async function place(folder: string, from: string, url: string, note: TemporaryFile): Promise<string> {
  const target = pathOfStoredFile(folder, url);
  await fs.writeFile(note.path, url, { mode: 0o600 });
  await fs.mkdir(path.dirname(target), { recursive: true });
  try {
    await fs.link(from, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // for file systems without hard links (some network mounts)
      return fs.copyFile(from, target, fs.constants.COPYFILE_EXCL);
    });
    return url;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return place(
    folder,
    from,
    url.replace(/(\.[a-z\d]+)?$/, (suffix) => `-${randomBytes(4).toString('hex')}${suffix}`),
    note,
  );
}

/**
 * Folder of files being received. The sweep at the start removes what a killed process left in it, or at an address
 * without a row.
 */
export const uploadFolder = (db: Database, folder: string) =>
  incomingFolder(folder, async (notes) => {
    const urls = await Promise.all(notes.map(({ path: file }) => fs.readFile(file, 'utf8').catch(() => '')));
    const placed = urls.filter(isStorageAddress);
    const rows = await db.rows<{ url: string }>(sql`select url from unnest(${placed}::text[]) url
      where exists (select from routine_attachment a where a.url = url.url or a.original = url.url)`);
    const recorded = new Set(rows.map(({ url }) => url));
    for (const url of placed.filter((one) => !recorded.has(one))) await removeStoredFile(folder, url);
  });

async function moveInto(from: string, to: string): Promise<void> {
  await fs.mkdir(path.dirname(to), { recursive: true });
  await fs.rename(from, to);
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  );
