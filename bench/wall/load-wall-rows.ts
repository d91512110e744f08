import { resources } from '#modules/registry.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { prepareMaterialisedMeasureTables } from '#server/read/list/materialised-measure-tables.ts';
import { prefecture } from '../support/load-enterprises.ts';

/** Rows of a large province, besides its enterprises and teams: what one wall counts (domain reference §5). */
export const wallRows = {
  /** Three years of complaints, and posts of a month. */
  complaints: 200_000,
  opinionItems: 450_000,
  spots: 900,
  /** Three years of checks; some hundreds are under way. */
  checks: 900_000,
  openIncidents: 40,
} as const;

const days = 1095;
/** The province whose counties have these rows. */
export const province = `${prefecture.slice(0, 2)}0000`;
/** The county of the n-th row: all counties of the province in turn. */
const county = sql`(select c.codes[1 + n % cardinality(c.codes)] from counties c)`;

/** Loads these rows, without the pipeline, as bench data are. */
export async function loadWallRows(db: Database, share: number, log: (line: string) => void): Promise<void> {
  const count = (n: number) => Math.max(1, Math.round(n * share));
  // the folder of an earlier run has them
  if (await db.row(sql`select from complaint where no = 'W1'`)) return;
  await db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(sql`create temporary table counties on commit drop as
      select array_agg(code order by code) as codes from system_area where starts_with(code, ${prefecture.slice(0, 2)}) and code not like '%00' and valid_to is null`);
    await tx.query(sql`
      insert into complaint (no, channel, complainant_name, mobile, shown_name, respondent_name, category, event_at, event_area, facts, filed_on, rule_version,
        received_on, accepted_on, settle_from, area_code, status, createtime)
      select 'W' || n, 'phone', '张三', '138' || lpad(n::text, 8, '0'), '张*', '某旅行社', (array['service', 'forced_shopping', 'other'])[1 + n % 3], d.at, ${county}, '导游带进翡翠店停留三个小时。',
        d.at::date, '2026', d.at::date, d.at::date, d.at::date, ${county}, case when n % 50 = 0 then 'accepted' else 'archived' end, d.at
      from generate_series(1, ${count(wallRows.complaints)}::int) n cross join lateral (select now() - (n % ${days}) * interval '1 day' as at) d`);
    const source = await tx.row<{ id: number }>(
      sql`insert into opinion_source (name, platform, area_code) values ('测量', 'forum', ${prefecture}) returning id`,
    );
    await tx.query(sql`
      insert into opinion_item (source_id, url, url_hash, title, content, publish_at, platform, language, area_code, sentiment, score, predicted, terms)
      select ${source?.id ?? 0}, 'http://x/' || n, 'w' || n, '景区停车', '景区停车场乱收费', now() - (n % 43200) * interval '1 minute', 'forum', 'zh', ${county},
        (array['positive', 'neutral', 'negative'])[1 + n % 3], 0, 'neutral', array[1 + n % 60, 61 + n % 40]::bigint[]
      from generate_series(1, ${count(wallRows.opinionItems)}::int) n`);
    await tx.query(sql`
      with made as (
        insert into scenic_spot (name, name_en, enterprise_id, grade, area_code, place, duty_phone, instant_max, daily_max)
        select '测量景区 ' || n, 'Measured spot ' || n, (select min(id) from enterprise), '4a', ${county}, point(102.2 + (n % 30) * 0.03, 24.6 + (n / 30) * 0.03), '1', 2000, 8000
        from generate_series(1, ${count(wallRows.spots)}::int) n returning id)
      insert into reading_state (series, of_id, at, value, against, level) select 'scenic/flow', id, now(), 300 + id % 1700, 2000, (array[0, 0, 0, 80, 90, 100])[1 + id % 6] from made`);
    await tx.query(sql`
      insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode, started_at, started_place, status, result_code, check_no, reviewed_at, createtime)
      select 'routine', '旅游法第八十五条', 'lodging', 1, 'enterprise', 1, '某酒店', ${county}, d.at::date, 'advance', d.at, point(102.7 + n % 100 * 0.002, 25 + n % 77 * 0.002),
        case when n <= ${count(400)} then 'on_site' else 'closed' end, case when n <= ${count(400)} then null when n % 3 = 0 then 'ordered_to_correct' else 'no_problem' end, 'W' || n,
        case when n <= ${count(400)} then null else d.at + interval '1 day' end, d.at
      from generate_series(1, ${count(wallRows.checks)}::int) n cross join lateral (select now() - case when n <= ${count(400)} then interval '1 hour' else (2 + n % ${days}) * interval '1 day' end as at) d`);
    await tx.query(sql`
      insert into incident (no, title, kind, happened_at, place, area_code, status)
      select 'W' || n, '索道停运', 'accident', now(), point(102.6 + n * 0.01, 25), ${county}, 'verified' from generate_series(1, ${count(wallRows.openIncidents)}::int) n`);
  });
  // loaded without their triggers: all totals are counted anew
  await db.query('delete from materialised_measure');
  await prepareMaterialisedMeasureTables(db, resources);
  await db.query('vacuum analyze complaint, enterprise, measure_part');
  await db.query('analyze opinion_item, scenic_spot, reading_state, enforcement_check, incident');
  log(`loaded ${share * 100} % of the rows of a large province`);
}
