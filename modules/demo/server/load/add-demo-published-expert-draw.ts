import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import {
  drawObjectsAndOfficers as drawFrom,
  merkleRootOfList,
  seedOfDraw,
} from '#kernel/random-draw/draw-inspection-objects-and-officers.ts';
import type { DrawObject } from '#kernel/random-draw/draw-record-types.ts';
import { bytesOf, toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import { hashOfResult } from '#kernel/random-draw/verify-draw.ts';
import {
  drawRecordIdOfExpert,
  rowKeyOfDrawRecordId,
} from '#modules/enforcement/contract/draw/format-and-parse-draw-record-ids.ts';
import { expertDraw } from '#modules/enforcement/contract/expert-draw/random-expert-draw.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { nextNumberOfField } from '#server/write/field/next-record-number-sql.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { storeWitnessesAndSeedsOfDraw } from './store-witnesses-and-seeds-of-published-draw.ts';

/** What the experts are asked about, and how many are drawn. */
const matter = '景区创建 5A 级的现场评议';
const field = 'scenic';
const count = 2;
const witnesses = [
  { name: '驻局纪检监察组', seed: '石林 6 月 24 日', way: 'email', to: 'j***@example.gov.cn' },
  { name: '景区代表', seed: '骰子 2 2 6 4', way: 'screen', to: null },
] as const;
const serverSeed = toHex(sm3(bytesOf('demonstration draw of experts')));

/**
 * A published draw of experts, made some days ago from those who can be drawn today; those drawn were engaged. Anybody can
 * compute it again: its record is complete, and only the times and the seeds are invented.
 */
export async function addDemoPublishedExpertDraw(engine: Engine, areaCode: string): Promise<void> {
  await engine.db.transaction(async (tx) => {
    if (await tx.row(sql`select from enforcement_expert_draw where expert_field = ${field} limit 1`)) return;
    const experts = await readExperts(tx, areaCode);
    const [first] = experts;
    if (!first || experts.length <= count) return;
    const seeds = { server: serverSeed, witnesses: witnesses.map(({ seed }) => seed), beacon: null };
    const results = drawFrom(sm3, { objects: experts, officers: [], count, pairing: 'none' }, seedOfDraw(sm3, seeds));
    const id = await storeDraw(tx, first.area, {
      object_count: experts.length,
      object_root: merkleRootOfList(sm3, experts),
      server_seed_hash: toHex(sm3(bytesOf(serverSeed))),
      result_hash: hashOfResult(sm3, results),
    });
    const places = new Map(results.map(({ object }, at) => [object, at + 1]));
    const rows = experts.map((one) => ({
      ...one,
      id: rowKeyOfDrawRecordId(one.id),
      position: places.get(one.id) ?? null,
    }));
    await tx.query(sql`
      insert into enforcement_expert_draw_object (draw_id, expert_id, area, domain, position)
      select ${id}, o.id, o.area, o.domain, o.position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) o (id bigint, area text, domain text, position int)`);
    await tx.query(sql`
      insert into library_expert_service (expert_id, served_on, matter)
      select o.expert_id, (d.published_at at time zone 'Asia/Shanghai')::date, d.matter || '（' || d.no || '）'
      from enforcement_expert_draw_object o join enforcement_expert_draw d on d.id = o.draw_id
      where d.id = ${id} and o.position is not null order by o.position`);
    await storeWitnessesAndSeedsOfDraw(engine, tx, { draw: expertDraw, id }, { witnesses, serverSeed });
  });
}

async function readExperts(db: Queryable, areaCode: string): Promise<DrawObject[]> {
  const rows = await db.rows<{ id: number; area: string }>(sql`
    select id, area_code as area from library_eligible_expert where ${field} = any(fields) and area_code like ${`${areaPrefix(areaCode)}%`}`);
  return rows.map(({ id, area }) => ({ id: drawRecordIdOfExpert(id), risk: 'A', area, domain: field }));
}

async function storeDraw(tx: Transaction, area: string, proof: Readonly<Record<string, unknown>>): Promise<number> {
  const [[name, rule] = []] = numberedFields(expertDraw);
  if (!name || !rule) throw new Error('numbered draws expected');
  const stored = await tx.row<{ id: number }>(sql`
    insert into enforcement_expert_draw (no, matter, expert_field, count, area_code, draw_at, object_count, object_root, server_seed_hash, result_hash,
      frozen_at, committed_at, drawn_at, published_at, status, createtime, updatetime)
    select ${nextNumberOfField(expertDraw, name, rule, () => undefined)}, ${matter}, ${field}, ${count}, ${area}, t.at, p.object_count, p.object_root,
      p.server_seed_hash, p.result_hash, t.at - interval '25 hours', t.at - interval '1 day', t.at + interval '2 minutes', t.at + interval '15 minutes',
      'published', t.at - interval '26 hours', t.at + interval '15 minutes'
    from (select date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' - interval '6 days' + interval '15 hours' as at) t,
      jsonb_to_record(${JSON.stringify(proof)}::jsonb) p (object_count int, object_root text, server_seed_hash text, result_hash text)
    returning id`);
  if (!stored) throw new Error('a draw expected');
  return stored.id;
}
