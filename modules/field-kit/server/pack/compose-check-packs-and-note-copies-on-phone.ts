import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { arrivalSecretSource } from '#modules/enforcement/contract/check/officer-arrival-one-time-code.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { articleCitedByItem } from '#modules/library/contract/cause/articles-cited-by-causes-and-check-items.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { article } from '#modules/library/contract/law/article-of-law.ts';
import { law } from '#modules/library/contract/law/law.ts';
import { phrase } from '#modules/library/contract/phrase-for-documents.ts';
import { checkRefusals } from '#modules/system/contract/enforcement-option-lists.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import {
  type CheckPack,
  type CheckPacksAnswer,
  maxPackBytes,
  packDays,
} from '../../contract/offline-check-pack-format.ts';
import {
  checkStatesOnPhone,
  fieldKitTables,
  isOfficerOfCheckSql,
  validSignaturesSql,
} from '../sql/field-kit-table-names-and-conditions-sql.ts';
import { wordingForRightsNoticeRecordAndCorrectionOrder } from './shipped-wording-for-rights-notice-record-and-correction-order.ts';

const cited = {
  enterprise: sql.id(tableOf(enterprise)),
  item: sql.id(tableOf(checkItem)),
  itemArticle: sql.id(tableOf(articleCitedByItem)),
  article: sql.id(tableOf(article)),
  law: sql.id(tableOf(law)),
  phrase: sql.id(tableOf(phrase)),
} as const;

/** Most checks of one phone: more than anybody does in a week. */
const mostChecks = 100;

interface Reader {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly device: number;
  /** Checks of which the phone keeps its copy, because it has unsent operations of it. */
  readonly retained: readonly number[];
}

/**
 * The packs of an officer's own checks for a phone, the most urgent first, up to the size a phone may hold. The copies are
 * noted with the version they have, by which later operations are judged.
 */
export async function composeCheckPacksAndNoteCopies({
  engine,
  caller,
  device,
  retained,
}: Reader): Promise<CheckPacksAnswer> {
  return engine.db.transaction(async (tx) => {
    const scope = scopeOf(check, caller, engine.find);
    const all = await tx.rows<{ id: number }>(sql`select t.id from ${fieldKitTables.check} t
      where t.status = any(${[...checkStatesOnPhone]}::text[]) and ${isOfficerOfCheckSql(caller.id)}${scope ? sql` and ${scope}` : sql.empty}
      order by t.window_from nulls last, t.due_on, t.id`);
    const ids = all.map(({ id }) => id).filter((id) => !retained.includes(id));
    // noted before the rest is read: what changes meanwhile makes the copy stale, and is never overlooked
    await noteCopies(tx, device, ids.slice(0, mostChecks));
    const packs = (await readChecks(tx, caller, device, ids.slice(0, mostChecks))).map((pack) =>
      withArrivalSecret(engine, pack),
    );
    const fitting = packsThatFitPhone(packs);
    const dropped = packs.slice(fitting.length).map(({ id }) => id);
    await tx.query(sql`delete from ${fieldKitTables.copy}
      where device_id = ${device} and last_seq = 0 and (check_id = any(${dropped}::bigint[]) or not check_id = any(${[...all.map(({ id }) => id), ...retained]}::bigint[]))`);
    return {
      checks: fitting,
      left_out: ids.length - fitting.length,
      phrases: await readPhrases(tx, caller),
      refusals: Object.entries(checkRefusals.options).map(([value, { 'zh-cn': zh, en }]) => ({
        value,
        label: { 'zh-cn': zh, en },
      })),
      templates: wordingForRightsNoticeRecordAndCorrectionOrder,
    };
  });
}

/** The first packs that a phone has room for. */
export function packsThatFitPhone(packs: readonly CheckPack[], most = maxPackBytes): readonly CheckPack[] {
  let bytes = 0;
  const end = packs.findIndex((pack) => {
    bytes += Buffer.byteLength(JSON.stringify(pack));
    return bytes > most;
  });
  return end === -1 ? packs : packs.slice(0, end);
}

/**
 * Notes the copies, each with a new download. Earlier downloads stay as long as a pack lasts: this answer may never arrive,
 * or a step may be recorded on the earlier pack before it does.
 */
