import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import {
  drawObjectsAndOfficers as drawFrom,
  merkleRootOfList,
  seedOfDraw,
} from '#kernel/random-draw/draw-inspection-objects-and-officers.ts';
import type { DrawObject, DrawOfficer } from '#kernel/random-draw/draw-record-types.ts';
import { bytesOf, toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import { hashOfResult } from '#kernel/random-draw/verify-draw.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import {
  drawRecordIdOfEnterprise,
  drawRecordIdOfOfficer,
  rowKeyOfDrawRecordId,
} from '#modules/enforcement/contract/draw/format-and-parse-draw-record-ids.ts';
import { draw } from '#modules/enforcement/contract/draw/random-inspection-draw.ts';
import { plan } from '#modules/enforcement/contract/plan/inspection-plan.ts';
import { domainOfEnterprise } from '#modules/library/contract/domain/enforcement-domain.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { nextNumberOfField } from '#server/write/field/next-record-number-sql.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { storeWitnessesAndSeedsOfDraw } from './store-witnesses-and-seeds-of-published-draw.ts';

/** Enterprises that are drawn. */
const count = 12;
const pairing = 'local';
const witnesses = [
  { name: '驻局纪检监察组', seed: '滇池水位 1887.5', way: 'email', to: 'j***@example.gov.cn' },
  { name: '企业代表', seed: '骰子 3 5 1 6', way: 'screen', to: null },
] as const;
const serverSeed = toHex(sm3(bytesOf('demonstration draw')));

interface Plan {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly year: number;
  readonly ent_types: readonly string[];
  readonly area_code: string;
}

/**
 * A published draw of the invented random plan that is under way, made some days ago from the enterprises and officers of
 * today. Anybody can compute it again: its record is complete, and only the times and the seeds are invented.
 */
export async function addDemoPublishedDraw(engine: Engine, areaCode: string): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const planned = await tx.row<Plan>(sql`
      select id, year, ent_types, area_code from ${sql.id(tableOf(plan))} p
      where kind = 'random' and status = 'running' and area_code = ${areaCode}
        and not exists (select from ${sql.id(tableOf(draw))} d where d.plan_id = p.id)
      order by id limit 1`);
    if (!planned) return;
    const objects = await readObjects(tx, planned);
    const officers = await readOfficers(tx, planned, objects);
    if (objects.length < count || officers.length < 2) return;
    const seeds = { server: serverSeed, witnesses: witnesses.map(({ seed }) => seed), beacon: null };
    const results = drawFrom(sm3, { objects, officers, count, pairing }, seedOfDraw(sm3, seeds));
    const id = await storeDraw(tx, planned, {
      object_count: objects.length,
      officer_count: officers.length,
      object_root: merkleRootOfList(sm3, objects),
      officer_root: merkleRootOfList(sm3, officers),
      server_seed_hash: toHex(sm3(bytesOf(serverSeed))),
      result_hash: hashOfResult(sm3, results),
    });
    await storeLists(tx, id, objects, officers);
    await tx.query(sql`
      insert into enforcement_draw_result (draw_id, position, enterprise_id, officers)
      select ${id}, r.position, r.enterprise_id, r.officers
      from jsonb_to_recordset(${JSON.stringify(
        results.map((one, at) => ({
          position: at + 1,
          enterprise_id: rowKeyOfDrawRecordId(one.object),
          officers: one.officers.map(rowKeyOfDrawRecordId),
        })),
      )}::jsonb) r (position int, enterprise_id bigint, officers bigint[])`);
    await storeWitnessesAndSeedsOfDraw(engine, tx, { draw, id }, { witnesses, serverSeed });
  });
}

async function readObjects(db: Queryable, { ent_types, area_code }: Plan): Promise<DrawObject[]> {
  const rows = await db.rows<{ id: number; risk: DrawObject['risk']; area: string; domain: string }>(sql`
    select e.id, coalesce(e.risk_class, 'B') as risk, e.area_code as area, (${JSON.stringify(domainOfEnterprise)}::jsonb) ->> e.ent_type as domain
    from enterprise e
    where e.status in ('active', 'change_pending') and e.ent_type = any(${[...ent_types]}::text[]) and e.area_code like ${`${areaPrefix(area_code)}%`}`);
  return rows.map(({ id, ...row }) => ({ id: drawRecordIdOfEnterprise(id), ...row }));
}

async function readOfficers(
  db: Queryable,
  { area_code }: Plan,
  objects: readonly DrawObject[],
): Promise<DrawOfficer[]> {
  const own = areaPrefix(area_code);
  const listed = new Set(objects.map(({ id }) => id));
  const rows = await db.rows<{ id: number; area: string; domains: string[]; recused: number[]; capacity: number }>(sql`
    select id, area, domains, recused::float8[] as recused, capacity from library_eligible_officer
    where (area like ${`${own}%`} or ${own} like area || '%') and domains && ${[...new Set(objects.map(({ domain }) => domain))]}::text[]`);
  return rows.map(({ id, recused, ...row }) => ({
    id: drawRecordIdOfOfficer(id),
    ...row,
    recused: recused
      .toSorted((one, other) => one - other)
      .map(drawRecordIdOfEnterprise)
      .filter((object) => listed.has(object)),
  }));
}

async function storeDraw(tx: Transaction, { id, year }: Plan, proof: Readonly<Record<string, unknown>>) {
  const [[name, rule] = []] = numberedFields(draw);
  if (!name || !rule) throw new Error('numbered draws expected');
  const stored = await tx.row<{ id: number }>(sql`
    insert into ${sql.id(tableOf(draw))} (no, name, plan_id, count, pairing, draw_at, object_count, officer_count, object_root, officer_root,
      server_seed_hash, result_hash, frozen_at, committed_at, drawn_at, published_at, status, createtime, updatetime)
    select ${nextNumberOfField(draw, name, rule, () => undefined)}, ${`${year} 年娱乐场所第一次抽取`}, ${id}, ${count}, ${pairing}, t.at, p.object_count, p.officer_count, p.object_root,
      p.officer_root, p.server_seed_hash, p.result_hash, t.at - interval '25 hours', t.at - interval '1 day', t.at + interval '3 minutes',
      t.at + interval '20 minutes', 'published', t.at - interval '26 hours', t.at + interval '20 minutes'
    from (select date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' - interval '4 days' + interval '10 hours' as at) t,
      jsonb_to_record(${JSON.stringify(proof)}::jsonb) p (object_count int, officer_count int, object_root text, officer_root text, server_seed_hash text, result_hash text)
    returning id`);
  if (!stored) throw new Error('a draw expected');
  return stored.id;
}

async function storeLists(
  tx: Transaction,
  id: number,
  objects: readonly DrawObject[],
  officers: readonly DrawOfficer[],
): Promise<void> {
  const own = objects.map((one) => ({ ...one, id: rowKeyOfDrawRecordId(one.id) }));
  await tx.query(sql`
    insert into enforcement_draw_object (draw_id, enterprise_id, risk, area, domain)
    select ${id}, o.id, o.risk, o.area, o.domain
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) o (id bigint, risk text, area text, domain text)`);
  const listed = officers.map((one) => ({
    ...one,
    id: rowKeyOfDrawRecordId(one.id),
    recused: one.recused.map(rowKeyOfDrawRecordId),
  }));
  await tx.query(sql`
    insert into enforcement_draw_officer (draw_id, officer_id, area, domains, recused, capacity)
    select ${id}, f.id, f.area, f.domains, f.recused, f.capacity
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) f (id bigint, area text, domains text[], recused bigint[], capacity int)`);
}
