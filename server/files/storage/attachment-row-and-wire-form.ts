import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { suffixOf } from '#server/files/storage/clean-file-name.ts';

/** A row of the table `routine_attachment` as selected by `attachmentColumns`; times are unix seconds. */
export interface AttachmentRow {
  [column: string]: unknown;
  id: number;
  topic: string;
  admin_id: number | null;
  user_id: number | null;
  url: string;
  width: number;
  height: number;
  name: string;
  size: number;
  mimetype: string;
  storage: string;
  sha1: string;
  private: boolean;
  lastuploadtime: number;
}

/** An attachment in the response of an upload (wire contract §2.8). */
export interface Attachment {
  suffix: string;
  full_url: string;
  topic: string;
  admin_id?: number;
  user_id?: number;
  url: string;
  name: string;
  size: number;
  mimetype: string;
  storage: string;
  sha1: string;
  id: number;
  lastuploadtime: number;
  width?: number;
  height?: number;
}

export const attachmentColumns = `id, topic, admin_id, user_id, url, width, height, name, size, mimetype, storage, sha1,
  private, floor(extract(epoch from lastuploadtime))::bigint as lastuploadtime`;

/**
 * The wire form. `origin` (scheme and host) completes the address. `owner` decides whether officers or members are
 * named as uploader.
 */
export function presentAttachment(row: AttachmentRow, origin: string, owner: 'admin' | 'member'): Attachment {
  const by = owner === 'admin' ? { admin_id: row.admin_id ?? 0 } : { user_id: row.user_id ?? 0 };
  return {
    suffix: suffixOf(row.url),
    full_url: /^https?:/.test(row.url) ? row.url : `${origin}${row.url}`,
    topic: row.topic,
    ...by,
    url: row.url,
    name: row.name,
    size: row.size,
    mimetype: row.mimetype,
    storage: row.storage,
    sha1: row.sha1,
    id: row.id,
    lastuploadtime: row.lastuploadtime,
    ...(row.width > 0 ? { width: row.width, height: row.height } : {}),
  };
}

/** Whether a member uploaded the picture with this address. */
export const isPictureUploadedBy = async (db: Queryable, member: number, url: string): Promise<boolean> =>
  (await db.row(
    sql`select 1 from routine_attachment where url = ${url} and user_id = ${member} and mimetype like 'image/%'`,
  )) !== undefined;

/** Whether the file with this address is in object storage and not on this server. */
export const isInObjectStorage = async (db: Queryable, url: string): Promise<boolean> =>
  (await db.row(sql`select 1 from routine_attachment where url = ${url} and storage <> 'local'`)) !== undefined;
