import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { overlapSeconds, overlaps } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import {
  describeCoachWithoutFiledTeam,
  findCoachWithoutFiledTeam,
} from '#modules/travel/server/anomaly/rule/coach-without-filed-team.ts';
import {
  longestDrivingMinutes,
  longestUnbrokenMinutes,
} from '#modules/travel/server/anomaly/rule/excessive-driving-time.ts';
import {
  anomalyRules,
  findAnomalies,
  type RuleOverrides,
} from '#modules/travel/server/anomaly/rule/find-anomalies-by-all-rules.ts';
import { consecutiveWorkingDays } from '#modules/travel/server/anomaly/rule/guide-without-rest-day.ts';
import type { TeamSnapshot } from '#modules/travel/server/anomaly/rule/team-snapshot-type.ts';
import {
  calendarDaysOfTrip,
  formatTripInterval,
} from '#modules/travel/server/product/trip-times-as-text-and-calendar-days.ts';
import { isOffRoute, staysOfCoach } from '#modules/travel/server/readings/coach-positions-and-stays.ts';
import { groupGateEntriesIntoVisits } from '#modules/travel/server/readings/group-gate-entries-into-visits.ts';

const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;
const day = { from: at('2026-11-20T08:00'), to: at('2026-11-20T12:00') };

/** A team without violations. */
const sound: TeamSnapshot = {
  ...day,
  team_no: 'T530126112000001',
  kind: 'domestic',
  filed_at: at('2026-11-18T08:00'),
  adults: 20,
  children: 0,
  minors: 0,
  elders: 0,
  total_fee: 2_000_000,
  ground_fee: undefined,
  declared_cost: 0,
  guidance: undefined,
  has_plan: false,
  vehicles: [{ ...day, plate: '云A12345', seats: 49, drivers: ['李四#d1'], shares: false }],
  guides: [{ ...day, name: '张三#1' }],
  stops: [],
  papers: [],
  barred: [],
  other: { vehicles: [], guides: [], drivers: [], drives: [], tourists: [], same_list: [], hires: [], hires_near: [] },
  road: { tracks: [], cameras: [], shops: [] },
  entries: [],
  agency: { teams: 1, staff: 10 },
};
const vehicle = sound.vehicles[0]!;
const codes = (team: Partial<TeamSnapshot>, tuning?: RuleOverrides) =>
  findAnomalies({ ...sound, ...team }, tuning).map(({ code }) => code);
const other = (more: Partial<TeamSnapshot['other']>) => ({ other: { ...sound.other, ...more } });
const stop = { day: 1, type: 'scenic', name: '石林', arrive: 540, minutes: 60, fee: 0, late: false } as const;

test('a team without violations has no findings, and every rule has a unique code', () => {
  expect(codes({})).toEqual([]);
  expect(new Set(anomalyRules.map(({ code }) => code)).size).toBe(17);
});

describe('half-open intervals', () => {
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 500 }))
    .map(([from, length]) => ({ from, to: from + length }));
  test('two overlap exactly if they share a second', () => {
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        expect(overlaps(a, b)).toBe(overlapSeconds(a, b) > 0);
        expect(overlaps(a, b)).toBe(overlaps(b, a));
      }),
    );
  });
  test('consecutive ones without a gap do not overlap', () => {
    fc.assert(fc.property(interval, (a) => !overlaps(a, { from: a.to, to: a.to + 1 })));
  });
});

