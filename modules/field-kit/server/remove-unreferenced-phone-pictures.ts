import { attachment } from '#modules/attachment/contract/attachment.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { packDays } from '../contract/offline-check-pack-format.ts';
import { fieldKitTables } from './sql/field-kit-table-names-and-conditions-sql.ts';

/** Most pictures of one night. */
const most = 2000;

/**
 * Removes pictures that a phone uploaded and no row ever referred to: their operation never came. Nothing is lost: a phone that
 * still has the operation has the picture, too, and sends it again. The kit names what it uploads by its hash.
 */
export async function removeUnreferencedPhonePictures(engine: Engine, signal?: AbortSignal): Promise<number> {
  const unused = await engine.db.rows<{ id: number }>(sql`
    select id from ${fieldKitTables.attachment} where private and not used and admin_id is not null and sha256 is not null
      and name = left(sha256, 16) || '.jpg' and lastuploadtime < now() - make_interval(days => ${packDays})
    order by id limit ${most}`);
  let removed = 0;
  for (const { id } of unused) {
    if (signal?.aborted) break;
    try {
      await write(engine, attachment, systemCaller(), { operation: 'del', id, input: {}, unread: true });
      removed += 1;
    } catch (error) {
      // an operation that refers to it came in meanwhile
      if (!(error instanceof Refused)) throw error;
    }
  }
  return removed;
}
