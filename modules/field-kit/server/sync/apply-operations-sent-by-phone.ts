import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import {
  findClockAndPlaceOdditiesOfOperation,
  type Oddity,
  toleratedClockDifferenceMs,
} from '../../contract/find-clock-and-place-oddities-of-operation.ts';
import { formatOperationSummary } from '../../contract/format-operation-summary.ts';
import {
  type Operation,
  type OperationPicture,
  type OperationResult,
  type PendingOperations,
  picturesOf,
  type SyncAnswer,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import { fieldOperation } from '../../contract/operation-received-from-phone-with-outcome.ts';
import { fieldKitTables } from '../sql/field-kit-table-names-and-conditions-sql.ts';
import {
  applyPhoneOperationToEnforcementCheck,
  describeRefusal,
  staleVersion,
} from './apply-phone-operation-to-enforcement-check.ts';
import { parseOperationSentByPhone } from './parse-operation-sent-by-phone.ts';

interface Sender {
  readonly engine: Engine;
  /** Who sends. */
  readonly caller: Caller;
  readonly device: number;
  /** Account of the phone's owner, in whose name the operations are. */
  readonly owner: number;
  /** Why nothing is applied and everything becomes an annex: the sender opened an exported file, or the phone was revoked. */
  readonly handedIn?: Text;
  /** Ms by which the server's clock is ahead of the phone's. */
  readonly skew: number;
}

/** Why operations are kept as annexes only. */
export const annexReasonTexts = {
  file: text('由单位从导出文件打开，留作附件', 'Opened by the office from an exported file, and kept as an annex'),
  revoked: text('终端已被吊销，上交后留作附件', 'Handed in by a revoked phone, and kept as an annex'),
} as const;

/**
 * Applies what a phone sent, in order, each in a transaction of its own together with its outcome. What arrived before is
 * answered as then. Stops at the first about which nothing can be decided yet.
 */
export async function applyOperationsSentByPhone(sender: Sender, sent: readonly unknown[]): Promise<SyncAnswer> {
  const results: OperationResult[] = [];
  for (const one of sent) {
    const parsed = parseOperationSentByPhone(one);
    if ('newer' in parsed) return { results, pending: 'newer_format' };
    if ('malformed' in parsed) return { results, pending: 'malformed' };
    const result = await syncOne(sender, parsed.operation);
    if (typeof result === 'string') return { results, pending: result };
    results.push(result);
  }
  return { results, pending: null };
}

/** A copy of a check on a phone, and the download of it that an operation rests on; null: the platform does not know it. */
interface Copy {
  readonly [column: string]: unknown;
  readonly copy_id: number;
  readonly last_seq: number;
  readonly fetch_id: number | null;
  readonly fetched_version: number | null;
  readonly check_version: number | null;
  readonly check_status: string | null;
  /** Unix ms. */
  readonly fetched_at: number | null;
}

type Prepared = { readonly copy: Copy; readonly urls: ReadonlyMap<string, string>; readonly flags: readonly Oddity[] };

async function syncOne(sender: Sender, operation: Operation): Promise<OperationResult | PendingOperations> {
  const { engine, caller, device, handedIn } = sender;
  const attempt = (refusal?: Refused) =>
    engine.db.transaction(async (tx): Promise<OperationResult | PendingOperations> => {
      const prepared = await prepare(sender, tx, operation);
      if ('id' in prepared || 'pending' in prepared) return 'id' in prepared ? prepared : prepared.pending;
      const { copy, urls, flags } = prepared;
      if (refusal) return note(sender, tx, operation, { ...prepared, refusal });
      if (await isStale(tx, operation, copy)) throw staleVersion();
      const correction = Math.abs(sender.skew) > toleratedClockDifferenceMs ? sender.skew : 0;
      await applyPhoneOperationToEnforcementCheck(
        { engine, tx, caller, device, correction, fetchedAt: copy.fetched_at ?? 0, urls },
        operation,
      );
      return note(sender, tx, operation, { copy, urls, flags });
    });
  if (handedIn) return attempt(new Refused(handedIn, { data: { reason: 'handed_in' } }));
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return attempt(error);
  }
}

