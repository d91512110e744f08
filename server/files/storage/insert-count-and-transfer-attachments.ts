import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { type AttachmentRow, attachmentColumns } from '#server/files/storage/attachment-row-and-wire-form.ts';
import { cleanTopic } from '#server/files/storage/make-and-validate-storage-address.ts';
import type { ReceivedFile } from '#server/files/storage/receive-and-hash-file.ts';
import { megabytes, memberQuota, refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';
import { fileCategoryOf } from './file-category-by-type.ts';

/** A file that passed every check, with the data of its row. */
export interface NewAttachment extends Pick<ReceivedFile, 'size' | 'sha1' | 'sha256'> {
  /** Missing for what this server did not receive itself. */
  sm3?: string;
  uploader: { type: 'admin' | 'member'; id: number };
  topic: string;
  private: boolean;
  areaCode?: string | undefined;
  name: string;
  mimetype: string;
  width: number;
  height: number;
  /** SHA-256 of the picture that the device made this smaller one from. */
  reducedFrom?: string | undefined;
  /** Where it is stored. Default: on this server. */
  storage?: 'local' | 'alioss' | 's3';
}

/** The uploaded original, stored next to the public copy without metadata. */
export interface Original {
  readonly url: string;
  readonly sha256: string;
}

const storageOf = ({ storage = 'local' }: NewAttachment) => storage;

const ownerOf = ({ uploader: { type, id } }: NewAttachment) => ({
  adminId: type === 'admin' ? id : null,
  userId: type === 'member' ? id : null,
});

/** Counts another upload of content that the same person sent before, and returns its row. */
export function countRepeatedUpload(db: Queryable, file: NewAttachment): Promise<AttachmentRow | undefined> {
  const { adminId, userId } = ownerOf(file);
  return db.row<AttachmentRow>(sql`
    update routine_attachment set quote = quote + 1, lastuploadtime = now()
    where sha1 = ${file.sha1} and topic = ${cleanTopic(file.topic)} and storage = ${storageOf(file)} and private = ${file.private}
      and admin_id is not distinct from ${adminId}::bigint and user_id is not distinct from ${userId}::bigint
    returning ${sql.raw(attachmentColumns)}`);
}

/**
 * Writes the row of a stored file. Undefined: the same person stored the same content at the same moment; the
 * transaction must be rolled back. Refused if a member's quota is exceeded: one statement counts the file, decides and
 * writes.
 */
export async function insertAttachment(
  db: Queryable,
  file: NewAttachment,
  { url, original }: { url: string; original?: Original | undefined },
): Promise<AttachmentRow | undefined> {
  const { adminId, userId } = ownerOf(file);
  const stored = await db.row<{ fits: boolean; written: AttachmentRow | null }>(sql`
    with q as (${countIn(file)}), a as (
      insert into routine_attachment (topic, admin_id, user_id, url, original, original_sha256, storage, width, height, name, size, mimetype, kind, sha1, sha256, sm3, private, area_code, reduced_from)
      select ${cleanTopic(file.topic)}, ${adminId}::bigint, ${userId}::bigint, ${url}, ${original?.url ?? null}, ${original?.sha256 ?? null}, ${storageOf(file)}, ${file.width}::int, ${file.height}::int, ${file.name},
        ${file.size}::bigint, ${file.mimetype}, ${fileCategoryOf(file.mimetype)}, ${file.sha1}, ${file.sha256}, ${file.sm3 ?? null}, ${file.private}::boolean, ${file.areaCode || null}, ${file.reducedFrom ?? null} from q
      on conflict do nothing returning ${sql.raw(attachmentColumns)})
    select exists (select from q) as fits, row_to_json(a) as written from (select) one left join a on true`);
  if (!stored?.fits) throw refuseUpload('quota', { files: memberQuota.files, size: megabytes(memberQuota.bytes) });
  return stored.written ?? undefined;
}

/** Adds a file to a member's quota if it fits. Officers' uploads are not counted. */
function countIn(file: NewAttachment): Sql {
  const { type, id } = file.uploader;
  if (type === 'admin') return sql`select 1`;
  // an applicant without an account has a topic of their own
  const owner = id === 0 ? cleanTopic(file.topic) : `member ${id}`;
  return sql`insert into upload_quota as q (owner, files, bytes) values (${owner}, 1, ${file.size})
    on conflict (owner) do update set files = q.files + 1, bytes = q.bytes + excluded.bytes
      where q.files < ${memberQuota.files} and q.bytes + excluded.bytes <= ${memberQuota.bytes}
    returning 1`;
}

/** Transfers the files of an applicant to their new account and adds them to its quota. */
export async function transferApplicantUploadsToAccount(db: Queryable, topic: string, userId: number): Promise<void> {
  await db.query(sql`with moved as (
      update routine_attachment a set user_id = ${userId}, updatetime = now(), version = version + 1
      where topic = ${cleanTopic(topic)} and user_id = 0 and not exists (
        select from routine_attachment o where o.sha1 = a.sha1 and o.topic = a.topic and o.private = a.private and o.user_id = ${userId})
      returning size),
    left_over as (update upload_quota l set files = l.files - m.files, bytes = l.bytes - m.bytes
      from (select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes from moved) m where owner = ${cleanTopic(topic)})
    insert into upload_quota as q (owner, files, bytes)
      select ${`member ${userId}`}, count(*), sum(size) from moved having count(*) > 0
      on conflict (owner) do update set files = q.files + excluded.files, bytes = q.bytes + excluded.bytes`);
}
