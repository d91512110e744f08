import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxRowIds } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { maxPointsOfLayer, type RowsOfMapLayer, type WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { enterpriseMapLayer } from '#modules/enterprise/contract/enterprise-map-layer.ts';
import { statesAwaitingOfficer } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import type {
  EnterpriseCountsPanel,
  EnterprisesBehindReviewFlow,
  NewestEnterprisesPanel,
  RegistrationReviewPanel,
} from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { enterpriseWallPanelReaders } from '#modules/enterprise/server/wall/enterprise-wall-panel-readers.ts';
import { enterprisesByStatusGroupOnWallMap } from '#modules/enterprise/server/wall/enterprises-by-status-group-on-wall-map.ts';
import type { HolidayPanel } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { readKindOfTodayAndNextHolidayPanel } from '#modules/wall-screen/server/read-kind-of-today-and-next-holiday-panel.ts';
import { sql } from '#server/db/sql.ts';
import { prepareMaterialisedMeasureTables } from '#server/read/list/materialised-measure-tables.ts';
import { openReferenceCache } from '#server/system/division-calendar-and-deadline-rule-cache.ts';
import { divisionTreeOf } from '#server/wall-panel/cached-division-tree-with-successors.ts';
import { createReaderOfMapPointsClustersAndCounts } from '#server/wall-panel/read-map-layers.ts';
import type { PanelReader } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

const panels: Readonly<Record<string, PanelReader>> = {
  ...enterpriseWallPanelReaders,
  calendar: readKindOfTodayAndNextHolidayPanel,
  map: createReaderOfMapPointsClustersAndCounts([{ layer: enterpriseMapLayer, ...enterprisesByStatusGroupOnWallMap }]),
};

let db: TestDatabase;

/** A Friday noon in Asia/Shanghai. */
const now = new Date('2026-11-20T04:00:00Z');
const ROWS = 600;

const divisions = [
  ['530000', '云南省', '1', null],
  ['530100', '昆明市', '2', '530000'],
  ['530102', '五华区', '3', '530100'],
  ['532900', '大理白族自治州', '2', '530000'],
  ['532901', '大理市', '3', '532900'],
  ['532922', '漾濞彝族自治县', '3', '532900'],
  ['532923', '祥云县', '3', '532900'],
  ['110000', '北京市', '1', null],
  ['110100', '市辖区', '2', '110000'],
  ['110101', '东城区', '3', '110100'],
] as const;

beforeAll(async () => {
  db = await createTestDatabase();
  for (const [code, name, level, parent] of divisions) {
    await db.query(
      'insert into system_area (code, name, level, parent_code, lng, lat) values ($1, $2, $3, $4, $5, 25)',
      [code, name, level, parent, code === '110100' ? null : 100],
    );
  }
  // 597 in Dali (one without a position), 3 elsewhere: the wall must still open at Dali.
  await db.query(
    `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address,
                             place, risk_class, status, due_at, submitted_at, audited_at, createtime)
     select '企业' || n, 'U' || n, (array['agency', 'hotel', 'homestay', 'scenic'])[1 + n % 4], '王', '1', '王', '1',
            case when n = 1 then '530102' when n <= 3 then '110101' else (array['532901', '532922'])[1 + n % 2] end, '人民路1号',
            case when n = 4 then null else point(100 + (n % 37) / 50.0, 25 + (n % 41) / 50.0) end,
            case when n % 5 = 0 then null else (array['A', 'B', 'C', 'D'])[1 + n % 4] end,
            (array['active', 'active', 'active', 'submitted', 'first_review', 'final_review', 'returned', 'suspended', 'draft', 'cancelled'])[1 + n % 10],
            case when n % 10 in (3, 4, 5) then $1::timestamptz + (n % 7 - 3) * interval '8 hours' end,
            $1::timestamptz - (n % 40) * interval '1 day' - interval '3 hours',
            case when n % 10 < 3 then $1::timestamptz - (n % 40) * interval '1 day' end,
            $1::timestamptz - (n % 500) * interval '1 day'
     from generate_series(1, $2) as n`,
    [now.toISOString(), ROWS],
  );
  await db.query(
    `insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, createtime)
     select 'enterprise/enterprise', id, 'move', m.move, m.from_status, m.to_status, 'system', '系统', $1::timestamptz - (id % 30) * interval '1 day'
     from enterprise, (values ('submit', 'draft', 'submitted'), ('submit', 'returned', 'submitted'), ('finalPass', 'final_review', 'active'),
       ('return', 'first_review', 'returned'), ('resume', 'suspended', 'active')) as m (move, from_status, to_status)
     where id % 3 = 0`,
    [now.toISOString()],
  );
  await db.query(
    `insert into system_calendar (date, kind, name) values ('2026-11-20', 'makeup', '调休'), ('2027-01-01', 'holiday', '元旦')`,
  );
  await countAnew();
});

afterAll(async () => {
  await db.close();
});

/** The current divisions; tests of dissolved ones bring their own. */
const readTree = async () => divisionTreeOf((await openReferenceCache(db)).areas());

const requestOf = async (query: Record<string, unknown> = {}, areaCode = '') => ({
  database: db,
  tree: await readTree(),
  caller: { areaCode },
  query,
  home: sql`select area_code as code, count(*)::int as n from enterprise group by 1`,
  now,
});
const read = async <T>(panel: string, query: Record<string, unknown> = {}, areaCode = '') =>
  (await panels[panel]?.(await requestOf(query, areaCode))) as T;

/** Totals are kept by triggers, which these tests do without where they store many rows. */
async function countAnew(): Promise<void> {
  await db.query('delete from materialised_measure');
  await prepareMaterialisedMeasureTables(db, [enterprise]);
}

const count = async (where: string) =>
  (await db.row<{ n: number }>(`select count(*)::int as n from enterprise where ${where}`))?.n;

const dali = `area_code like '5329%'`;

describe('scope', () => {
  test('a caller with national scope starts where nearly all enterprises are', async () => {
    const panel = await read<EnterpriseCountsPanel>('enterprise');
    expect(panel.area.code).toBe('532900');
    expect(panel.area.path.map((one) => one.code)).toEqual(['100000', '530000']);
  });

  test('a caller of a county sees the county, with nothing above it', async () => {
    const panel = await read<EnterpriseCountsPanel>('enterprise', {}, '532901');
    expect(panel.area).toEqual({ code: '532901', name: '大理市', level: 3, path: [] });
    expect(panel.total).toBe(await count(`area_code = '532901'`));
    expect(panel.by_area).toEqual([]);
  });

  test.each([
    ['no such division', '539999', ''],
    ['not a code', '大理', ''],
    ['outside the caller', '530100', '532900'],
    ['the country, for a caller of a prefecture', '100000', '532900'],
    ['above the caller', '530000', '532900'],
  ])('%s is refused', async (_, area, areaCode) => {
    for (const panel of [...Object.keys(panels)]) {
      await expect(read(panel, { area }, areaCode)).rejects.toMatchObject({
        text: { 'zh-cn': '地区无效，请从列表中选择' },
      });
    }
  });

  test('the country can be requested by callers who may see it', async () => {
    const panel = await read<EnterpriseCountsPanel>('enterprise', { area: '100000' });
    expect(panel.total).toBe(ROWS);
    expect(panel.by_area.map(({ code, n }) => [code, n])).toEqual([
      ['110000', 2],
      ['530000', ROWS - 2],
    ]);
  });
});

test('demonstration data is labelled', async () => {
  expect((await read<EnterpriseCountsPanel>('enterprise')).demonstration).toBe(false);
  await db.query(`insert into setting (name, value) values ('demonstration', 'true')`);
  expect((await read<EnterpriseCountsPanel>('enterprise')).demonstration).toBe(true);
});

test('a county of a municipality is directly below it', async () => {
  const city = await read<EnterpriseCountsPanel>('enterprise', { area: '110000' });
  expect(city.by_area.map(({ code, n }) => [code, n])).toEqual([['110101', 2]]);
  const county = await read<EnterpriseCountsPanel>('enterprise', { area: '110101' });
  expect(county.area.path.map((one) => one.code)).toEqual(['100000', '110000']);
});

describe('enterprise', () => {
  test('every number equals a plain count', async () => {
    const panel = await read<EnterpriseCountsPanel>('enterprise');
    expect(panel).toMatchObject({ state: 'ok', source: 'enterprise', asof: now.getTime() / 1000 });
    expect(panel.total).toBe(await count(dali));
    expect(panel.today).toBe(await count(`${dali} and createtime >= '2026-11-20 00:00+08'`));
    for (const { status, n } of panel.by_status)
      expect([status, n]).toEqual([status, await count(`${dali} and status = '${status}'`)]);
    for (const { type, n, statuses } of panel.by_type) {
      expect(n).toBe(await count(`${dali} and ent_type = '${type}'`));
      for (const one of statuses)
        expect(one.n).toBe(await count(`${dali} and ent_type = '${type}' and status = '${one.status}'`));
    }
    for (const { risk, n } of panel.by_risk) {
      expect(n).toBe(await count(`${dali} and ${risk ? `risk_class = '${risk}'` : 'risk_class is null'}`));
    }
    expect(panel.by_area.map((one) => one.code)).toEqual(['532901', '532922', '532923']);
    for (const { code, n, active, waiting } of panel.by_area) {
      expect(n).toBe(await count(`area_code = '${code}'`));
      expect(active).toBe(await count(`area_code = '${code}' and status = 'active'`));
      expect(waiting).toBe(await count(`area_code = '${code}' and status in ('${statesAwaitingOfficer.join("','")}')`));
    }
  });

  test('the trend has twelve months, empty ones included', async () => {
    const { trend } = await read<EnterpriseCountsPanel>('enterprise');
    expect(trend).toHaveLength(12);
    expect([trend[0]?.month, trend[11]?.month]).toEqual(['2025-12', '2026-11']);
    for (const { month, n } of trend) {
      expect(n).toBe(
        await count(`${dali} and to_char(createtime at time zone 'Asia/Shanghai', 'YYYY-MM') = '${month}'`),
      );
    }
  });

  test('an area without enterprises answers zeros and is marked empty', async () => {
    const panel = await read<EnterpriseCountsPanel>('enterprise', { area: '532923' });
    expect(panel).toMatchObject({ state: 'empty', total: 0, today: 0, by_status: [], by_type: [], by_area: [] });
  });
});

describe('audit', () => {
  test('waiting and overdue figures equal a plain count', async () => {
    const panel = await read<RegistrationReviewPanel>('audit');
    const waiting = `${dali} and status in ('${statesAwaitingOfficer.join("','")}')`;
    expect(panel.waiting).toBe(await count(waiting));
    expect(panel.overdue).toBe(await count(`${waiting} and due_at <= to_timestamp(${panel.asof})`));
    expect(panel.due_soon).toBe(
      await count(
        `${waiting} and due_at > to_timestamp(${panel.asof}) and due_at <= to_timestamp(${panel.asof + 86_400})`,
      ),
    );
    expect(panel.overdue).toBeGreaterThan(0);
    expect(panel.stages.map((one) => one.status)).toEqual([...statesAwaitingOfficer]);
  });

  test('each day counts enterprises, and its number equals the rows behind it', async () => {
    const panel = await read<RegistrationReviewPanel>('audit');
    expect(panel.days).toHaveLength(30);
    expect(panel.days.at(-1)?.day).toBe('2026-11-20');
    let seen = 0;
    for (const day of panel.days) {
      for (const flow of ['submitted', 'passed', 'returned'] as const) {
        const { ids } = await read<EnterprisesBehindReviewFlow>('audit', { day: day.day, flow });
        expect(ids).toHaveLength(day[flow]);
        seen += ids.length;
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  test('resuming after a suspension is no passed audit', async () => {
    const panel = await read<RegistrationReviewPanel>('audit');
    const passed = panel.days.reduce((sum, one) => sum + one.passed, 0);
    expect(passed).toBe(await count(`${dali} and id % 3 = 0`));
  });

  test('durations are the working days of the audits decided in the range, without a holiday', async () => {
    const panel = await read<RegistrationReviewPanel>('audit');
    expect(panel.decided).toBe(await count(`${dali} and audited_at > '2026-10-22 00:00+08'`));
    expect([panel.p50, panel.p90]).toEqual([0, 0]);
    const decide = (name: string, submitted: string, audited: string) =>
      db.query(`update enterprise set submitted_at = $2, audited_at = $3 where name = $1`, [name, submitted, audited]);
    const shown = async (area: string) => (await read<RegistrationReviewPanel>('audit', { area })).p50;
    const name =
      (await db.row<{ name: string }>(`select name from enterprise where area_code = '110101' order by id limit 1`))
        ?.name ?? '';
    await db.query(`update enterprise set audited_at = null where area_code = '110101'`);
    // Friday to Monday is one working day; Friday 20 November to Saturday 21 is none
    await decide(name, '2026-11-13 10:00+08', '2026-11-16 09:00+08');
    expect(await shown('110101')).toBe(1);
    await decide(name, '2026-11-06 10:00+08', '2026-11-20 09:00+08');
    expect(await shown('110101')).toBe(10);
    await db.query(
      `insert into system_calendar (date, name, kind) values ('2026-11-11', '假', 'holiday'), ('2026-11-14', '班', 'makeup'), ('2026-11-15', '班', 'makeup')`,
    );
    expect(await shown('110101')).toBe(11);
    await db.query(`delete from system_calendar where date in ('2026-11-11', '2026-11-14', '2026-11-15')`);
  });

  test.each([
    ['range', { range: '2026-02-30,2026-03-01' }],
    ['range turned round', { range: '2026-03-02,2026-03-01' }],
    ['range of four years', { range: '2022-01-01,2026-01-01' }],
    ['day', { day: '20261120', flow: 'passed' }],
    ['flow', { day: '2026-11-20', flow: 'constructor' }],
  ])('a wrong %s is refused', async (_, query) => {
    await expect(read('audit', query)).rejects.toMatchObject({ name: 'Refused' });
  });
});

test('the newest registrations are the last ones without drafts', async () => {
  const panel = await read<NewestEnterprisesPanel>('newest');
  const rows = await db.rows<{ id: number }>(
    `select id from enterprise where ${dali} and status <> 'draft' order by createtime desc, id desc limit 20`,
  );
  expect(panel.rows.map((one) => one.id)).toEqual(rows.map((one) => one.id));
  expect(panel.rows[0]).toMatchObject({ area_name: expect.any(String), createtime: expect.any(Number) });
});

describe('map', () => {
  const layerOf = async (query: Record<string, unknown> = {}) => {
    const panel = await read<WallMapPanel>('map', query);
    const layer = panel.layers.enterprise;
    if (!layer) throw new Error('no layer of enterprises');
    return { ...layer, areas: panel.areas };
  };

  test('few enterprises are points with names, and divisions have their number', async () => {
    const { features, n, unplaced, clustered, areas } = await layerOf();
    expect({ clustered, unplaced }).toEqual({ clustered: false, unplaced: 1 });
    expect(n).toBe(await count(dali));
    expect(features).toHaveLength(n - unplaced);
    expect(features[0]).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
      properties: {
        kind: 'enterprise',
        id: expect.any(Number),
        level: expect.any(String),
        label: expect.stringMatching(/^企业/),
      },
    });
    expect(areas).toMatchObject({ type: 'FeatureCollection', by: 'enterprise' });
    expect(areas.features.reduce((sum, { properties }) => sum + properties.n, 0)).toBe(n);
    const levels = new Map<string, number>();
    for (const { properties } of features) levels.set(properties.level, (levels.get(properties.level) ?? 0) + 1);
    const { overdue } = await read<RegistrationReviewPanel>('audit');
    expect(levels.get('overdue')).toBe(overdue);
    expect(levels.get('active')).toBe(await count(`${dali} and place is not null and status = 'active'`));
  });

  test('more than two thousand are cells whose counts add up, and open their rows', async () => {
    const copy = `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, status)
      select name, 'C' || $1 || '-' || g || '-' || id, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, status
      from enterprise, generate_series(1, $1::int) as g where uscc like 'U%' and place is not null and ${dali}`;
    // without the triggers: this test counts forty thousand rows and does not search them
    const multiply = (times: number) =>
      db.transaction(async (tx) => {
        await tx.query(`set local session_replication_role = 'replica'`);
        await tx.query(copy, [times]);
      });
    await multiply(4);
    await countAnew();
    const { features, n, unplaced, clustered } = await layerOf({ zoom: '9' });
    expect(clustered).toBe(true);
    expect(features.length).toBeGreaterThan(3);
    const sizeOf = (one: (typeof features)[number] | undefined) =>
      one?.properties.counts?.reduce((sum, rows) => sum + rows, 0) ?? -1;
    expect(features.reduce((sum, one) => sum + sizeOf(one), 0)).toBe(n - unplaced);
    for (const one of features) expect(one.properties.label).toBe(String(sizeOf(one)));
    const smallest = features.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];
    const { ids } = await read<RowsOfMapLayer>('map', { cell: smallest?.properties.id });
    expect(ids).toHaveLength(Math.min(1000, sizeOf(smallest)));
    const all = await read<RowsOfMapLayer>('map', { rows: '1' });
    expect([all.ids.length, all.total]).toEqual([maxRowIds, n]);

    // each at a place of its own: cells are put together, and still open their rows
    await db.transaction(async (tx) => {
      await tx.query(`set local session_replication_role = 'replica'`);
      await tx.query(
        `update enterprise set place = point(100 + id % 97 * 0.01, 25.3 + id / 97 % 97 * 0.01) where uscc like 'C%'`,
      );
      await tx.query(
        `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, status)
         values ('远处', 'C-alone', 'hotel', '王', '1', '王', '1', '532901', '路', point(101.5, 24), 'active')`,
      );
    });
    await countAnew();
    // until the totals are compacted, the cell of this one is counted once and once less
    await db.query(`delete from enterprise where uscc = 'C-alone'`);
    const readFromRows = createReaderOfMapPointsClustersAndCounts([
      { layer: enterpriseMapLayer, rows: enterprisesByStatusGroupOnWallMap.rows },
    ]);
    for (const query of [{ zoom: '7' }, { zoom: '9' }, { zoom: '10', area: '530000' }, { area: '100000', zoom: '5' }]) {
      const fromTotals = await read<WallMapPanel>('map', query);
      const fromRows = (await readFromRows(await requestOf(query))) as WallMapPanel;
      const { features, ...figures } = fromTotals.layers.enterprise as WallMapPanel['layers'][string];
      const { features: counted, ...same } = fromRows.layers.enterprise as WallMapPanel['layers'][string];
      expect(figures).toEqual({ ...same, clustered: true });
      expect(fromTotals.areas).toEqual(fromRows.areas);
      const byCell = new Map(counted.map((one) => [one.properties.id, one]));
      expect(features).toHaveLength(byCell.size);
      for (const { properties, geometry } of features) {
        const cell = byCell.get(properties.id);
        expect(properties).toEqual(cell?.properties);
        // in the middle of its rows, to a 256th of a cell
        const part = 360 / 2 ** (query.area === '100000' ? 7 : 10) / (512 / 60) / 256;
        for (const at of [0, 1] as const)
          expect(Math.abs((geometry?.coordinates[at] ?? 0) - (cell?.geometry?.coordinates[at] ?? 0))).toBeLessThan(
            part,
          );
      }
    }
    const fine = await layerOf({ zoom: '19' });
    expect(fine.features.length).toBeGreaterThan(200);
    expect(fine.features.length).toBeLessThanOrEqual(maxPointsOfLayer);
    expect(fine.features.reduce((sum, one) => sum + sizeOf(one), 0)).toBe(n - unplaced);
    for (const one of [fine.features[0], fine.features.at(-1)]) {
      const opened = await read<RowsOfMapLayer>('map', { cell: one?.properties.id });
      expect([one?.properties.id, opened.total]).toEqual([one?.properties.id, sizeOf(one)]);
    }
    for (const wrong of [{ cell: '9/1' }, { layers: 'enterprise,none' }, { by: 'none' }])
      await expect(read('map', wrong), JSON.stringify(wrong)).rejects.toMatchObject({ name: 'Refused' });
  });
});

test('the calendar shows the date and the next holiday', async () => {
  const panel = await read<HolidayPanel>('calendar');
  expect(panel).toMatchObject({
    date: '2026-11-20',
    today: { kind: 'makeup', name: '调休' },
    next: { name: '元旦', date: '2027-01-01', days: 42 },
  });
});

describe('the tree of divisions', () => {
  beforeAll(async () => {
    // 仙桃市 is directly below its province; 下关市 was merged into 祥云县, whose code belongs to another prefecture
    await db.query(
      `insert into system_area (code, name, level, parent_code, lng, lat, valid_to, replaced_by) values
         ('420000', '湖北省', '1', null, 100, 25, null, null), ('429000', '省直辖县级行政区划', '2', '420000', null, null, null, null),
         ('429004', '仙桃市', '3', '429000', 100, 25, null, null), ('533001', '下关市', '3', '530000', 100, 25, '2020-01-01', '532923')`,
    );
    await db.query(
      `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
       select '树' || code, 'T' || code, 'hotel', '王', '1', '王', '1', code, '路', 'active' from unnest(array['429004', '533001']) code`,
    );
  });
  afterAll(async () => {
    await db.query(`delete from enterprise where uscc like 'T%'`);
    await db.query(`delete from system_area where code in ('420000', '429000', '429004', '533001')`);
  });

  const areas = async (area: string, areaCode = '') => {
    const { by_area, total } = await read<EnterpriseCountsPanel>('enterprise', { area }, areaCode);
    return { total, areas: by_area.filter((one) => one.n > 0).map(({ code, n }) => [code, n]) };
  };

  test('a county-level city directly below its province is listed among the prefectures', async () => {
    expect(await areas('420000')).toEqual({ total: 1, areas: [['429004', 1]] });
    expect((await areas('100000')).areas).toContainEqual(['420000', 1]);
    expect(await areas('429004')).toEqual({ total: 1, areas: [] });
  });

  test('merged divisions are counted in their successor, on the map and in lists too', async () => {
    expect((await areas('532923')).total).toBe(1);
    expect((await areas('532900')).total).toBe(((await count(dali)) ?? 0) + 1);
    expect((await areas('532900')).areas).toContainEqual(['532923', 1]);
    const { rows } = await read<NewestEnterprisesPanel>('newest', { area: '532923' });
    expect(rows.map((one) => one.name)).toEqual(['树533001']);
  });
});