describe('I01: a plate in two teams (K.7)', () => {
  const used = (from: string, to: string, more = {}) => ({
    name: '云A12345',
    team_no: 'T2',
    shares: false,
    pax: 10,
    from: at(from),
    to: at(to),
    ...more,
  });
  test('08:00–12:00 and 11:59–15:00 is refused, with team and time', () => {
    const found = findAnomalies({ ...sound, ...other({ vehicles: [used('2026-11-20T11:59', '2026-11-20T15:00')] }) });
    expect(found).toMatchObject([{ code: 'I01', action: 'block', severity: '3', field: 'vehicles.0.vehicle_id' }]);
    expect(found[0]?.seen['zh-cn']).toBe('该车辆在 2026-11-20 11:59–15:00 已有团队 T2');
  });
  test('12:00–15:00 is allowed', () => {
    expect(codes(other({ vehicles: [used('2026-11-20T12:00', '2026-11-20T15:00')] }))).toEqual([]);
  });
  test('both may share a transfer if all have seats', () => {
    const shares = { vehicles: [{ ...vehicle, shares: true }] };
    const second = (pax: number) =>
      other({ vehicles: [used('2026-11-20T11:00', '2026-11-20T15:00', { shares: true, pax })] });
    expect(codes({ ...shares, ...second(29) })).toEqual([]);
    expect(codes({ ...shares, ...second(30) })).toEqual(['I01']);
    expect(codes(second(10))).toEqual(['I01']);
  });
  test('all who share it at a time must have seats, however many teams there are', () => {
    const shares = { vehicles: [{ ...vehicle, shares: true }] };
    const third = (from: string, to: string, team_no: string) => used(from, to, { shares: true, pax: 15, team_no });
    const [early, late] = [
      third('2026-11-20T08:00', '2026-11-20T10:00', 'T2'),
      third('2026-11-20T09:30', '2026-11-20T12:00', 'T3'),
    ];
    expect(codes({ ...shares, ...other({ vehicles: [early, { ...late, from: early.to }] }) })).toEqual([]);
    const full = findAnomalies({ ...sound, ...shares, ...other({ vehicles: [early, late] }) });
    expect(full.map(({ seen }) => seen['zh-cn'])).toEqual([
      '该车辆在 2026-11-20 08:00–10:00 已有团队 T2',
      '该车辆在 2026-11-20 09:30–12:00 已有团队 T3',
    ]);
    // a team that entered it twice counts once
    expect(codes({ ...shares, ...other({ vehicles: [early, { ...early }] }) })).toEqual([]);
  });
  test('the same vehicle twice within a team, at the same time', () => {
    const [morning, noon] = [
      { ...vehicle, to: at('2026-11-20T10:00') },
      { ...vehicle, from: at('2026-11-20T10:00'), drivers: ['王五#d2'] },
    ];
    expect(codes({ vehicles: [morning, noon] })).toEqual([]);
    const found = findAnomalies({ ...sound, vehicles: [vehicle, noon] });
    expect(found).toMatchObject([{ code: 'I01', action: 'block', field: 'vehicles.1.vehicle_id' }]);
    expect(found[0]?.seen['zh-cn']).toBe('该车辆在 2026-11-20 08:00–12:00 已安排在本团队');
  });
});

test('I02: guides and drivers are in one place at a time, except with a shared vehicle and its driver', () => {
  const busy = { from: day.from, to: day.to, team_no: 'T2' };
  expect(codes(other({ guides: [{ ...busy, name: '张三#1' }] }))).toEqual(['I02']);
  expect(codes(other({ guides: [{ ...busy, name: '张三#2' }] }))).toEqual([]);
  expect(codes(other({ drivers: [{ ...busy, name: '李四#d1' }] }))).toEqual(['I02']);
  const found = findAnomalies({ ...sound, ...other({ guides: [{ ...busy, name: '张三#1' }] }) });
  expect(found[0]?.seen['zh-cn']).toBe('导游时间冲突：张三 在 2026-11-20 08:00–12:00 已有团队 T2');
  const both = {
    vehicles: [{ ...busy, name: '云A12345', shares: true, pax: 5 }],
    drivers: [{ ...busy, name: '李四#d1' }],
  };
  expect(codes({ vehicles: [{ ...vehicle, shares: true }], ...other(both) })).toEqual([]);
});

test('I02: nobody is in two places within one team either', () => {
  const guide = sound.guides[0]!;
  const half = { to: at('2026-11-20T10:00') };
  expect(
    codes({
      guides: [
        { ...guide, ...half },
        { ...guide, from: half.to },
      ],
    }),
  ).toEqual([]);
  const twice = findAnomalies({ ...sound, guides: [guide, { ...guide, ...half }] });
  expect(twice).toMatchObject([{ code: 'I02', action: 'block', field: 'guides.1.guide_id' }]);
  expect(twice[0]?.seen['zh-cn']).toBe('导游时间冲突：张三 在 2026-11-20 08:00–12:00 已安排在本团队');
  const second = { ...vehicle, plate: '云A54321', drivers: ['王五#d2', '李四#d1'] };
  expect(findAnomalies({ ...sound, vehicles: [vehicle, second] })).toMatchObject([
    { code: 'I02', field: 'vehicles.1.driver_id', seen: { 'zh-cn': expect.stringContaining('李四') } },
  ]);
  expect(
    codes({
      vehicles: [
        { ...vehicle, ...half },
        { ...second, from: half.to },
      ],
    }),
  ).toEqual([]);
});

