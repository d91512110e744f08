import { maskEmail, maskMobile } from '#kernel/check/mask-personal-data.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { databaseWithinTransaction } from '#server/db/database-within-transaction.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { rehearse } from '#server/db/rehearse-write-in-rolled-back-transaction.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readTimeline, type TimelineEntry } from '#server/history/read-timeline-of-record.ts';
import { headingSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { readRowText } from '#server/read/row/read-one-row-as-json.ts';
import { mayReadResource } from '#server/read/row/read-row-title-and-status-if-visible.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import type { WriteRequest } from '#server/write/feature/write-request.ts';
import { write } from '#server/write/write-pipeline.ts';

/** A message that would be sent. */
export interface PreviewedMessage {
  readonly by: 'sms' | 'email' | 'inbox';
  /** The masked address; null for inboxes. */
  readonly to: string | null;
  /** Number of recipients. */
  readonly people: number;
  readonly words: string;
}

/** Another row whose state would change too: a rejected rival, a removed person. */
export interface AlsoMovedRow {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

interface Effects {
  /** As JSON text. */
  readonly row: string;
  /**
   * Changes of the row and its child rows in the form of its timeline. Empty for moves, whose dialog shows them itself.
   */
  readonly changes: readonly TimelineEntry[];
  /** Further consequences, as described by hooks. */
  readonly sentences: readonly string[];
  readonly messages: readonly PreviewedMessage[];
  readonly rows: readonly AlsoMovedRow[];
}

/**
 * What a move or an edit would do: the row afterwards as this caller reads it (JSON text), the messages that would be
 * sent, and visible rows that would change state. The write is carried out and rolled back, so hooks and subscribers of
 * all modules are included, and nobody is notified. Refused like the write itself.
 */
export async function previewWrite(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  order: WriteRequest & { readonly operation: 'move' | 'edit'; readonly id: number },
): Promise<Effects> {
  return rehearse(engine.db, async (tx, locks) => {
    const before = await tx.row<Latest>(sql`select ${latest('sms')}, ${latest('email')}, ${latest('notice')}`);
    const within = { ...engine, db: databaseWithinTransaction(engine.db, tx).db };
    const sentences: string[] = [];
    const explained = (sentence: string) => void sentences.push(sentence);
    const rehearsed = { ...order, unread: true, unseen: true, explained, repeatable: !locks };
    await write(within, resource, caller, rehearsed, tx);
    const row = await readRowText(within, resource, caller, order.id);
    const rows = await readAlsoMoved(within, tx, resource, caller, order.id);
    const changes = order.operation === 'edit' ? await readChanges(within, resource, caller, order.id) : [];
    return { row, messages: await readQueued(tx, caller, before), rows, changes, sentences };
  });
}

/** The newest entry of the row's history, which is about to be rolled back. */
async function readChanges(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number,
): Promise<readonly TimelineEntry[]> {
  const { list } = await readTimeline(engine, resource, caller, id, undefined);
  const newest = list.find(({ kind }) => kind === 'change');
  return list.filter(({ kind, act }) => act === newest?.act && (kind === 'change' || kind === 'part'));
}

/** Highest keys of the message tables before the write: later rows were queued by this transaction. */
type Latest = Readonly<Record<'sms' | 'email' | 'notice', number>>;

const latest = (queue: keyof Latest) => sql.raw(`(select coalesce(max(id), 0) from message_${queue}) as ${queue}`);

/**
 * What this transaction has queued. Rows of other transactions visible by now have another start time. Members do not
 * see messages to officers.
 */
async function readQueued(
  tx: Transaction,
  { locale, type }: Caller,
  before: Latest | undefined,
): Promise<readonly PreviewedMessage[]> {
  const own = (queue: keyof Latest) => sql`id > ${before?.[queue] ?? 0} and createtime = now()`;
  const rows = await tx.rows<PreviewedMessage>(sql`
    select 'sms' as by, mobile as to, 1 as people, content as words from message_sms where ${own('sms')}
    union all select 'email', email, 1, content from message_email where ${own('email')}
    union all select 'inbox', null, count(*)::int, ${sql.raw(locale === 'en' ? 'content_en' : 'content')}
      from message_notice where ${own('notice')}${type === 'member' ? sql` and admin_id is null` : sql.empty} group by 4`);
  return rows.map((one) => ({
    ...one,
    to: one.to === null ? null : one.by === 'sms' ? maskMobile(one.to) : maskEmail(one.to),
  }));
}

/** Maximum number of rows named: nobody reads more. */
const maxNamed = 50;

/** Other rows whose state this transaction changed, by the names the caller sees; rows of the same resource first. */
async function readAlsoMoved(
  { find }: Pick<Engine, 'find'>,
  tx: Transaction,
  own: AnyResource,
  caller: Caller,
  id: number,
): Promise<AlsoMovedRow[]> {
  const moved = await tx.rows<Omit<AlsoMovedRow, 'title'> & { readonly [column: string]: unknown }>(sql`
    select e.resource, e.row_id as id, h.began as "from", h.ended as "to"
    from (select distinct resource, row_id from event where tx = pg_current_xact_id()) e cross join lateral (
      select (array_agg(h.from_status order by h.id) filter (where h.from_status is not null))[1] as began,
        (array_agg(h.to_status order by h.id desc) filter (where h.to_status is not null))[1] as ended
      from history h where h.resource = e.resource and h.row_id = e.row_id and h.createtime = now()) h
    where not (e.resource = ${own.name} and e.row_id = ${id}) and h.began is distinct from h.ended and h.began is not null and h.ended is not null
    order by e.resource <> ${own.name}, e.resource, e.row_id limit ${maxNamed}`);
  const titles = new Map<string, string>();
  for (const name of new Set(moved.map(({ resource }) => resource))) {
    const resource = find(name);
    if (!resource || !mayReadResource(resource, caller)) continue;
    const scope = scopeOf(resource, caller, find);
    const ids = moved.filter((one) => one.resource === name).map((one) => one.id);
    const rows = await tx.rows<{ id: number; title: string | null }>(sql`
      select t.id, (select ${sql.raw(headingSql(resource, find, caller.locale, 'r'))}::text from ${sql.id(tableOf(resource))} r where r.id = t.id) as title
      from ${sql.id(tableOf(resource))} t where t.id = any(${ids}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`);
    for (const row of rows) titles.set(`${name}:${row.id}`, row.title ?? `#${row.id}`);
  }
  return moved.flatMap((one) => {
    const title = titles.get(`${one.resource}:${one.id}`);
    return title === undefined ? [] : [{ ...one, title }];
  });
}