async function noteCopies(tx: Transaction, device: number, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    with noted as (
      insert into ${fieldKitTables.copy} as t (device_id, check_id, object_name, ends_at)
      select ${device}, c.id, c.object_name, now() + make_interval(days => ${packDays})
      from ${fieldKitTables.check} c where c.id = any(${[...ids]}::bigint[])
      on conflict (device_id, check_id) do update set fetched_at = now(), ends_at = excluded.ends_at, object_name = excluded.object_name,
        version = t.version + 1, updatetime = now()
      returning id, check_id)
    insert into ${fieldKitTables.fetch} (copy_id, fetched_version, check_version, check_status)
    select n.id, c.version, c.version, c.status from noted n join ${fieldKitTables.check} c on c.id = n.check_id`);
  await tx.query(sql`
    delete from ${fieldKitTables.fetch} f using ${fieldKitTables.copy} t where t.id = f.copy_id and t.device_id = ${device}
      and t.check_id = any(${[...ids]}::bigint[]) and f.fetched_at < now() - make_interval(days => ${packDays})`);
}

async function readChecks(
  tx: Queryable,
  caller: Caller,
  device: number,
  ids: readonly number[],
): Promise<readonly CheckPack[]> {
  const found = await tx.rows<{ pack: CheckPack }>(sql`
    select json_build_object(
      'id', c.id, 'version', f.fetched_version, 'fetch', f.id, 'last_seq', p.last_seq, 'check_no', c.check_no, 'status', f.check_status,
      'object_type', c.object_type, 'object_name', coalesce(c.object_name, e.name, ''), 'address', e.address,
      'place', case when e.place is null then null else json_build_object('lng', e.place[0], 'lat', e.place[1]) end,
      'contact', e.contact_name, 'basis', c.basis,
      'window_from', extract(epoch from c.window_from), 'window_to', extract(epoch from c.window_to),
      'due_on', c.due_on, 'officers', ${officersOf(caller)}, 'items', ${itemsOf}, 'answers', ${answersOf}, 'signatures', ${signaturesOf(device)},
      'history', ${historyOf}
    ) as pack
    from ${fieldKitTables.check} c join ${fieldKitTables.copy} p on p.check_id = c.id and p.device_id = ${device}
      join lateral (select * from ${fieldKitTables.fetch} where copy_id = p.id order by id desc limit 1) f on true
      left join ${cited.enterprise} e on e.id = c.enterprise_id
    where c.id = any(${[...ids]}::bigint[]) order by c.window_from nulls last, c.due_on, c.id`);
  return found.map(({ pack }) => pack);
}

const officersOf = (
  caller: Caller,
) => sql`(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'cert_no', r.cert_no,
    'own', r.admin_id = ${caller.id}) order by o.weigh, o.id), '[]')
  from ${fieldKitTables.checkOfficer} o join ${fieldKitTables.officer} r on r.id = o.officer_id where o.check_id = c.id)`;

/** The pack with the secret of its owner’s arrival codes; nobody gets that of a colleague. */
const withArrivalSecret = ({ seal }: Engine, pack: CheckPack): CheckPack => ({
  ...pack,
  officers: pack.officers.map((one) => ({
    ...one,
    arrival_secret: one.own ? seal.hash(arrivalSecretSource(pack.id, one.id)) : null,
  })),
});

const articlesOf = sql`(select coalesce(json_agg(json_build_object(
    'title', concat_ws(' ', l.title, a.article_no, ia.paragraph), 'content', coalesce(a.text, '')) order by ia.weigh, ia.id), '[]')
  from ${cited.itemArticle} ia join ${cited.article} a on a.id = ia.article_id join ${cited.law} l on l.id = a.law_id where ia.item_id = i.id)`;

const itemsOf = sql`(select coalesce(json_agg(json_build_object('id', i.id, 'code', i.code, 'name', i.name, 'name_en', i.name_en,
    'content', i.content, 'standard', i.standard, 'basis', i.basis, 'evidence', i.evidence, 'answer_kind', i.answer_kind,
    'answer_options', i.answer_options, 'severity', i.severity::text, 'remark', n.remark, 'articles', ${articlesOf}) order by n.weigh, n.id), '[]')
  from ${fieldKitTables.answer} n join ${cited.item} i on i.id = n.item_id where n.check_id = c.id)`;

/** Pictures of answers stay on the platform; the phone only keeps that they are there. */
const picturesOf = sql`(select coalesce(json_agg(json_build_object('sha256', f.sha256, 'original', f.sha256, 'size', f.size,
    'captured_at', floor(extract(epoch from n.answered_at) * 1000))), '[]') from ${fieldKitTables.attachment} f where f.url = any(n.evidence))`;

const answersOf = sql`(select coalesce(json_agg(json_build_object('item', n.item_id, 'answer', n.answer, 'value', n.value, 'note', n.note,
    'pictures', ${picturesOf})), '[]')
  from ${fieldKitTables.answer} n where n.check_id = c.id and n.answer is not null)`;

/** Who has signed on this phone, so that nobody signs again after the pack is fetched anew. */
const signaturesOf = (device: number) => sql`(select coalesce(json_agg(json_build_object('role', s.content ->> 'role',
    'officer', (s.content ->> 'officer')::bigint, 'name', s.content ->> 'name') order by s.seq), '[]')
  from (${validSignaturesSql(device, sql`c.id`)}) s)`;

/** The last three checks of the same enterprise. */
const historyOf = sql`(select coalesce(json_agg(h), '[]') from (
  select b.check_no, floor(extract(epoch from b.started_at)) as at, b.result_code, b.result_note from ${fieldKitTables.check} b
  where b.enterprise_id = c.enterprise_id and b.id <> c.id and b.started_at is not null order by b.started_at desc limit 3) h)`;

async function readPhrases(tx: Queryable, caller: Caller): Promise<CheckPacksAnswer['phrases']> {
  const day = shanghaiToday();
  return tx.rows<CheckPacksAnswer['phrases'][number] & Record<string, unknown>>(sql`
      select id, kind, title, content from ${cited.phrase}
      where status = 'published' and kind in ('check_record', 'correction', 'other')
        and (effective_from is null or effective_from <= ${day}::date) and (effective_to is null or effective_to >= ${day}::date)
        and ${caller.areaCode} like regexp_replace(area_code, '(00)+$', '') || '%'
      order by kind, code limit 300`);
}
