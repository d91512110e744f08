import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

/** The parts of the answers of the ten sources (domain reference, Appendix F) where an area has no data. */
const nothing = {
  itinerary: {
    today: { departing: 0, underway: 0, finished: 0, tourists: 0 },
    kinds: [],
    curve: expect.any(Array),
    late_rate: 0,
    flags: [],
  },
  opinion: { trend: expect.any(Array), words: [], alerts: [] },
  complaint: {
    today: 0,
    month: 0,
    pending: 0,
    accept_on_time: 0,
    settle_rate: 0,
    avg_days: 0,
    categories: [],
    latest: [],
  },
  source: { level: 'province', top: [], lines: [] },
  history: { unit: 'day', series: expect.any(Array), holiday: expect.any(Array) },
  capacity: { spots: [], summary: { normal: 0, y80: 0, o90: 0, r100: 0, lost: 0 } },
  vehicle: { live: 0, in: 0, out: 0, by_province: [], hits: [], ticker: [] },
  check: { plan: [], month: { checks: 0, problems: 0, reforms_due: 0, reforms_on_time: 0 }, results: [] },
  enforcement: { officers: [], checks: [], cases: {}, deadlines: [] },
  map: {
    layers: expect.objectContaining({
      spot: { type: 'FeatureCollection', n: 0, unplaced: 0, clustered: false, features: [] },
    }),
  },
} as const;
const names = Object.keys(nothing) as (keyof typeof nothing)[];

let app: TestApp;
let admin: Client;
const read = (name: string, query: Readonly<Record<string, string>> = {}, client = admin) =>
  client.get<Record<string, unknown>>(`/admin/screen.${name}/index`, query);

beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

describe.each(names)('screen.%s', (name) => {
  test('has its parts with zeros and empty lists where there is no data', async () => {
    const { code, data } = await read(name, { area: '650100' });
    expect(code).toBe(1);
    expect(data).toMatchObject({
      ...nothing[name],
      state: 'empty',
      source: expect.any(String),
      asof: expect.any(Number),
      area: { code: '650100', level: 2 },
    });
  });

  test('refuses a wrong area, one of others, and more than three years, in the language of the caller', async () => {
    for (const [area, client] of [
      ['999999', admin],
      ['x', admin],
      ['530103', await app.client({ officer: 'county1' })],
    ] as const)
      expect(await read(name, { area }, client), area).toMatchObject({
        code: 0,
        msg: expect.stringContaining('地区无效'),
        data: { reason: 'invalid' },
      });
    const today = shanghaiToday();
    const range = `${addDays(today, -1200)},${today}`;
    expect(await read(name, { range })).toMatchObject({ code: 0, msg: expect.stringContaining('三年') });
    const { msg } = await admin.get(`/admin/screen.${name}/index`, { range }, { 'think-lang': 'en' });
    expect(msg).toContain('three years');
    for (const wrong of ['2026-13-01,2026-13-02', `${today},${addDays(today, -1)}`, '1'])
      expect((await read(name, { range: wrong })).code, wrong).toBe(0);
  });
});

test('a replay answers each level and unit of a moment, not the first that was asked for', async () => {
  const at = String(Math.floor(Date.now() / 1000) - 3600);
  for (const level of ['province', 'city', 'country'])
    expect((await read('source', { area: '530100', at, level })).data, level).toMatchObject({ level });
  for (const unit of ['day', 'month', 'year'])
    expect((await read('history', { area: '530100', at, unit })).data, unit).toMatchObject({ unit });
});

test('a replay counts complaints and shows them in the state in which they were', async () => {
  const row = await app.db.row<{ id: number }>(sql`
    insert into complaint (no, channel, complainant_name, mobile, shown_name, respondent_name, category, event_at, event_area, facts, filed_on, received_on, rule_version,
      area_code, status, createtime)
    values ('TS-R', 'phone', '张三', '13900139000', '张三', '某社', 'service', now(), '640104', '事实', ${shanghaiToday()}, ${shanghaiToday()}, '2026',
      '640104', 'archived', now() - interval '3 hours') returning id`);
  await app.db.query(sql`
    insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, createtime)
    values ('complaint/complaint', ${row?.id ?? 0}, 'move', 'archive', 'registered', 'archived', 'system', '系统', now() - interval '10 minutes')`);
  const complaints = async (hours: number) => {
    const at: Record<string, string> = hours > 0 ? { at: String(Math.floor(Date.now() / 1000) - hours * 3600) } : {};
    const { latest, pending } = (await read('complaint', { area: '640100', ...at })).data as {
      latest: { status: string; area: string; masked_name: string }[];
      pending: number;
    };
    return { pending, latest: latest.map(({ status, area, masked_name }) => [status, area, masked_name]) };
  };
  expect(await complaints(0)).toEqual({ pending: 0, latest: [['archived', '兴庆区', '张*']] });
  expect(await complaints(1)).toEqual({ pending: 1, latest: [['registered', '兴庆区', '张*']] });
  expect(await complaints(4)).toEqual({ pending: 0, latest: [] });
});
