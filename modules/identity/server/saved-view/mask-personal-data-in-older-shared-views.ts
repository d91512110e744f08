import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { storedSharedView } from '../../contract/shared-list-view.ts';
import { viewSubscription } from '../../contract/view-subscription.ts';
import { containsPersonalData, maskPersonalDataInAddress } from './personal-data-in-address-of-view.ts';

const note = text('条件里的个人信息已改为掩码', 'Personal data in the filter was replaced by its mask');

interface Stored {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly list: string;
  readonly address: string;
}

/**
 * Masks personal data in shared views that were stored before such views were refused, in their history and in the subscriptions
 * to them. Which fields are masked is declared and not known to the database, so that this runs at each start; there are few
 * views. Returns the number of views changed.
 */
export async function maskPersonalDataInOlderSharedViews(engine: Engine): Promise<number> {
  const views = await engine.db.rows<Stored>(sql`select v.id, v.list, v.address from auth_view v order by v.id`);
  let changed = 0;
  for (const { id, list, address } of views) {
    const resource = engine.find(list);
    if (!resource || !containsPersonalData(resource, address)) continue;
    await engine.db.transaction((tx) => maskView(engine, tx, resource, id));
    changed++;
  }
  return changed;
}

async function maskView(engine: Engine, tx: Transaction, list: AnyResource, id: number): Promise<void> {
  const view = await tx.row<Stored>(sql`select v.id, v.list, v.address from auth_view v where v.id = ${id} for update`);
  // another process may have been faster
  if (!view || view.list !== list.name || !containsPersonalData(list, view.address)) return;
  const set = { address: maskPersonalDataInAddress(list, view.address) };
  const noted = { note: sql`${note['zh-cn']}::text`, noteEnglish: sql`${note.en}::text` };
  await changeRows(engine, storedSharedView, systemCaller(), { where: sql`t.id = ${id}`, set, ...noted }, tx);
  await changeRows(engine, viewSubscription, systemCaller(), { where: sql`t.view_id = ${id}`, set, ...noted }, tx);
  await maskHistory(tx, list, id);
}

/** Everybody who may see the view sees its history. */
async function maskHistory(tx: Transaction, list: AnyResource, id: number): Promise<void> {
  const entries = await tx.rows<{ id: number; resource: string; row_id: number; values: (string | null)[] }>(sql`
    select h.id, h.resource, h.row_id, h.changes -> 'address' as values from history h
    where h.changes ? 'address' and (h.resource = ${storedSharedView.name} and h.row_id = ${id}
      or h.resource = ${viewSubscription.name} and h.row_id in (select s.id from auth_subscription s where s.view_id = ${id}))`);
  for (const entry of entries) {
    const values = entry.values.map((value) =>
      typeof value === 'string' && containsPersonalData(list, value) ? maskPersonalDataInAddress(list, value) : value,
    );
    await tx.query(sql`update history h set changes = jsonb_set(h.changes, '{address}', ${JSON.stringify(values)}::jsonb)
      where h.resource = ${entry.resource} and h.row_id = ${entry.row_id} and h.id = ${entry.id}`);
  }
}