describe('I03: at the wheel', () => {
  const drive = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
  test('a rest of 20 minutes restarts the count, one of 19 does not', () => {
    expect(longestUnbrokenMinutes([drive(0, 180), drive(200, 300)], 20)).toBe(180);
    expect(longestUnbrokenMinutes([drive(0, 180), drive(199, 300)], 20)).toBe(281);
  });
  test('8 hours in 24 are allowed, also across midnight', () => {
    const plan = (minutes: number) => [
      { ...stop, type: 'transfer' as const, arrive: 20 * 60, minutes: 120 },
      { ...stop, type: 'transfer' as const, arrive: 22 * 60 + 30, minutes: 120 },
      { ...stop, type: 'transfer' as const, day: 2, arrive: 60, minutes: 240 },
      { ...stop, type: 'transfer' as const, day: 2, arrive: 8 * 60, minutes },
    ];
    const long = { to: at('2026-11-21T20:00') };
    const team = { ...long, vehicles: [{ ...vehicle, ...long }], guides: [{ ...sound.guides[0]!, ...long }] };
    expect(codes({ ...team, stops: plan(0) })).toEqual([]);
    expect(codes({ ...team, stops: plan(6) })).toEqual(['I03']);
    expect(
      codes({ ...team, stops: plan(60), vehicles: [{ ...vehicle, ...long, drivers: ['李四#d1', '王五#d2'] }] }),
    ).toEqual([]);
  });
  test('driving hours of a driver count for all teams', () => {
    const own = { ...stop, type: 'transfer' as const, arrive: 8 * 60 + 30, minutes: 180 };
    const otherTeam = (from: string, to: string, more = {}) =>
      other({
        drives: [{ name: '李四#d1', team_no: 'T2', turns: 1, drives: [{ from: at(from), to: at(to) }], ...more }],
      });
    const [early, long] = [
      ['2026-11-20T05:00', '2026-11-20T08:00'] as const,
      ['2026-11-19T21:00', '2026-11-20T04:00'] as const,
    ];
    expect(codes({ stops: [own], ...otherTeam(...early) })).toEqual([]);
    expect(codes({ stops: [own], ...otherTeam('2026-11-20T05:20', '2026-11-20T08:20') })).toEqual(['I03']);
    const found = findAnomalies({ ...sound, stops: [own], ...otherTeam(...long) });
    expect(found.map(({ code, seen }) => [code, seen['zh-cn']])).toEqual([
      ['I03', '李四 24 小时内驾驶 10 小时，连续驾驶 3 小时（含团队 T2）'],
    ]);
    // in turns there, of another driver, longer ago, or while this team is not driven at all
    expect(codes({ stops: [own], ...otherTeam(...long, { turns: 2 }) })).toEqual([]);
    expect(codes({ stops: [own], ...otherTeam(...long, { name: '李四#2' }) })).toEqual([]);
    expect(codes({ stops: [own], ...otherTeam('2026-11-19T01:00', '2026-11-19T08:30') })).toEqual([]);
    expect(codes(otherTeam(...long))).toEqual([]);
    // a hire has a time span, not driving hours: all of its hours count, up to the daily maximum
    const hired = (from: string, to: string, name = '李四#d1') =>
      other({ hires_near: [{ name, from: at(from), to: at(to) }] });
    expect(codes({ stops: [own], ...hired('2026-11-20T03:00', '2026-11-20T08:00') })).toEqual([]);
    expect(codes({ stops: [own], ...hired('2026-11-20T03:00', '2026-11-20T08:00', '李四#2') })).toEqual([]);
    const late = findAnomalies({ ...sound, stops: [own], ...hired('2026-11-19T18:00', '2026-11-20T08:00') });
    expect(late.map(({ code, seen }) => [code, seen['zh-cn']])).toEqual([
      ['I03', '李四 24 小时内驾驶 11 小时，连续驾驶 3 小时（含包车，未报行程按用车时间计）'],
    ]);
    expect(codes(hired('2026-11-19T18:00', '2026-11-20T08:00')), 'where this team is not driven').toEqual([]);
    expect(codes({ stops: [own], ...hired('2026-11-18T08:00', '2026-11-19T08:00') }), 'a day before').toEqual([]);
    // driving two teams in one coach counts once
    expect(codes({ stops: [own], ...otherTeam('2026-11-20T08:30', '2026-11-20T11:30') })).toEqual([]);
    const rows = [
      { ...vehicle, to: at('2026-11-20T10:00') },
      { ...vehicle, plate: '云A54321', from: at('2026-11-20T10:00') },
    ];
    const plan = [
      { ...own, minutes: 80 },
      { ...own, arrive: 600, minutes: 110 },
    ];
    expect(codes({ vehicles: rows, stops: plan })).toEqual([]);
    expect(
      codes({
        vehicles: rows,
        stops: [
          { ...own, arrive: 480, minutes: 110 },
          { ...own, arrive: 600, minutes: 140 },
        ],
      }),
    ).toEqual(['I03', 'I03']);
  });
  test('the total never exceeds the span, nor the sum of all drives', () => {
    const gaps = fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 600 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(gaps, (all) => {
        let clock = 0;
        const drives = all.map(([gap, length]) => {
          const from = clock + gap;
          clock = from + length;
          return drive(from, clock);
        });
        const lengths = all.map(([, length]) => length);
        const most = longestDrivingMinutes(drives, 86_400);
        expect(most).toBeLessThanOrEqual(
          Math.min(
            lengths.reduce((a, b) => a + b),
            1440,
          ),
        );
        expect(most).toBeGreaterThanOrEqual(Math.max(...lengths));
      }),
    );
  });
});

