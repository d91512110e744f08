import { expect, test } from 'vitest';
import { readListQuery, toWireParams, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { checkMapLayers, mapLayersOf } from '#kernel/module/wall-map-layer.ts';
import {
  boardsOf,
  checkWallPanels,
  feedsOf,
  wallPanelsOf,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { lastDayOfMonth, shanghaiDateOf, toShanghaiSecond } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { statesAwaitingOfficer, statesInGroup } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import { enterpriseModule } from '#modules/enterprise/contract/module.ts';
import * as rows from '#modules/enterprise/contract/wall/list-filters-behind-enterprise-wall-figures.ts';
import { findResource, modules } from '#modules/registry.ts';
import { formatWallTime, lunarDate, lunarDay } from '#web/wall/feed/format-wall-time.ts';

const noon = Date.parse('2026-11-21T04:05:09Z') / 1000;

test('every state of an enterprise has exactly one standing', () => {
  const declared = Object.keys(enterprise.life?.states ?? {});
  const grouped = Object.values(statesInGroup).flat();
  expect(grouped.toSorted()).toEqual(declared.toSorted());
  expect(statesInGroup.waiting).toBe(statesAwaitingOfficer);
  expect(enterpriseModule.entries).toContain(enterprise);
});

test('panels and layers of the map are declared, and wrong ones are refused', () => {
  const panels = wallPanelsOf(modules);
  checkWallPanels(panels, findResource);
  expect(feedsOf(panels).map((one) => one.name)).toEqual([
    'map',
    'enterprise',
    'audit',
    'newest',
    'itinerary',
    'source',
    'history',
    'vehicle',
    'check',
    'enforcement',
    'complaint',
    'incident',
    'capacity',
    'opinion',
  ]);
  expect(boardsOf(panels).map((one) => one.name)).toEqual([
    'travel',
    'check',
    'complaint',
    'incident',
    'scenic',
    'opinion',
  ]);
  const brought = {
    name: 'brought',
    label: enterprise.label,
    shows: { of: enterprise.name, measure: 'registered', by: 'status' },
  };
  for (const wrong of [
    { ...brought, name: 'map' },
    { ...brought, size: 25 },
    { ...brought, shows: { of: 'no/thing', rows: 'newest' as const } },
    { ...brought, shows: { of: 'enterprise/log', rows: 'due' as const } },
    { ...brought, shows: { of: enterprise.name, rows: 'newest' as const, more: ['no_field'] } },
    { ...brought, shows: { of: enterprise.name, measure: 'registered', by: 'name' } },
    { ...brought, shows: { of: enterprise.name, levels: 'enterprise/none' } },
  ])
    expect(() => checkWallPanels([...panels, wrong], findResource)).toThrow(/^panel /);
  const layers = mapLayersOf(modules);
  checkMapLayers(layers, findResource);
  expect(layers.map(({ name }) => name)).toEqual(['enterprise', 'coach', 'check', 'complaint', 'incident', 'spot']);
  const layer = {
    name: 'layer',
    label: enterprise.label,
    mark: enterprise.label,
    of: enterprise.name,
    unit: enterprise.label,
    levels: { all: enterprise.label },
  };
  for (const wrong of [
    { ...layer, name: 'spot' },
    { ...layer, of: 'no/thing' },
    { ...layer, levels: {} },
    { ...layer, where: [['no_field', 'NULL']] as const },
  ])
    expect(() => checkMapLayers([...layers, wrong], findResource)).toThrow(/layer/);
});

test('the clock is that of Shanghai wherever the wall hangs', () => {
  expect(formatWallTime(noon)).toBe('12:05:09');
  expect(shanghaiDateOf(Date.parse('2026-11-20T16:00:00Z') / 1000)).toBe('2026-11-21');
  expect(toShanghaiSecond(noon)).toBe('2026-11-21 12:05:09');
});

test('the lunar date is written in words', () => {
  expect(lunarDate(Date.parse('2026-02-17T04:00:00Z') / 1000, 'zh-cn')).toBe('丙午年正月初一');
  expect(lunarDate(noon, 'zh-cn')).toBe('丙午年十月十三');
  expect(lunarDate(noon, 'en')).toBe('');
  expect([1, 10, 11, 19, 20, 21, 29, 30].map(lunarDay)).toEqual([
    '初一',
    '初十',
    '十一',
    '十九',
    '二十',
    '廿一',
    '廿九',
    '三十',
  ]);
});

test('a month ends by the calendar', () => {
  expect(lastDayOfMonth('2028-02')).toBe('2028-02-29');
});

const area = { code: '532900' };

/** The list must understand the link of a figure, or it would show other rows. */
test.each([
  rows.allEnterprises(area, 1),
  rows.enterprisesNewToday(area, 1, '2026-11-21'),
  rows.enterprisesOfStatusGroup(area, 1, 'waiting'),
  rows.enterprisesOfStatusGroup(area, 1, 'active'),
  rows.enterprisesOfStatus(area, 1, 'suspended'),
  rows.enterprisesOfType(area, 1, 'hotel'),
  rows.enterprisesOfType(area, 1, 'hotel', 'attention'),
  rows.enterprisesOfDivision({ code: '532901', name: '大理市' }, 1, (name) => name),
  rows.enterprisesOfRiskClass(area, 1, 'A'),
  rows.enterprisesOfRiskClass(area, 1, ''),
  rows.enterprisesOfMonth(area, 1, '2026-02'),
  rows.reviewsOverdueAt(area, 1, noon),
  rows.reviewsDueSoonAt(area, 1, noon),
  rows.reviewsDecidedBetween(area, 1, '2026-10-22', '2026-11-20'),
])('$title.en survives the address of the enterprise list', ({ conditions, order }) => {
  const query = { conditions, keyword: '', ...(order ? { order } : {}) };
  expect(readListQuery(writeListQuery(query), enterprise)).toEqual(query);
});

test('moments are sent as wall-clock times of Shanghai', () => {
  const { conditions } = rows.reviewsOverdueAt(area, 1, noon);
  expect(toWireParams({ conditions, keyword: '' }, enterprise).search?.at(-1)).toEqual({
    field: 'due_at',
    operator: 'RANGE',
    val: ',2026-11-21 12:05:09',
    render: 'datetime',
  });
  expect(rows.allEnterprises({ code: '100000' }, 1).conditions).toEqual([]);
});
