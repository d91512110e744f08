import fs from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { megabytes, memberQuota } from '#server/files/storage/upload-rules-and-refusals.ts';

/** A file that is uploaded in pieces. */
export interface ResumableRow {
  [column: string]: unknown;
  id: string;
  owner_type: 'admin' | 'member';
  owner_id: number;
  name: string;
  topic: string;
  private: boolean;
  size: number;
  area_code: string | null;
  /** What the device computed; null if it did not. */
  sha256: string | null;
  /** SHA-256 of the picture that the device made this one from. */
  reduced_from: string | null;
}

/**
 * Maximum number of unfinished files per account, and of their bytes when complete: enough for a day, not a second
 * storage.
 */
const most = { files: 20, bytes: { admin: 16 * 1024 ** 3, member: memberQuota.bytes } } as const;
/** Hours after the last piece when an upload expires. */
const patience = 24;

/** The limits of unfinished uploads of an account, for the message of a refusal. */
export const pendingLimits = (ownerType: ResumableRow['owner_type']) => ({
  files: most.files,
  size: megabytes(most.bytes[ownerType]),
  hours: patience,
});

/** Folder of unfinished files. Names with a leading dot are never served. */
export const resumableFolder = (storage: string): string => path.join(storage, '.resumable');
export const pieceFile = (storage: string, id: string): string => path.join(resumableFolder(storage), id);
export const isResumableId = (id: string): boolean => /^[\da-f]{32}$/.test(id);

/** People without an account have the key 0, and are distinguished by their topic. */
const pendingOf = ({ owner_type, owner_id, topic }: Pick<ResumableRow, 'owner_type' | 'owner_id' | 'topic'>) =>
  `pending ${owner_type} ${owner_id}${owner_id === 0 ? ` ${topic}` : ''}`;

/** Registers an upload if its account may have another one: one statement counts, decides and writes. */
export async function beginResumable(db: Database, row: ResumableRow): Promise<boolean> {
  const stored = await db.row(sql`
    with q as (
      insert into upload_quota as q (owner, files, bytes) values (${pendingOf(row)}, 1, ${row.size}::bigint)
      on conflict (owner) do update set files = q.files + 1, bytes = q.bytes + excluded.bytes
        where q.files < ${most.files} and q.bytes + excluded.bytes <= ${most.bytes[row.owner_type]}::bigint
      returning 1)
    insert into resumable_upload (id, owner_type, owner_id, name, topic, private, size, area_code, sha256, reduced_from)
    select ${row.id}, ${row.owner_type}, ${row.owner_id}::bigint, ${row.name}, ${row.topic}, ${row.private}::boolean, ${row.size}::bigint,
      ${row.area_code}, ${row.sha256}, ${row.reduced_from} from q returning id`);
  return stored !== undefined;
}

export const readResumable = (db: Database, id: string): Promise<ResumableRow | undefined> =>
  db.row<ResumableRow>(sql`select id, owner_type, owner_id, name, topic, private, size, area_code, sha256, reduced_from
    from resumable_upload where id = ${id}`);

export async function touchResumable(db: Database, id: string): Promise<void> {
  await db.query(sql`update resumable_upload set updatetime = now() where id = ${id}`);
}

/** Removes uploads that are complete, given up or expired, which frees their quota. Returns the ids of their files. */
export async function endResumable(db: Database, which: 'old' | { id: string }): Promise<string[]> {
  const chosen =
    which === 'old' ? sql`updatetime < now() - make_interval(hours => ${patience})` : sql`id = ${which.id}`;
  const gone = await db.rows<{ id: string }>(sql`
    with d as (delete from resumable_upload where ${chosen} returning id, size, 'pending ' || owner_type || ' ' || owner_id || case when owner_id = 0 then ' ' || topic else '' end as owner),
      s as (select owner, count(*)::int as files, sum(size)::bigint as bytes from d group by owner),
      q as (update upload_quota q set files = greatest(q.files - s.files, 0), bytes = greatest(q.bytes - s.bytes, 0) from s where q.owner = s.owner)
    select id from d`);
  return gone.map(({ id }) => id);
}

/**
 * Removes abandoned uploads and what a killed process left: files without a row, and rows without a file. For the start
 * and every hour. Returns the number of files.
 */
export async function sweepResumable(db: Database, storage: string): Promise<number> {
  const ended = await endResumable(db, 'old');
  const folder = resumableFolder(storage);
  const names = await fs.readdir(folder).catch(() => []);
  const waiting = new Set(
    (await db.rows<{ id: string }>(sql`select id from resumable_upload where id = any(${names}::text[])`)).map(
      ({ id }) => id,
    ),
  );
  let removed = 0;
  for (const name of names.filter((one) => !waiting.has(one))) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => undefined);
    // a file that was completed a moment ago is being stored
    if (!stat || (!ended.includes(name) && Date.now() - stat.mtimeMs < 3_600_000)) continue;
    await fs.rm(path.join(folder, name), { force: true });
    removed++;
  }
  return removed;
}