test('I04: 49 tourists, a guide and a driver are too many for 49 seats; the driver counts if the permit says so', () => {
  const full = findAnomalies({ ...sound, adults: 49 });
  expect(full).toMatchObject([{ code: 'I04', action: 'block' }]);
  expect(full[0]?.seen['zh-cn']).toBe('核载 49 人，实载 51 人');
  expect(codes({ adults: 47 })).toEqual([]);
  expect(codes({ adults: 48 })).toEqual(['I04']);
  expect(codes({ adults: 48 }, { I04: { parameters: { drivers_count: 0 } } })).toEqual([]);
  const second = { ...vehicle, plate: '云A54321', drivers: ['王五#d2'] };
  expect(codes({ adults: 90, vehicles: [vehicle, second] })).toEqual([]);
  // entered twice, its seats count once, and its driver takes one of them
  expect(codes({ adults: 90, vehicles: [vehicle, vehicle] })).toContain('I04');
  expect(codes({ adults: 47, vehicles: [vehicle, vehicle] })).not.toContain('I04');
});

test('I04: tourists who remain when a coach leaves, or arrive later, need seats too', () => {
  const [large, small] = [
    { ...vehicle, to: at('2026-11-20T10:00') },
    { ...vehicle, plate: '云A54321', seats: 19, drivers: ['王五#d2'] },
  ];
  const found = findAnomalies({ ...sound, vehicles: [large, small] });
  expect(found.map(({ code, seen }) => [code, seen['zh-cn']])).toEqual([['I04', '核载 19 人，实载 22 人']]);
  expect(codes({ vehicles: [large, { ...small, to: large.to }] })).toEqual([]);
  const joins = { ...sound.guides[0]!, name: '赵六#2', from: at('2026-11-20T09:00') };
  expect(codes({ adults: 47, guides: [...sound.guides, joins] })).toEqual(['I04']);
});

describe('I05: the guidance price (K.7)', () => {
  const threeDays = { from: at('2026-11-20T08:00'), to: at('2026-11-22T18:00'), vehicles: [], guides: [] };
  const costing = (cents: number) => codes({ ...threeDays, guidance: 40_000, total_fee: cents * 20 });
  test('exactly 70 % counts as low, a yuan more does not', () => {
    expect(calendarDaysOfTrip(threeDays)).toBe(3);
    expect(costing(84_000)).toEqual(['I05']);
    expect(costing(84_100)).toEqual([]);
    expect(costing(84_001)).toEqual([]);
  });
  test('nothing is rounded: one cent for the whole team decides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 300 }), (guidance, adults) => {
        const limit = (70 * guidance * 3 * adults) / 100;
        const found = (total_fee: number) => codes({ ...threeDays, guidance, adults, total_fee }).includes('I05');
        const below = Math.floor(limit);
        if (below > 0) expect(found(below)).toBe(true);
        expect(found(below + 1)).toBe(false);
      }),
    );
  });
});