/** Locks the copy; answers its earlier result, or why nothing can be decided. */
async function prepare(
  sender: Sender,
  tx: Transaction,
  operation: Operation,
): Promise<Prepared | OperationResult | { readonly pending: PendingOperations }> {
  const { caller, device, skew, handedIn } = sender;
  if (handedIn) await noteCopy(tx, device, operation);
  const copy = await lockCopy(tx, device, operation);
  if (!copy) return { pending: 'no_pack' };
  const earlier = await readResult(sender, tx, operation);
  if (earlier) return earlier;
  if (!handedIn && operation.seq !== copy.last_seq + 1) return { pending: 'out_of_order' };
  const pictures = picturesOf(operation);
  const urls = await urlsOfPictures(tx, caller, pictures, operation.check);
  // an annex without one of its pictures is better than none
  if (!handedIn && pictures.some(({ sha256 }) => !urls.has(sha256))) return { pending: 'missing_file' };
  const before = await readBefore(tx, device);
  const earliest = copy.fetched_at === null ? {} : { earliest: copy.fetched_at };
  const found = findClockAndPlaceOdditiesOfOperation(operation, before, skew, { ...earliest, now: Date.now() });
  const changed = operation.kind === 'submit' && (await isChangedAfterSigning(tx, device, operation));
  return { copy, urls, flags: changed ? [...found, 'changed_after_signing'] : found };
}

/** Locks the copy, with the download that the operation names, or by its version that of an older program. */
const lockCopy = (tx: Transaction, device: number, { check, fetch, version }: Operation): Promise<Copy | undefined> =>
  tx.row<Copy>(sql`
    select c.id as copy_id, c.last_seq, f.id as fetch_id, f.fetched_version, f.check_version, f.check_status,
      extract(epoch from f.fetched_at)::float8 * 1000 as fetched_at
    from ${fieldKitTables.copy} c left join lateral (
      select * from ${fieldKitTables.fetch} where copy_id = c.id and ${fetch === undefined ? sql`true` : sql`id = ${fetch}`}
      order by fetched_version = ${version} desc, id desc limit 1) f on true
    where c.device_id = ${device} and c.check_id = ${check} for update of c`);

/**
 * A copy for operations that are handed in where there is none any more: the check was given to others meanwhile, or the
 * phone fetched its packs just then. What was recorded on site is kept all the same.
 */
async function noteCopy(tx: Transaction, device: number, { check }: Operation): Promise<void> {
  await tx.query(sql`
    insert into ${fieldKitTables.copy} (device_id, check_id, object_name, ends_at)
    select d.id, c.id, c.object_name, now()
    from ${fieldKitTables.check} c, ${fieldKitTables.device} d where c.id = ${check} and d.id = ${device} and exists (
      select from ${fieldKitTables.checkOfficer} o join ${fieldKitTables.officer} p on p.id = o.officer_id where o.check_id = c.id and p.admin_id = d.admin_id)
    on conflict (device_id, check_id) do nothing`);
}

/** Whether the phone sent an answer after the first signature that its submission rests on. */
async function isChangedAfterSigning(tx: Queryable, device: number, { check }: Operation): Promise<boolean> {
  const found = await tx.row<{ changed: boolean }>(sql`
    with sent as (
      select kind, seq from ${fieldKitTables.operation} where device_id = ${device} and check_id = ${check} and outcome = 'applied'
        and seq > coalesce((select max(seq) from ${fieldKitTables.operation} where device_id = ${device} and check_id = ${check}
          and outcome = 'applied' and kind = 'submit'), 0))
    select coalesce(max(seq) filter (where kind = 'answer') > min(seq) filter (where kind = 'sign'), false) as changed from sent`);
  return found?.changed ?? false;
}

