import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { sql } from '#server/db/sql.ts';
import { readWorkbook } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import {
  type StandardReportName,
  type StandardReportSection,
  standardReports,
} from '../contract/standard-report-definitions.ts';
import { writeStandardReportWorkbook } from '../server/write-standard-report-workbook.ts';

/** The sheets of every standard report against the lists of the same rows, which are read by other statements. */
let app: TestApp;
let chief: Client;
const span = { from: '2026-04-01', until: '2026-04-30' };

/** Rows of the period in two counties, one on its last day, and one of each kind the day after. */
async function addRows(): Promise<void> {
  const days = sql`(values ('2026-04-02', '530102'), ('2026-04-15', '530103'), ('2026-04-30', '530102'), ('2026-05-01', '530102')) d (day, area)`;
  const noon = sql`((d.day || 'T12:00:00+08:00')::timestamptz)`;
  for (const statement of [
    sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
      values ('报表旅行社', '91530102MA6K000019', 'agency', '王', '1', '王', '1', '530102', '路', 'active')`,
    sql`insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, source_area, destination_areas, tourist_count, person_days, total_fee,
        emergency_contact, emergency_mobile, late, status)
      select 'T' || d.day, e.id, 'domestic', ${noon}, ${noon} + interval '2 days', d.area, '110000', '{}', 20 + extract(day from ${noon})::int, 60, 0, '王', '1',
        '1', 'finished' from enterprise e, ${days}`,
    sql`insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
        started_at, published_at, published_late, status)
      select 'JCS' || d.day, 'random', '旅游法', 'travel', (select min(id) from auth_department), 'enterprise', e.id, e.name, d.area, d.day::date, 'direct',
        ${noon}, ${noon}, d.area = '530103', 'closed' from enterprise e, ${days}`,
    sql`insert into reform_order (no, enterprise_id, source, officers, kind, issued_on, due_on, late, area_code, status)
      select 'ZGS' || d.day, e.id, 'check', '{}', 'term', d.day::date, d.day::date + 15, d.area = '530103', d.area, 'closed' from enterprise e, ${days}`,
    sql`insert into enforcement_roadside_check (plate, result, headcount, made_at, area_code)
      select '云A12345', 'normal', 20, ${noon}, d.area from ${days}`,
    sql`insert into complaint (no, channel, complainant_name, mobile, respondent_name, category, event_at, event_area, facts, filed_on, received_on, rule_version,
        decided_on, paid_amount, area_code, status)
      select 'TSS' || d.day, 'phone', '王', '1', '报表旅行社', 'quality', ${noon}, d.area, '未按约定提供服务', d.day::date, d.day::date, '2026', d.day::date + 1, 10050,
        d.area, 'mediating' from ${days}`,
    sql`insert into incident (title, kind, happened_at, received_at, operator_reported_at, onward_at, dead, area_code, status)
      select '落水', 'accident', ${noon}, ${noon}, ${noon} + interval '2 hours', ${noon} + interval '1 hour', 0, d.area, 'closed' from ${days}`,
    sql`insert into opinion_source (name, platform, area_code) values ('报刊', 'news', '530100')`,
    sql`insert into opinion_topic (title, started_at, area_code) select '低价游', now(), '530100'`,
    sql`insert into opinion_item (source_id, url, url_hash, title, content, publish_at, platform, language, area_code, sentiment, score, predicted)
      select s.id, 'https://example.cn/' || d.day, md5(d.day), '低价游', '低价游', ${noon}, 'news', 'zh-cn', d.area, 'negative', -1, 'negative' from opinion_source s, ${days}`,
    sql`insert into opinion_alert (no, title, level, topic_id, raised_at, area_code, finding, status)
      select 'YQS' || d.day, '低价游', 'yellow', t.id, ${noon}, d.area, 'true', 'closed' from opinion_topic t, ${days}`,
    sql`insert into credit_listing (no, list, enterprise_id, recipient_id, name, reason, ground, basis_no, basis_authority, basis_on, published_on, removed_on, area_code, status)
      select 'XYS' || d.day, 'dishonest', e.id, e.id, e.name, '吊销许可证后继续经营', 'revocation', '2026-1', '昆明市文化和旅游局', d.day::date, d.day::date, d.day::date, d.area,
        'removed' from enterprise e, ${days}`,
    sql`insert into crew_guide (name, id_no, mobile, card_no, level, valid_to, languages, agency_id, area_code, score, ratings_count, status)
      select '导游', '{}', '13800000001', 'D' || d.day, 'primary', '2099-12-31', '{zh}', e.id, d.area, 3 + extract(day from ${noon}) / 20, 5, 'valid'
      from enterprise e, ${days}`,
    sql`insert into crew_rating (guide_id, team_no, rated_on, service, narration, safety, honesty, source)
      select g.id, 'T' || d.day, d.day::date, 5, 4, 5, 5, 'survey' from ${days} join crew_guide g on g.card_no = 'D' || d.day`,
    sql`insert into enforcement_check_appeal (check_id, reason, filed_at, status)
      select c.id, '现场没有查看', c.started_at, 'filed' from enforcement_check c`,
  ])
    await app.db.query(statement);
}

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  await addRows();
}, 120_000);
afterAll(() => app.close());

interface Listed {
  readonly list: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

/** The rows that a section is about, as their list has them. */
async function listOf(
  section: StandardReportSection,
  area: string | undefined,
  more: readonly RowCondition[] = [],
): Promise<Listed> {
  const resource = app.engine.find(section.of);
  if (!resource) throw new Error(`no ${section.of}`);
  const search = [
    ...(section.at === undefined ? [] : [{ field: section.at, operator: 'RANGE', val: `${span.from},${span.until}` }]),
    ...(section.where ?? []).map(({ field, operator, value }) => ({ field, operator, val: value })),
    ...more.map(([field, operator, value]) => ({ field, operator, val: [value].flat().join() })),
    ...(area === undefined || resource.fields.area_code === undefined
      ? []
      : [{ field: 'area_code', operator: '=', val: area }]),
  ];
  const { code, msg, data } = await chief.get<Listed>(`/admin/${section.of.replace('/', '.')}/index`, {
    limit: 100,
    search,
  });
  expect(code, `${section.of}: ${msg}`).toBe(1);
  return data;
}

type Line = readonly string[];

/** The figure at the foot of a sheet of figures: that of all its rows. */
const totalOf = (rows: readonly Line[]): number => Number(rows.at(-1)?.at(-2));

async function expectFigures(
  section: StandardReportSection & { readonly measure: string },
  rows: readonly Line[],
  area: string | undefined,
) {
  const measure = app.engine.find(section.of)?.measures?.[section.measure];
  const { list, total } = await listOf(section, area, measure?.where);
  const wanted =
    measure?.sum === undefined ? total : list.reduce((sum, row) => sum + Number(row[measure.sum ?? ''] ?? 0), 0);
  expect(totalOf(rows), section.name.en).toBe(wanted);
  const lines = rows.slice(0, -1).map((line) => Number(line.at(-2)));
  expect(
    lines.reduce((sum, one) => sum + one, 0),
    `${section.name.en}: its lines`,
  ).toBe(wanted);
  return total;
}

async function sheetsOf(report: StandardReportName, area?: string): Promise<readonly (readonly Line[])[]> {
  const file = path.join(app.config.dataDir, `${report}.xlsx`);
  const caller = await app.officer('admin');
  const signal = AbortSignal.timeout(60_000);
  await writeStandardReportWorkbook(app.engine, caller, { report, span, area }, { to: file, signal });
  const { sections } = standardReports[report];
  const names = sections.map(({ name }) => [name['zh-cn']]);
  const { also } = await readWorkbook(fs.readFileSync(file), names);
  return also.map((sheet) => [...(sheet?.rows ?? [])].map(({ cells }) => cells));
}

test.each(Object.keys(standardReports) as StandardReportName[])('the figures of %s equal the lists', async (report) => {
  const sections: readonly StandardReportSection[] = standardReports[report].sections;
  for (const area of [undefined, '530103']) {
    const sheets = await sheetsOf(report, area);
    expect(sheets).toHaveLength(sections.length);
    for (const [at, section] of sections.entries()) {
      const rows = sheets[at] ?? [];
      const listed =
        'columns' in section ? (await listOf(section, area)).total : await expectFigures(section, rows, area);
      if ('columns' in section) expect(rows, section.name.en).toHaveLength(listed);
      // a report of nothing would equal a list of nothing
      if (!unfilled.has(section.of)) expect(listed, `${section.of} in ${area ?? 'all areas'}`).toBeGreaterThan(0);
    }
  }
});

/** Resources of reports to which this test adds no rows. */
const unfilled = new Set(['reform/problem', 'reward/application']);

test('guides are ranked by their score', async () => {
  const [ranking = []] = await sheetsOf('guide_ranking');
  const scores = ranking.map((line) => Number(line[4]));
  expect(scores).toHaveLength(4);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
});
