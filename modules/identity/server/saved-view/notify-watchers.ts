import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import { readOfficerCaller } from '#server/auth/read-caller-by-account-id.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { copiesOtherRows } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { Refused } from '#server/refusal.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { newRowsInWatchedViewMessage } from '../../contract/shared-list-view.ts';
import {
  maxWatchedRows,
  type WatchParams,
  watchedKeys,
  watchedList,
  whereWatched,
} from './select-rows-of-watched-view.ts';

interface Watch {
  readonly [column: string]: unknown;
  id: number;
  admin_id: number;
  list: string;
  name: string;
  address: string;
  params: WatchParams;
}

/** Watches with the same query and scope, answered by one statement. */
interface Alike {
  readonly resource: AnyResource;
  readonly where: Sql;
  readonly watches: Watch[];
}

/** Most rows named in a message. */
const mostNamed = 3;

/**
 * Notifies watchers of new rows in their views since the last run: one message per view, and none while the last is
 * unread. One statement per view and scope, however many users share it. A view that has grown beyond the limit is
 * skipped until it shrinks.
 */
export async function notifyWatchers(engine: Engine, signal?: AbortSignal): Promise<number> {
  const watches = await engine.db.rows<Watch>(sql`
    select w.id, w.admin_id, w.list, w.name, w.address, w.params from auth_view_watch w
    where not exists (select from ${sql.id(tableOf(inboxNotice))} n where n.admin_id = w.admin_id and n.read_at is null
      and n.template_code = ${newRowsInWatchedViewMessage.code} and starts_with(n.once, 'view ' || w.id || ' '))
    order by w.admin_id, w.id`);
  let notified = 0;
  for (const alike of await gatherAlike(engine, watches)) {
    if (signal?.aborted) break;
    notified += await notifyWatchersOf(engine, alike);
  }
  return notified;
}

async function gatherAlike(engine: Engine, watches: readonly Watch[]): Promise<Iterable<Alike>> {
  const found = new Map<string, Alike>();
  let caller: Caller | undefined;
  for (const watch of watches) {
    if (caller?.id !== watch.admin_id) caller = await readOfficerCaller(engine.db, watch.admin_id, 'zh-cn');
    if (!caller) continue;
    const resource = watchedList(engine, caller, watch.list);
    const where = resource && compile(engine, resource, caller, watch.params);
    if (!resource || !where) continue;
    const key = JSON.stringify([resource.name, where.text, where.values]);
    const alike = found.get(key) ?? { resource, where, watches: [] };
    alike.watches.push(watch);
    found.set(key, alike);
  }
  return found.values();
}

/** Undefined if the view uses fields its owner may no longer read. */
function compile(engine: Engine, resource: AnyResource, caller: Caller, params: WatchParams): Sql | undefined {
  try {
    return whereWatched(engine, resource, caller, params);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function notifyWatchersOf(engine: Engine, { resource, where, watches }: Alike): Promise<number> {
  // recipients of one message may differ in what they see
  const titled = copiesOtherRows(resource) ? sql`'#' || t.id` : headingColumn(resource, engine.find);
  const ids = watches.map(({ id }) => id);
  return await engine.db.transaction(async (tx) => {
    const came = await tx.rows<{ id: number; n: number; titles: string[] }>(sql`
      with now as materialized (${watchedKeys(resource, where)}),
      whole as (select count(*) <= ${maxWatchedRows}::int as holds from now),
      mine as (select w.id from auth_view_watch w, whole where w.id = any(${ids}::bigint[]) and whole.holds for update of w),
      gone as (delete from auth_view_seen s using mine m where s.watch_id = m.id and s.row_id not in (select id from now)),
      new as (insert into auth_view_seen (watch_id, row_id) select m.id, n.id from mine m, now n on conflict do nothing
        returning watch_id, row_id)
      select c.watch_id as id, count(*)::int as n, (array_agg(${titled}::text order by t.id desc))[1:${sql.raw(String(mostNamed))}] as titles
      from new c join ${sql.id(tableOf(resource))} t on t.id = c.row_id group by c.watch_id`);
    for (const { id, n, titles } of came) {
      const watch = watches.find((one) => one.id === id) as Watch;
      const named = (separator: string) => titles.filter(Boolean).join(separator) + (n > titles.length ? ' …' : '');
      const { label } = resource;
      await tx.query(
        inboxMessagesTo(
          engine,
          newRowsInWatchedViewMessage,
          {
            values: { list: label['zh-cn'], view: watch.name, n: String(n), titles: named('、') },
            english: { list: label.en.toLowerCase(), titles: named(', ') },
            opens: `${resource.name}?${watch.address}`,
            once: `view ${id} ${Date.now()}`,
          },
          sql`select ${watch.admin_id}::bigint as admin_id, null::bigint as user_id, null::text as resource, null::bigint as row_id, null::text as row_title`,
        ),
      );
    }
    return came.length;
  });
}