/**
 * What became of an operation that arrived before. What somebody handed in is no answer to the phone itself. The same
 * identifier with another content is not accepted: a phone must not believe that the platform has what it has not.
 */
async function readResult(
  { caller, owner, device, handedIn }: Sender,
  tx: Queryable,
  { id, check, kind, seq, content }: Operation,
): Promise<OperationResult | { readonly pending: PendingOperations } | undefined> {
  const same = sql`admin_id = ${owner} and device_id = ${device} and check_id = ${check} and kind = ${kind} and seq = ${seq}
    and content = ${JSON.stringify(content)}::jsonb`;
  const earlier = await tx.row<OperationResult & { same: boolean; [column: string]: unknown }>(sql`
    select op_id as id, outcome, reason, ${caller.locale === 'en' ? sql`message_en` : sql`message`} as message, coalesce(flags, '{}') as flags,
      ${same} as same
    from ${fieldKitTables.operation} where op_id = ${id} and ${handedIn ? sql`(handed_in_by is not null or ${same})` : sql`handed_in_by is null`}
    order by handed_in_by nulls first limit 1`);
  if (!earlier) return undefined;
  if (!earlier.same) return { pending: 'malformed' };
  const { outcome, reason, message, flags } = earlier;
  return { id, outcome, reason, message, flags };
}

/**
 * Private pictures of the caller, and those in answers of a check that is the caller's, by the hash of their content. A colleague's
 * picture of another check cannot be stored with this one, even if it is the same picture. Without a check: of any, for older
 * programs.
 */
export async function urlsOfPictures(
  db: Queryable,
  caller: Caller,
  pictures: readonly Pick<OperationPicture, 'sha256'>[],
  check?: number,
): Promise<ReadonlyMap<string, string>> {
  if (pictures.length === 0) return new Map();
  const found = await db.rows<{ sha256: string; url: string }>(sql`
    select distinct on (sha256) sha256, url from ${fieldKitTables.attachment}
    where private and sha256 = any(${pictures.map(({ sha256 }) => sha256)}::text[]) and (admin_id = ${caller.id} or url in (
      select unnest(n.evidence) from ${fieldKitTables.officer} p join ${fieldKitTables.checkOfficer} o on o.officer_id = p.id
        join ${fieldKitTables.answer} n on n.check_id = o.check_id where p.admin_id = ${caller.id}${check === undefined ? sql.empty : sql` and o.check_id = ${check}`}))
    order by sha256, (admin_id = ${caller.id}) desc, id`);
  return new Map(found.map(({ sha256, url }) => [sha256, url]));
}

/** The previous operation of the phone on any check, to which clock and place are compared. */
async function readBefore(tx: Queryable, device: number) {
  const before = await tx.row<{
    at: number;
    monotonic: number;
    run: string;
    place: Operation['place'];
    content: Operation['content'];
  }>(sql`select extract(epoch from made_at)::float8 * 1000 as at, monotonic::float8 as monotonic, run, place_found as place, content
    from ${fieldKitTables.operation} where device_id = ${device} order by id desc limit 1`);
  return before;
}

/** What both officers do while the check is made; the other kinds are steps that only one can take. */
const sharedKinds: readonly Operation['kind'][] = ['record', 'answer', 'sign'];

/**
 * Whether somebody else changed the check since this phone fetched it. Answers of two officers do not exclude each
 * other while the check is made, also when the other one has begun the record meanwhile; a step needs the check as the
 * phone knows it.
 */
async function isStale(tx: Queryable, { check: id, kind, version }: Operation, copy: Copy): Promise<boolean> {
  const now = await tx.row<{ version: number; status: string }>(
    sql`select version, status from ${fieldKitTables.check} where id = ${id} for no key update`,
  );
  if (!now || version !== copy.fetched_version) return true;
  if (!sharedKinds.includes(kind)) return now.status !== copy.check_status || now.version !== copy.check_version;
  if (now.status === copy.check_status) return false;
  const isBegun = now.status === 'recording' && ['on_site', 'returned'].includes(copy.check_status ?? '');
  return !isBegun || (await isReturnedSince(tx, id, copy));
}

