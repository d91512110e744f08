import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { daysOfSentFile, sentView } from '../../contract/file-sent-to-view-subscriber.ts';

const endOfTime = sql`now() - make_interval(days => ${daysOfSentFile}::integer)`;

/**
 * Removes the files of views that were sent more than a week ago; their rows stay. Equal files are stored once, and go
 * with the last row that has them. Returns the number of files.
 */
export async function removeSentViewFilesAfterWeek(engine: Engine, signal?: AbortSignal): Promise<number> {
  const old = await engine.db.rows<{ url: string }>(sql`select t.file as url from ${sql.id(tableOf(sentView))} t
    where t.file is not null group by t.file having max(t.createtime) < ${endOfTime} order by 1`);
  let removed = 0;
  for (const { url } of old) {
    if (signal?.aborted) break;
    await removeFile(engine, url);
    removed++;
  }
  return removed;
}

const removeFile = (engine: Engine, url: string): Promise<void> =>
  engine.db.transaction(async (tx) => {
    // an equal file may be sent meanwhile
    const where = sql`t.file = ${url} and t.createtime < ${endOfTime}`;
    const rows = await changeRows(engine, sentView, systemCaller(), { where, set: { file: null } }, tx);
    await tx.query(
      sql`delete from attachment_reference where url = ${url} and resource = ${sentView.name} and row_id = any(${rows}::bigint[])`,
    );
    const unused = await tx.row<{ id: number }>(sql`select a.id from ${sql.id(tableOf(attachment))} a
      where a.url = ${url} and not exists (select from attachment_reference r where r.url = a.url)`);
    if (unused)
      await write(engine, attachment, systemCaller(), { operation: 'del', id: unused.id, input: {}, unread: true }, tx);
  });
