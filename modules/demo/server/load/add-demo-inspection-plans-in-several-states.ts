import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { draw } from '#modules/enforcement/contract/draw/random-inspection-draw.ts';
import { plan } from '#modules/enforcement/contract/plan/inspection-plan.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Inspection plans of a fictitious bureau (domain reference §2.I): one with a draw in preparation, one that waits for
 * approval, and two under way.
 */
export async function addDemoInspectionPlans({ db }: Engine, areaCode: string): Promise<void> {
  const today = shanghaiToday();
  const year = Number(today.slice(0, 4));
  const published = {
    status: 'published',
    filed_with: '省文化和旅游厅',
    filed_on: addDays(today, -20),
    published_on: addDays(today, -15),
    published_url: 'https://example.invalid/plans/1',
  };
  const plans = [
    {
      ...published,
      name: `${year} 年旅行社双随机抽查计划`,
      kind: 'random',
      basis: '《旅游法》第八十五条；年度双随机抽查计划',
      ent_types: ['agency', 'agency_branch', 'agency_outlet'],
      ratio: 5,
      count: null,
      reason: null,
    },
    {
      status: 'draft',
      name: `${year} 年冬季旅游住宿安全专项检查`,
      kind: 'special',
      basis: '《旅游法》第八十条；省级部署',
      ent_types: ['hotel', 'homestay'],
      ratio: null,
      count: 30,
      reason: '冬季取暖用火用电风险上升，省级部署专项检查',
    },
    {
      ...published,
      status: 'running',
      published_url: 'https://example.invalid/plans/2',
      name: `${year} 年娱乐场所与上网服务日常检查`,
      kind: 'routine',
      basis: '《娱乐场所管理条例》；《互联网上网服务营业场所管理条例》',
      ent_types: ['entertainment', 'internet_cafe'],
      ratio: 25,
      count: null,
      reason: null,
    },
    {
      ...published,
      status: 'running',
      published_url: 'https://example.invalid/plans/3',
      name: `${year} 年娱乐场所双随机抽查计划`,
      kind: 'random',
      basis: '《娱乐场所管理条例》第三条；年度双随机抽查计划',
      ent_types: ['entertainment'],
      ratio: 10,
      count: null,
      reason: null,
    },
  ];
  const department = await findOrAddBureau(db, areaCode);
  const made = await db.rows<{ id: number; status: string }>(sql`
    insert into ${sql.id(tableOf(plan))} (name, year, kind, basis, reason, department_id, starts_on, ends_on, ent_types, ratio, count, area_code,
      filed_with, filed_on, published_url, published_on, status)
    select g.name, ${year}::smallint, g.kind, g.basis, g.reason,
      ${department},
      ${addDays(today, -10)}::date, ${addDays(today, 120)}::date, g.ent_types, g.ratio, g.count, ${areaCode}, g.filed_with, g.filed_on, g.published_url,
      g.published_on, g.status
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) g (name text, kind text, basis text, reason text, ent_types text[], ratio numeric, count int,
      filed_with text, filed_on date, published_url text, published_on date, status text) returning id, status`);
  await db.query(sql`
    insert into enforcement_plan_item (plan_id, item_id, weigh)
    select p.id, i.id, row_number() over (partition by p.id order by i.code)
    from enforcement_plan p join ${sql.id(tableOf(checkItem))} i on i.kinds && p.ent_types and i.status = 'published'
    where p.id = any(${made.map(({ id }) => id)}::bigint[])`);
  const first = made.find(({ status }) => status === 'published');
  if (!first) return;
  await db.query(sql`
    with d as (
      insert into ${sql.id(tableOf(draw))} (name, plan_id, count, pairing, draw_at)
      values (${`${year} 年第一次抽取`}, ${first.id}, 10, 'local', now() + interval '2 days') returning id)
    insert into enforcement_draw_witness (draw_id, name, weigh)
    select d.id, w.name, w.weigh from d, (values ('驻局纪检监察组', 1), ('企业代表', 2)) w (name, weigh)`);
}

/** The bureau of the area, under the name that its officers' accounts look for. */
async function findOrAddBureau(db: Queryable, areaCode: string): Promise<number> {
  const bureau = sql`select id from auth_department where area_code = ${areaCode} and kind = 'bureau' order by id limit 1`;
  const made =
    (await db.row<{ id: number }>(bureau)) ??
    (await db.row<{ id: number }>(sql`
      insert into auth_department (name, kind, area_code)
      select a.name || '文化和旅游局', 'bureau', a.code from system_area a where a.code = ${areaCode} returning id`));
  return made?.id ?? 0;
}
