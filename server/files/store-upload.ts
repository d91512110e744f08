import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Database, Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { type Attachment, type AttachmentRow, attachmentColumns, presentAttachment } from '#server/files/attachment.ts';
import { cleanFileName, suffixOf } from '#server/files/file-name.ts';
import { recogniseType } from '#server/files/file-type.ts';
import { measurePicture, writePlainPicture } from '#server/files/picture.ts';
import { measureFile, type Received, receiveFile } from '#server/files/receive.ts';
import { cleanTopic, makeSaveName } from '#server/files/save-name.ts';
import { isTypeAllowed, refuseUpload, type UploadRules } from '#server/files/upload-rules.ts';

export interface Upload {
  /** Folder of all stored files, DATA_DIR/storage. */
  folder: string;
  stream: Readable;
  /** As the client named it. */
  name: string;
  topic?: string;
  /** Only officers and the uploader may open it. */
  private?: boolean;
  uploader: { type: 'admin' | 'member'; id: number };
  areaCode?: string;
  rules: UploadRules;
  /** Narrower list of allowed types, of the field the file is for. */
  accept?: string;
  /** Scheme and host the server is reached at, for `full_url`. */
  origin: string;
}

/**
 * Takes a file in: to a temporary place while it is hashed and measured, checked by its bytes, then to its address and
 * into the table. The same content under the same topic is stored once and counted.
 */
export async function storeUpload(db: Database, upload: Upload): Promise<Attachment> {
  const name = cleanFileName(upload.name);
  if (!name) throw refuseUpload('incomplete');
  const suffix = suffixOf(name);
  const received = await receiveFile(upload.folder, upload.stream, upload.rules.maxsize);
  try {
    const mimetype = await recogniseType(received.path, suffix);
    const { rules, accept = '*' } = upload;
    if (!isTypeAllowed(suffix, mimetype, rules.mimetype) || !isTypeAllowed(suffix, mimetype, accept))
      throw refuseUpload('type');
    const size = await measurePicture(received.path, mimetype);
    // a private file is evidence and stays as it was handed in; of what everybody may open the plain copy is kept alone
    const plain = `${received.path}-plain`;
    const plainSize = upload.private ? undefined : await writePlainPicture(received.path, mimetype, plain);
    const { width = 0, height = 0 } = plainSize ?? size ?? {};
    const file = plainSize ? await measureFile(plain) : received;
    const row = await keep(db, upload, { ...file, name, suffix, mimetype, width, height });
    return presentAttachment(row, upload.origin, upload.uploader.type);
  } finally {
    for (const left of [received.path, `${received.path}-plain`]) await fs.rm(left, { force: true });
  }
}

interface Checked extends Received {
  name: string;
  suffix: string;
  mimetype: string;
  width: number;
  height: number;
}

async function keep(db: Database, upload: Upload, file: Checked): Promise<AttachmentRow> {
  const repeated = await countAgain(db, upload, file);
  if (repeated) return repeated;
  const url = await place(upload.folder, file, addressOf(upload, file));
  const row = await insert(db, upload, file, url);
  if (row) return row;
  // somebody stored the same content in this very moment
  const theirs = await countAgain(db, upload, file);
  if (theirs?.url !== url) await removeFile(upload.folder, url);
  if (!theirs) throw new Error(`attachment ${file.sha1} vanished while it was stored`);
  return theirs;
}

const ownerOf = ({ uploader }: Upload) => ({
  adminId: uploader.type === 'admin' ? uploader.id : null,
  userId: uploader.type === 'member' ? uploader.id : null,
});

/** The row of content that is already there, counted once more; a file that was lost is put back in its place. */
async function countAgain(db: Queryable, upload: Upload, file: Checked): Promise<AttachmentRow | undefined> {
  const { adminId, userId } = ownerOf(upload);
  const isPrivate = upload.private ?? false;
  const row = await db.row<AttachmentRow>(sql`
    update attachment set quote = quote + 1, lastuploadtime = now(), updatetime = now(), version = version + 1
    where sha1 = ${file.sha1} and topic = ${cleanTopic(upload.topic ?? 'default')} and storage = 'local' and private = ${isPrivate}
      and (not private or (admin_id is not distinct from ${adminId}::bigint and user_id is not distinct from ${userId}::bigint))
    returning ${sql.raw(attachmentColumns)}`);
  if (row && !(await exists(pathOf(upload.folder, row.url)))) await moveInto(file.path, pathOf(upload.folder, row.url));
  return row;
}

async function insert(db: Queryable, upload: Upload, file: Checked, url: string): Promise<AttachmentRow | undefined> {
  const { adminId, userId } = ownerOf(upload);
  try {
    return await db.row<AttachmentRow>(sql`
      insert into attachment (topic, admin_id, user_id, url, width, height, name, size, mimetype, sha1, sha256, private, area_code)
      values (${cleanTopic(upload.topic ?? 'default')}, ${adminId}, ${userId}, ${url}, ${file.width}, ${file.height}, ${file.name},
        ${file.size}, ${file.mimetype}, ${file.sha1}, ${file.sha256}, ${upload.private ?? false}, ${upload.areaCode || null})
      on conflict do nothing
      returning ${sql.raw(attachmentColumns)}`);
  } catch (error) {
    await removeFile(upload.folder, url);
    throw error;
  }
}

/** Private files lie apart, so that serving one needs no look into the database to know it, under names nobody guesses. */
function addressOf(upload: Upload, file: Checked): string {
  const parts = {
    topic: upload.topic ?? 'default',
    name: file.name,
    suffix: file.suffix,
    sha1: file.sha1,
    time: Date.now(),
  };
  if (!upload.private) return makeSaveName(upload.rules.savename, parts);
  return makeSaveName('/storage/private/{topic}/{year}{mon}{day}/{random32}{.suffix}', parts);
}

/** Puts the file to its address; never over another one: then the name gets a random ending. Answers the address. */
async function place(folder: string, file: Checked, url: string): Promise<string> {
  const target = pathOf(folder, url);
  await fs.mkdir(path.dirname(target), { recursive: true });
  try {
    await fs.link(file.path, target);
    return url;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // file systems without hard links (some network mounts)
      await fs.copyFile(file.path, target, fs.constants.COPYFILE_EXCL);
      return url;
    }
  }
  // without the hash in its name the address may be taken by other content, with it by a file whose row is gone
  if (url.includes(file.sha1)) {
    await moveInto(file.path, target);
    return url;
  }
  return place(
    folder,
    file,
    url.replace(/(\.[a-z\d]+)?$/, (suffix) => `-${randomBytes(4).toString('hex')}${suffix}`),
  );
}

async function moveInto(from: string, to: string): Promise<void> {
  await fs.mkdir(path.dirname(to), { recursive: true });
  await fs.rename(from, to);
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/** Where the file of an address lies; the address must have passed {@link isAddress}. */
export function pathOf(folder: string, url: string): string {
  return path.join(folder, url.slice('/storage/'.length));
}

/** Removes a stored file and the folders that become empty with it. */
export async function removeFile(folder: string, url: string): Promise<void> {
  const file = pathOf(folder, url);
  await fs.rm(file, { force: true });
  for (let parent = path.dirname(file); parent.startsWith(folder + path.sep); parent = path.dirname(parent)) {
    const removed = await fs.rmdir(parent).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}