/** Whether the record was sent back after the phone fetched the check. */
async function isReturnedSince(tx: Queryable, id: number, { fetch_id }: Copy): Promise<boolean> {
  const found = await tx.row<{ returned: boolean }>(sql`
    select exists (select from history h join ${fieldKitTables.fetch} f on f.id = ${fetch_id} where h.resource = ${check.name}
      and h.row_id = ${id} and h.move = 'return' and h.createtime > f.fetched_at) as returned`);
  return found?.returned ?? false;
}

/** What an operation says; an answer with the name of its item. */
const summaryOf = (operation: Operation, locale: Locale): Sql =>
  operation.kind === 'answer'
    ? sql`(select left(concat_ws(' · ', ${locale === 'en' ? sql`coalesce(i.name_en, i.name)` : sql`i.name`}, ${formatOperationSummary(operation, locale)}::text), 500)
        from (values (${operation.content.item}::bigint)) k (id) left join ${fieldKitTables.item} i on i.id = k.id)`
    : sql`${formatOperationSummary(operation, locale)}`;

/** Stores an operation with its outcome, and how far the copy has come. */
async function note(
  { caller, device, owner, skew, handedIn }: Sender,
  tx: Transaction,
  operation: Operation,
  { copy, urls, flags, refusal }: Prepared & { readonly refusal?: Refused },
): Promise<OperationResult> {
  const why = refusal && describeRefusal(refusal);
  const outcome = why ? 'refused' : 'applied';
  const { place } = operation;
  const pictures = picturesOf(operation).flatMap(({ sha256 }) => urls.get(sha256) ?? []);
  await tx.query(sql`
    with stored as (
    insert into ${fieldKitTables.operation} (op_id, check_id, device_id, admin_id, seq, kind, format, outcome, reason, message, message_en, summary, summary_en, flags,
      made_at, monotonic, run, skew, place, place_found, pictures, content, handed_in_by)
    values (${operation.id}, ${operation.check}, ${device}, ${owner}, ${operation.seq}, ${operation.kind}, ${operation.format},
      ${outcome}, ${why?.reason ?? null}, ${why?.message['zh-cn'] ?? null}, ${why?.message.en ?? null},
      ${summaryOf(operation, 'zh-cn')}, ${operation.kind === 'answer' ? summaryOf(operation, 'en') : null}, ${[...flags]}::text[],
      to_timestamp(${operation.at / 1000}), ${Math.round(operation.monotonic)}, ${operation.run}, ${Math.round(skew / 1000)},
      ${place && `(${place.lng},${place.lat})`}::point, ${place && JSON.stringify(place)}::jsonb,
      ${pictures.length > 0 ? pictures : null}::text[], ${JSON.stringify(operation.content)}::jsonb, ${handedIn ? caller.id : null}::bigint)
    returning id, pictures)
    insert into attachment_reference (url, resource, row_id, field)
    select distinct p.url, ${fieldOperation.name}, s.id, 'pictures' from stored s, unnest(s.pictures) p (url)
    on conflict do nothing`);
  // the phone itself goes on where it stopped
  if (!handedIn)
    await tx.query(sql`
      update ${fieldKitTables.copy} t set last_seq = greatest(t.last_seq, ${operation.seq}), version = t.version + 1, updatetime = now()
      where t.id = ${copy.copy_id}`);
  if (outcome === 'applied')
    await tx.query(sql`
      update ${fieldKitTables.fetch} t set check_version = c.version, check_status = c.status
      from ${fieldKitTables.check} c where t.id = ${copy.fetch_id} and c.id = ${operation.check}`);
  return {
    id: operation.id,
    outcome,
    reason: why?.reason ?? null,
    message: why?.message[caller.locale] ?? null,
    flags,
  };
}
