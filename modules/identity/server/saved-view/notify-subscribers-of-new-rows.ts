import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { inboxNotice } from '#modules/message/contract/inbox-notice.ts';
import { readMemberCaller, readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { copiesOtherRows } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { rowsEnteredViewMessage } from '../../contract/view-subscription-messages.ts';
import { endSubscriptionWithoutViewOrRight, listLabel } from './end-subscription-whose-view-or-right-is-gone.ts';
import {
  keysOfView,
  listOfSubscription,
  maxRowsOfView,
  selectSameRows,
  whereOfView,
} from './list-query-and-rows-of-saved-view.ts';
import {
  emailOfSubscription,
  ownerOf,
  readSubscriptions,
  type SubscriptionWithView,
} from './subscriptions-with-their-views.ts';

/** Subscriptions with the same query and scope, answered by one statement. */
interface Alike {
  readonly resource: AnyResource;
  readonly where: Sql;
  readonly subscriptions: SubscriptionWithView[];
}

/** Most rows named in a message. */
const mostNamed = 3;

/**
 * Notifies subscribers of new rows in their views since the last run: one message per view, and none while the last is
 * unread, except by e-mail, and there once an hour at most. One statement per view and scope, however many users share
 * it. A view that has grown beyond the limit is skipped until it shrinks. A subscription whose view or right is gone
 * ends. Returns the number of messages.
 */
export async function notifySubscribersOfNewRows(engine: Engine, signal?: AbortSignal): Promise<number> {
  let notified = 0;
  for (const alike of await gatherAlike(engine, signal)) {
    if (signal?.aborted) break;
    notified += await notifyOfNewRows(engine, alike);
  }
  return notified;
}

/** SQL: the last message about a subscription, alias `s`, was read. */
const lastMessageWasRead = sql`not exists (select from ${sql.id(tableOf(inboxNotice))} n where (n.admin_id = s.admin_id or n.user_id = s.user_id) and n.read_at is null
  and n.template_code = ${rowsEnteredViewMessage.code} and starts_with(n.once, 'view ' || s.id || ' '))`;

/** SQL: a subscription, alias `s` with its baseline `b`, has an e-mail address that was sent nothing for an hour. */
const mayBeMailed = sql`${emailOfSubscription} is not null and (b.mailed_at is null or b.mailed_at < now() - interval '1 hour')`;

async function gatherAlike(engine: Engine, signal: AbortSignal | undefined): Promise<Iterable<Alike>> {
  const rows = await engine.db.rows<{ id: number; admin_id: number | null; user_id: number | null; due: boolean }>(sql`
    select s.id, s.admin_id, s.user_id, ${lastMessageWasRead} or ${mayBeMailed} as due
    from auth_subscription s left join auth_subscription_baseline b on b.subscription_id = s.id
    where s.kind = 'entering' order by s.admin_id, s.user_id`);
  const due = new Set(rows.flatMap((one) => (one.due ? [one.id] : [])));
  const found = new Map<string, Alike>();
  const owners = new Map(rows.map(ownerOf).map((owner) => [`${owner.type} ${owner.id}`, owner]));
  for (const { type, id } of owners.values()) {
    if (signal?.aborted) break;
    const caller = await (type === 'admin' ? readOfficerCaller : readMemberCaller)(engine.db, id, 'zh-cn');
    if (!caller) continue;
    for (const one of await readSubscriptions(engine.db, caller, sql`s.kind = 'entering'`)) {
      const resource = listOfSubscription(engine, caller, one);
      const where = resource && one.address !== null ? whereOfView(engine, resource, caller, one.address) : undefined;
      if (!resource || !where) {
        await endSubscriptionWithoutViewOrRight(engine, one, one.address === null && resource ? 'gone' : 'forbidden');
        continue;
      }
      const address = one.address ?? '';
      if (one.baseline === null || !selectSameRows(resource, address, one.baseline)) {
        await engine.db.transaction((tx) => rememberRowsOfView(tx, one.id, resource, where, address));
        continue;
      }
      // what is not due may still end or change
      if (!due.has(one.id)) continue;
      const key = JSON.stringify([resource.name, where.text, where.values]);
      const alike = found.get(key) ?? { resource, where, subscriptions: [] };
      alike.subscriptions.push(one);
      found.set(key, alike);
    }
  }
  return found.values();
}

/**
 * Remembers the rows that are in a view now, so that only later ones are new: for a new subscription, and when the view
 * was changed. Returns whether there are few enough of them.
 */
export async function rememberRowsOfView(
  db: Queryable,
  id: number,
  resource: AnyResource,
  where: Sql,
  address: string,
): Promise<boolean> {
  await db.query(sql`delete from auth_subscription_seen where subscription_id = ${id}`);
  const row = await db.row<{ fits: boolean }>(sql`
    with now as materialized (${keysOfView(resource, where)}),
    whole as (select count(*) <= ${maxRowsOfView}::int as fits from now),
    stored as (insert into auth_subscription_seen (subscription_id, row_id) select ${id}, n.id from now n, whole where whole.fits),
    noted as (insert into auth_subscription_baseline (subscription_id, address) select ${id}, ${address} from whole where whole.fits
      on conflict (subscription_id) do update set address = excluded.address)
    select fits from whole`);
  return row?.fits ?? false;
}

async function notifyOfNewRows(engine: Engine, { resource, where, subscriptions }: Alike): Promise<number> {
  // recipients of one message may differ in what they see
  const titled = copiesOtherRows(resource) ? sql`'#' || t.id` : headingColumn(resource, engine.find);
  const ids = subscriptions.map(({ id }) => id);
  return await engine.db.transaction(async (tx) => {
    const came = await tx.rows<NewRows>(sql`
      with now as materialized (${keysOfView(resource, where)}),
      whole as (select count(*) <= ${maxRowsOfView}::int as fits from now),
      mine as (select b.subscription_id as id from auth_subscription_baseline b, whole
        where b.subscription_id = any(${ids}::bigint[]) and whole.fits for update of b),
      gone as (delete from auth_subscription_seen s using mine m where s.subscription_id = m.id and s.row_id not in (select id from now)),
      new as (insert into auth_subscription_seen (subscription_id, row_id) select m.id, n.id from mine m, now n on conflict do nothing
        returning subscription_id, row_id)
      select c.subscription_id as id, count(*)::int as n, (array_agg(${titled}::text order by t.id desc))[1:${sql.raw(String(mostNamed))}] as titles
      from new c join ${sql.id(tableOf(resource))} t on t.id = c.row_id group by c.subscription_id`);
    for (const one of subscriptions) {
      const found = came.find(({ id }) => id === one.id);
      if (found) await sendMessage(engine, tx, resource, one, found);
    }
    return came.length;
  });
}

interface NewRows {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly n: number;
  readonly titles: readonly string[];
}

async function sendMessage(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  { id, name, address, email, language }: SubscriptionWithView,
  { n, titles }: NewRows,
): Promise<void> {
  const named = (separator: string) => titles.filter(Boolean).join(separator) + (n > titles.length ? ' …' : '');
  const label = listLabel(resource, resource.name);
  const values = { list: label.values, view: name, n: String(n), titles: named('、') };
  const english = { list: label.english, titles: named(', ') };
  const once = `view ${id} ${Date.now()}`;
  await tx.query(
    inboxMessagesTo(
      engine,
      rowsEnteredViewMessage,
      { values, english, opens: `${resource.name}?${address ?? ''}`, once },
      sql`select s.admin_id, s.user_id, null::text as resource, null::bigint as row_id, null::text as row_title
        from auth_subscription s where s.id = ${id} and ${lastMessageWasRead}`,
    ),
  );
  if (email === null) return;
  await tx.query(sql`update auth_subscription_baseline set mailed_at = now() where subscription_id = ${id}`);
  const inLanguage = language === 'en' ? { ...values, ...english } : values;
  await queueMessage(engine, tx, rowsEnteredViewMessage, inLanguage, { email, locale: language, once });
}