test('I06, I16: tourists who pay nothing, or less than the cost', () => {
  expect(codes({ total_fee: 0 })).toEqual(['I06']);
  expect(codes({ ground_fee: 99, declared_cost: 100 })).toEqual(['I06']);
  expect(codes({ ground_fee: 100, declared_cost: 100 })).toEqual([]);
  const tickets = [{ ...stop, fee: 13_000 }];
  expect(codes({ kind: 'one_day', stops: tickets, total_fee: 259_999 })).toEqual(['I16']);
  expect(codes({ kind: 'one_day', stops: tickets, total_fee: 260_000 })).toEqual([]);
  expect(codes({ stops: tickets, total_fee: 259_999 })).toEqual([]);
});

test('I07: shops take at most a quarter of the visiting time, one per day, none on the way', () => {
  const shop = { ...stop, type: 'shop' as const, minutes: 60 };
  const seen = { ...stop, minutes: 180 };
  expect(codes({ stops: [seen, shop] })).toEqual([]);
  expect(codes({ stops: [seen, { ...shop, minutes: 61 }] })).toEqual(['I07']);
  expect(codes({ stops: [{ ...seen, minutes: 600 }, shop, shop] })).toEqual(['I07']);
  expect(codes({ stops: [{ ...seen, minutes: 600 }, shop, { ...shop, day: 2 }] })).toEqual([]);
  expect(
    findAnomalies({
      ...sound,
      stops: [
        { ...seen, minutes: 600 },
        { ...shop, late: true },
      ],
    }),
  ).toMatchObject([{ code: 'I07', severity: '3' }]);
});

test('I08, I18: the same people in other teams', () => {
  const tourist = { ...day, name: '王*', team_no: 'T2' };
  const found = findAnomalies({ ...sound, ...other({ tourists: [tourist] }) });
  expect(found.map(({ seen }) => seen['zh-cn'])).toEqual(['游客 王* 已在 T2 中申报']);
  expect(codes(other({ tourists: [{ ...tourist, from: day.to, to: day.to + 10 }] }))).toEqual([]);
  expect(codes(other({ same_list: ['T3'] }))).toEqual(['I18']);
});

test('I09: a document is valid through its last day, and not a day longer', () => {
  const paper = (last: string) => codes({ papers: [{ holder: text('云A12345', '云A12345'), last }] });
  expect(paper('2026-11-19')).toEqual(['I09']);
  expect(paper('2026-11-20')).toEqual([]);
  const toMidnight = { to: at('2026-11-21T00:00') };
  expect(codes({ ...toMidnight, papers: [{ holder: text('云A12345', '云A12345'), last: '2026-11-20' }] })).toEqual([]);
  expect(codes({ papers: [{ holder: text('某旅行社', '某旅行社'), last: undefined }] })).toEqual(['I09']);
});

test('I09: crew that may no longer travel is reported at the field where it was chosen', () => {
  const why = { 'zh-cn': '张三暂扣，不能选用', en: '张三 cannot be chosen: Suspended' };
  expect(findAnomalies({ ...sound, barred: [{ field: 'guides.0.guide_id', why }] })).toMatchObject([
    { code: 'I09', action: 'block', field: 'guides.0.guide_id', seen: why },
  ]);
});

