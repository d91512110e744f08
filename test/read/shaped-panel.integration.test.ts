import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  byDay,
  count,
  type PanelQuery,
  rows,
  share,
  split,
} from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import { Refused } from '#server/refusal.ts';
import { divisionTreeOf } from '#server/wall-panel/cached-division-tree-with-successors.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { board } from '../zoo/board.ts';
import { figures } from '../zoo/figures.ts';
import { zoo } from '../zoo/zoo.ts';

let app: TestApp;
let chief: Client;

beforeAll(async () => {
  app = await startApp({ also: zoo });
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

/** What the feed answers; refusals are thrown, as in a call. */
const read = (query: Record<string, unknown> = {}, areaCode = '') =>
  figures({
    database: app.db,
    tree: divisionTreeOf(app.engine.reference.areas()),
    caller: { areaCode },
    query,
  }) as Promise<Record<string, unknown>>;
const empty = {
  state: 'empty',
  source: 'zoo',
  drafts: 0,
  fees: 0,
  today: { added: 0, month: 0 },
  posted_share: 0,
  categories: [],
  latest: [],
};

test('an area without rows has zeros and empty lists, and every day of its range', async () => {
  const data = await read({ area: '530100' });
  expect(data).toMatchObject(empty);
  expect(data.asof).toBeTypeOf('number');
  const today = shanghaiToday();
  const trend = data.trend as { d: string; n: number }[];
  expect(trend).toHaveLength(30);
  expect(trend.at(-1)).toEqual({ d: today, n: 0 });
  expect((data.states as unknown[])[0]).toEqual({ d: addDays(today, -29), draft: 0, posted: 0 });
});

test('the parts count the rows of the area, by today, month, state and day', async () => {
  const ids: number[] = [];
  for (const [title, area, fee] of [
    ['甲', '530102', '1.00'],
    ['乙', '530103', '2.00'],
    ['丙', '530102', '4.00'],
    ['外', '430102', '8.00'],
  ]) {
    const row = { title, area_code: area, fee, mobile: '13800138000' };
    const answer = await chief.post<{ id: number }>('/admin/zoo.board/add', row);
    expect(answer.code, answer.msg).toBe(1);
    ids.push(answer.data.id);
  }
  await app.db.query('update zoo_board set createtime = createtime - make_interval(days => 3) where id = $1', [ids[0]]);
  expect((await chief.post('/admin/zoo.board/post', { id: ids[1], version: 1 })).code).toBe(1);
  const data = await read({ area: '530100' });
  expect(data).toMatchObject({ state: 'ok', drafts: 2, today: { added: 2 }, posted_share: 0.333 });
  expect(data.categories).toEqual([
    { state: 'draft', n: 2 },
    { state: 'posted', n: 1 },
  ]);
  expect(data.latest).toMatchObject([
    { title: '丙', area_code: '530102', area_name: '五华区', masked_mobile: '138****8000' },
    { title: '乙', area_code: '530103' },
  ]);
  const trend = data.trend as { d: string; n: number }[];
  expect(trend.filter(({ n }) => n > 0)).toEqual([
    { d: addDays(shanghaiToday(), -3), n: 1 },
    { d: shanghaiToday(), n: 2 },
  ]);
  expect((data.states as unknown[]).at(-1)).toEqual({ d: shanghaiToday(), draft: 1, posted: 1 });
  expect(await read({ area: '530102' })).toMatchObject({ drafts: 2, posted_share: 0 });
  expect(await read({ area: '110000' })).toMatchObject(empty);
});

test('a wrong area, one outside the jurisdiction, and a range of more than three years are refused', async () => {
  for (const [query, msg, areaCode] of [
    [{ area: '999999' }, '地区无效，请从列表中选择', ''],
    [{ area: 'x' }, '地区无效，请从列表中选择', ''],
    [{ area: '530100', range: '2020-01-01,2026-01-01' }, '时间范围不能超过三年', ''],
    [{ area: '430102' }, '地区无效，请从列表中选择', '530100'],
  ] as const) {
    const refused = await read(query, areaCode).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect([(refused as Refused).code, (refused as Refused).messageIn('zh-cn')]).toEqual([0, msg]);
  }
});

test('parts that rows do not have, or not everybody may read, are refused when declared', () => {
  const declare = (shape: PanelQuery) => () => createWallPanelReader({ of: board, source: 'zoo', shape });
  for (const [part, why] of [
    [count({ sum: 'title' }), 'no number'],
    [count({ at: 'createtime' }), 'belong together'],
    [count({ at: 'title', in: 'today' }), 'neither a date'],
    [split('nothing'), 'no column'],
    [split('mobile'), 'personal data'],
    [byDay('title'), 'neither a date'],
    [rows(['nothing'], { order: ['id', 'desc'], most: 1 }), 'no column'],
    [share({ of: [['nothing', '=', '1']] }), 'not a field'],
    [count({ where: [['mobile', '=', '1']] }), 'personal data'],
  ] as const)
    expect(declare({ part }), why).toThrow(why);
  const animal = app.engine.find('zoo/animal');
  if (animal)
    expect(() => createWallPanelReader({ of: animal, source: 'zoo', shape: { x: count({ sum: 'worth' }) } })).toThrow(
      'everybody',
    );
});