describe('I10: readings of a coach on its way', () => {
  const [south, north] = [
    { lng: 102.8, lat: 24.8 },
    { lng: 102.8, lat: 25.2 },
  ];
  const plan = [
    { ...stop, arrive: 480, place: south },
    { ...stop, name: '西山', arrive: 660, place: north },
  ];
  const shop = { name: '某翡翠城', lng: 102.8, lat: 25 };
  /** One position per minute from a moment on. */
  const stands = (from: string, minutes: number, spot = { lng: shop.lng, lat: shop.lat }) =>
    Array.from({ length: minutes + 1 }, (_, n) => ({ ...spot, at: at(from) + n * 60 }));
  const seen = (fixes: TeamSnapshot['road']['tracks'][number]['fixes'], more: Partial<TeamSnapshot> = {}) =>
    findAnomalies({
      ...sound,
      stops: plan,
      road: { tracks: [{ plate: '云A12345', fixes }], cameras: [], shops: [shop] },
      ...more,
    })
      .filter(({ code }) => code === 'I10')
      .map((one) => one.seen['zh-cn']);

  test('half an hour at a shop outside the plan is found, and not a minute less', () => {
    expect(seen(stands('2026-11-20T09:30', 30))).toEqual([
      '在未列入行程的购物点“某翡翠城”停留 30 分钟以上（云A12345，2026-11-20 09:30 起）',
    ]);
    expect(seen(stands('2026-11-20T09:30', 29))).toEqual([]);
    // the route leads through it: driving past is no stop
    expect(seen([...stands('2026-11-20T09:30', 20), ...stands('2026-11-20T09:51', 20, south)])).toEqual([]);
    const asIn = (more: object) =>
      seen(stands('2026-11-20T09:30', 60), { stops: [...plan, { ...stop, ...more, type: 'shop' }] });
    expect(asIn({ name: '翡翠城', place: south })).toEqual([]);
    expect(asIn({ name: '购物', place: { lng: 102.801, lat: 25 } })).toEqual([]);
    expect(asIn({ name: '购物', place: south })).toHaveLength(1);
  });

  test('twenty minutes off the route between the places of a day are found, within its hours', () => {
    const away = { lng: 103.1, lat: 25 };
    expect(seen(stands('2026-11-20T09:00', 20, away))).toEqual([
      '偏离行程线路 20 分钟以上（云A12345，2026-11-20 09:00 起，103.100,25.000）',
    ]);
    expect(seen(stands('2026-11-20T09:00', 19, away))).toEqual([]);
    // before the first place and after the last there is no route
    expect(seen(stands('2026-11-20T06:00', 90, away))).toEqual([]);
    expect(seen(stands('2026-11-20T12:00', 90, away))).toEqual([]);
    // a plan without positions of its sights has no route
    expect(seen(stands('2026-11-20T09:00', 60, away), { stops: [...plan, stop] })).toEqual([]);
  });

  test('a single camera reading off the route is enough, once a day', () => {
    const camera = { plate: '云A12345', place: '嵩明服务区', lng: 103.1, lat: 25, at: at('2026-11-20T09:00') };
    const by = (cameras: TeamSnapshot['road']['cameras']) => seen([], { road: { tracks: [], cameras, shops: [] } });
    expect(by([camera, { ...camera, at: camera.at + 600 }])).toEqual([
      '在行程线路外的“嵩明服务区”出现（云A12345，2026-11-20 09:00）',
    ]);
    expect(by([{ ...camera, lng: 102.82 }])).toEqual([]);
  });

  test('the corridor of a route is the given kilometres and a fifth of its length', () => {
    const width = 15 + 0.2 * 44.5;
    const east = (km: number) => ({ lng: 102.8 + km / (111.2 * Math.cos((25 * Math.PI) / 180)), lat: 25 });
    expect(isOffRoute(east(width - 0.5), [south, north], 15)).toBe(false);
    expect(isOffRoute(east(width + 0.5), [south, north], 15)).toBe(true);
    expect(isOffRoute(east(14.5), [{ lng: 102.8, lat: 25 }], 15)).toBe(false);
    expect(isOffRoute(east(900), [], 15)).toBe(false);
  });

  test('stays do not overlap, and each has the minimum duration', () => {
    const fix = fc.record({
      at: fc.integer({ min: 0, max: 1e5 }),
      lng: fc.double({ min: 102, max: 102.01, noNaN: true }),
      lat: fc.constant(25),
    });
    fc.assert(
      fc.property(fc.array(fix, { maxLength: 60 }), (fixes) => {
        const stays = staysOfCoach(
          fixes.toSorted((a, b) => a.at - b.at),
          600,
        );
        expect(stays.every(({ from, to }) => to - from >= 600)).toBe(true);
        expect(stays.every((one, n) => n === 0 || one.from >= (stays[n - 1]?.to ?? 0))).toBe(true);
      }),
    );
  });
});

test('I12: a fifth more or fewer at a gate is allowed; entries within an hour count as one', () => {
  const entry = { place: '石林', at: day.from, people: 0 };
  const counted = (...people: number[]) =>
    codes({ entries: people.map((n, at) => ({ ...entry, at: day.from + at * 600, people: n })) });
  expect(counted(24)).toEqual([]);
  expect(counted(25)).toEqual(['I12']);
  expect(counted(16)).toEqual([]);
  expect(counted(15)).toEqual(['I12']);
  expect(counted(12, 8)).toEqual([]);
  expect(
    groupGateEntriesIntoVisits([entry, { ...entry, at: day.from + 3600 }, { ...entry, place: '西山' }]),
  ).toHaveLength(3);
  expect(groupGateEntriesIntoVisits([entry, { ...entry, at: day.from + 3599 }])).toHaveLength(1);
});

test('I11: filed 12 hours ahead, 2 for a day trip; after departure it is more serious', () => {
  const filed = (moment: string, kind = 'domestic') =>
    findAnomalies({ ...sound, kind, filed_at: at(moment) }).map(({ code, severity }) => `${code} ${severity}`);
  expect(filed('2026-11-19T20:00')).toEqual([]);
  expect(filed('2026-11-19T20:01')).toEqual(['I11 1']);
  expect(filed('2026-11-20T06:00', 'one_day')).toEqual([]);
  expect(filed('2026-11-20T06:01', 'one_day')).toEqual(['I11 1']);
  expect(filed('2026-11-20T09:00')).toEqual(['I11 2']);
});

test('I13: twelve days in a row are allowed, a free day restarts the count', () => {
  const span = (from: string, to: string) => ({ from: at(`${from}T08:00`), to: at(`${to}T18:00`) });
  const team = span('2026-11-20', '2026-11-22');
  expect(consecutiveWorkingDays(team, [span('2026-11-11', '2026-11-19')])).toBe(12);
  expect(consecutiveWorkingDays(team, [span('2026-11-11', '2026-11-19'), span('2026-11-23', '2026-11-23')])).toBe(13);
  expect(consecutiveWorkingDays(team, [span('2026-11-11', '2026-11-18')])).toBe(3);
});

test('I14: a coach without a team, beyond three hours around one; ordinary cars are ignored', () => {
  const capture = { plate: '云A12345', at: day.to, place: '读书铺服务区', tour_coach: true };
  const found = (seconds: number, more = {}) =>
    findCoachWithoutFiledTeam([{ ...capture, at: capture.at + seconds }], [day], {
      grace_hours: 3,
      captures: 1,
      ...more,
    });
  expect(found(3 * 3600 - 1)).toBeUndefined();
  expect(found(3 * 3600)).toMatchObject({ times: 1, first: { place: '读书铺服务区' } });
  expect(found(0, { grace_hours: 0 })).toBeDefined();
  expect(found(3 * 3600, { captures: 2 })).toBeUndefined();
  expect(findCoachWithoutFiledTeam([{ ...capture, tour_coach: false }], [])).toBeUndefined();
  const twice = findCoachWithoutFiledTeam([{ ...capture, at: capture.at + 60, place: '小喜村' }, capture], []);
  expect(twice && describeCoachWithoutFiledTeam(twice)['zh-cn']).toBe(
    '云A12345 2026-11-20 12:00 起在“读书铺服务区”等处出现 2 次，没有团队备案',
  );
});

test('I15: from 30 % on a plan is required', () => {
  expect(codes({ elders: 5 })).toEqual([]);
  expect(codes({ elders: 6 })).toEqual(['I15']);
  expect(codes({ minors: 6, has_plan: true })).toEqual([]);
});

test('I17: many teams with few people', () => {
  expect(codes({ agency: { teams: 61, staff: 20 } })).toEqual(['I17']);
  expect(codes({ agency: { teams: 60, staff: 20 } })).toEqual([]);
  expect(codes({ agency: { teams: 61, staff: 21 } })).toEqual([]);
});

test('an area can disable a rule, or change its consequence', () => {
  expect(codes({ adults: 49 }, { I04: { rests: true } })).toEqual([]);
  expect(findAnomalies({ ...sound, adults: 49 }, { I04: { action: 'review' } })).toMatchObject([{ action: 'review' }]);
});

test('an interval is written with a second day only if it has one', () => {
  expect(formatTripInterval(day)).toBe('2026-11-20 08:00–12:00');
  expect(formatTripInterval({ ...day, to: at('2026-11-21T12:00') })).toBe('2026-11-20 08:00–2026-11-21 12:00');
});
