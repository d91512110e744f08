import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { storeLateReadings } from '#server/time-series/find-and-decide-suspect-and-store-late-readings.ts';
import { signedText, signWith } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { rollUpHours } from '#server/time-series/roll-up-and-read-hourly-figures.ts';
import { markRowsWithoutReadings } from '#server/time-series/update-reading-states-and-levels-of-rows.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { SpotsToday } from '../contract/public-page-of-crowds-at-spots-today.ts';
import type { Spot } from '../contract/scenic-spot-and-opening-season.ts';
import { type CapacityPanel, crowdLevelByCountName } from '../contract/spot-capacity-wall-panel.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';
import { resetVisitorsInside } from '../server/reset-visitors-inside-at-midnight.ts';
import { updateDailyTotalWarnings } from '../server/warning/warn-of-daily-visitor-totals.ts';

interface Answered {
  readonly id: number;
  readonly reason?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

let app: TestApp;
let chief: Client;
let officer: Client;
let operator: Agency;
let spot = 0;
let made = 0;
const area = '530102';

const now = (): number => Math.floor(Date.now() / 1000);
function ok<T>(answer: WireAnswer<T>): T {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
}
const refusal = async (answer: Promise<WireAnswer<Answered>>) => {
  const { status, code, msg, data } = await answer;
  expect([status, code], msg).toEqual([200, 0]);
  return { msg, fields: Object.keys(data.errors ?? {}) };
};
const addSpot = async (more: object = {}): Promise<number> => {
  made += 1;
  const row = {
    name: `西山景区 ${made}`,
    name_en: `Western Hills ${made}`,
    enterprise_id: operator.id,
    grade: '4a',
    area_code: area,
    place: { lng: 102.63, lat: 24.95 },
    duty_phone: '0871-67711278',
  };
  return ok(await chief.post<Answered>('/admin/scenic.spot/add', { ...row, ...more })).id;
};
const rowOf = async (id = spot): Promise<Spot> =>
  ok(await chief.get<{ row: Spot }>('/admin/scenic.spot/edit', { id })).row;
const areas = [
  { name: '前山', area_m2: 2000, per_person_m2: 2 },
  { name: '后山', area_m2: 3000, per_person_m2: 3 },
];
const draft = (more: object = {}) =>
  officer.post<Answered>('/admin/scenic.capacity/add', {
    spot_id: spot,
    doc_no: `文旅承载〔2026〕${made}号`,
    approved_by: '昆明市文化和旅游局',
    areas,
    open_minutes: 600,
    visit_minutes: 150,
    effective_from: '2026-01-01',
    ...more,
  });
/** A spot for 2,000 at a moment and 8,000 a day. */
async function approve(): Promise<number> {
  const { id } = ok(await draft());
  ok(await chief.post('/admin/scenic.capacity/review', { id }));
  ok(await chief.post('/admin/scenic.capacity/publish', { id }));
  return id;
}

beforeAll(async () => {
  app = await startApp({ max: 20 });
  chief = await app.client({ officer: 'admin' });
  officer = await app.client({ officer: 'city' });
  operator = await openAgency(app, { ent_type: 'scenic' });
});
beforeEach(async () => {
  spot = await addSpot();
});
afterAll(() => app.close());

describe('carrying capacity', () => {
  test('is calculated, approved by another officer, and gives the spot its limits; a new version replaces it', async () => {
    const { id } = ok(await draft());
    const { row } = ok(await officer.get<{ row: Record<string, unknown> }>('/admin/scenic.capacity/edit', { id }));
    expect([row.instant_max, row.daily_max]).toEqual([2000, 8000]);
    expect(row.calculation).toContain('C2 = C1 × Int(T/t) = 2,000 × Int(600 ÷ 150) = 2,000 × 4 = 8,000');
    expect((await refusal(officer.post('/admin/scenic.capacity/review', { id }))).msg).toContain('编辑人以外');
    ok(await chief.post('/admin/scenic.capacity/review', { id }));
    expect((await rowOf()).instant_max).toBeNull();
    ok(await chief.post('/admin/scenic.capacity/publish', { id }));
    expect(await rowOf()).toMatchObject({ instant_max: 2000, daily_max: 8000 });

    ok(await officer.post('/admin/scenic.capacity/revise', { id }));
    const next = await app.db.row<{ id: number }>(sql`select next_id as id from scenic_capacity where id = ${id}`);
    ok(
      await officer.post('/admin/scenic.capacity/edit', {
        id: next?.id,
        visit_minutes: 170,
        instant_by_hand: 1500,
        by_hand_reason: '文物保护要求',
        effective_from: '2099-01-01',
      }),
    );
    ok(await chief.post('/admin/scenic.capacity/review', { id: next?.id }));
    ok(await chief.post('/admin/scenic.capacity/publish', { id: next?.id }));
    expect(await rowOf(), 'not in force before its day').toMatchObject({ instant_max: 2000 });
    const second = ok(await draft()).id;
    ok(await chief.post('/admin/scenic.capacity/review', { id: second }));
    expect((await refusal(chief.post('/admin/scenic.capacity/publish', { id: second }))).msg).toContain('编制新版本');
    const stored = await app.db.row(
      sql`select instant_max, daily_max, revision from scenic_capacity where id = ${next?.id ?? 0}`,
    );
    expect(stored).toEqual({ instant_max: 1500, daily_max: 4500, revision: 2 });
  });

  test('a visit longer than the day, no areas, areas of nothing and figures above the formula are refused', async () => {
    expect((await refusal(draft({ visit_minutes: 700 }))).fields).toEqual(['visit_minutes']);
    const { id } = ok(await draft({ areas: [] }));
    expect((await refusal(chief.post('/admin/scenic.capacity/review', { id }))).msg).toContain('至少一个区域');
    ok(await officer.del('/admin/scenic.capacity/del', { ids: [id] }));
    expect((await refusal(draft({ areas: [{ ...areas[0], per_person_m2: 0 }] }))).fields).toEqual([
      'areas.0.per_person_m2',
    ]);
    expect((await refusal(draft({ instant_by_hand: 2001, by_hand_reason: '高' }))).fields).toEqual(['instant_by_hand']);
    expect((await refusal(draft({ instant_by_hand: 1000 }))).fields).toEqual(['by_hand_reason']);
  });
});

const ago = (minutes: number) => now() - minutes * 60;
/** Minutes of today in Shanghai, so that a day does not end in the middle of a test. */
const noon = () => Math.floor(Date.parse(`${shanghaiToday()}T00:00:00+08:00`) / 1000);
const store = (rows: readonly Record<string, unknown>[], at = Date.now()) =>
  validateAndStoreReadings(app.engine, flow, systemCaller(), rows as never, at);
const insideOf = async (of = spot) =>
  (
    await app.db.rows<{ inside: number }>(sql`select inside from scenic_flow where of_id = ${of} order by at, source`)
  ).map(({ inside }) => inside);

describe('spots', () => {
  test('the operator changes hours and who is on duty, not what the supervisor decides', async () => {
    const changes = { duty_name: '李四', grade: '5a', area_code: '530103', name: '改名', open_to_public: '0' };
    await operator.owner.post('/api/scenic.spot/edit', { id: spot, ...changes });
    ok(await operator.owner.post('/api/scenic.spot/edit', { id: spot, duty_name: '李四' }));
    const { duty_name, grade, area_code, open_to_public, name } = await rowOf();
    expect({ duty_name, grade, area_code, open_to_public }).toEqual({
      duty_name: '李四',
      grade: '4a',
      area_code: area,
      open_to_public: '1',
    });
    expect(name).not.toBe('改名');
  });

  test('are closed with their operator, and stay closed', async () => {
    const other = await openAgency(app, { ent_type: 'scenic' });
    const id = await addSpot({ enterprise_id: other.id });
    await moveRows(app.engine, enterprise, systemCaller(), { where: sql`t.id = ${other.id}`, move: 'cancel' });
    expect((await rowOf(id)).status).toBe('closed');
    await refusal(chief.post('/admin/scenic.spot/reopen', { id }));
  });
});

describe('flow', () => {
  test('who is inside follows from who came and went, of all gates, however the batches arrive', async () => {
    const t = noon();
    const at = (minute: number) => t + minute * 60;
    const clock = (t + 7200) * 1000;
    await store([{ of: spot, source: 'north', at: at(1), entered: 100, departed: 0 }], clock);
    await store(
      [
        { of: spot, source: 'south', at: at(2), entered: 50, departed: 20 },
        { of: spot, source: 'north', at: at(2), entered: 10, departed: 0 },
      ],
      clock,
    );
    expect(await insideOf()).toEqual([100, 110, 140]);
    // rows that come twice count once
    const again = await store([{ of: spot, source: 'south', at: at(2), entered: 50, departed: 20 }], clock);
    expect(again).toMatchObject({ stored: 0, known: 1 });
    // one that comes after later ones counts from then on
    await store([{ of: spot, source: 'south', at: at(1), entered: 7, departed: 0 }], clock);
    await store([{ of: spot, source: 'north', at: at(3), entered: 0, departed: 0 }], clock);
    expect((await insideOf()).at(-1)).toBe(147);
    // more leave than came: nobody is inside, and counting goes on from nobody
    await store([{ of: spot, source: 'north', at: at(4), entered: 0, departed: 500 }], clock);
    await store([{ of: spot, source: 'north', at: at(5), entered: 30, departed: 0 }], clock);
    expect((await insideOf()).slice(-2)).toEqual([0, 30]);
    const totals = await app.db.row(sql`select max(day_total) as total from scenic_flow where of_id = ${spot}`);
    expect(totals).toEqual({ total: 197 });
    // the next day begins with nobody
    await store([{ of: spot, source: 'north', at: t + 86_400 + 60, entered: 5, departed: 0 }], (t + 90_000) * 1000);
    expect((await insideOf()).at(-1)).toBe(5);
    expect((await store([{ of: spot, at: at(6), parking: 4 }], clock)).refused[0]?.errors).toHaveProperty('inside');
  });

  test('a correction with a reason becomes the figure from which counting goes on', async () => {
    await store([{ of: spot, source: 'north', at: ago(3), entered: 400, departed: 0 }]);
    const correction = { spot_id: spot, kind: 'correction', counted_at: ago(2), inside: 250 };
    expect((await refusal(officer.post('/admin/scenic.count/add', correction))).fields).toEqual(['reason']);
    ok(await officer.post('/admin/scenic.count/add', { ...correction, reason: '北门闸机重复计数' }));
    expect(
      (await refusal(officer.post('/admin/scenic.count/add', { spot_id: spot, kind: 'count', counted_at: ago(1) })))
        .fields,
    ).toEqual(['inside']);
    expect(
      (
        await refusal(
          officer.post('/admin/scenic.count/add', { spot_id: spot, kind: 'count', counted_at: now() + 600, inside: 1 }),
        )
      ).fields,
    ).toEqual(['counted_at']);
    await expect.poll(() => insideOf()).toEqual([400, 250]);
    await store([{ of: spot, source: 'north', at: ago(1), entered: 10, departed: 0 }]);
    expect(await insideOf()).toEqual([400, 250, 260]);
  });

  test('a source reports its own spot only, signed, and its late rows change hours but no levels', async () => {
    await approve();
    const other = await addSpot();
    const source = ok(
      await chief.post<Answered>('/admin/scenic.source/add', {
        name: '北门',
        kind: 'gate',
        spot_id: spot,
        area_code: area,
      }),
    ).id;
    const keys = ok(
      await chief.post<{ app_key: string; secret: string }>('/admin/scenic.source/issueSecret', { id: source }),
    );
    const push = async (rows: object[]) => {
      const body = JSON.stringify({ rows });
      const request = {
        method: 'POST',
        path: '/api/scenic.flow/push',
        query: '',
        body,
        timestamp: String(now()),
        nonce: randomBytes(9).toString('hex'),
      };
      const headers = {
        'content-type': 'application/json',
        'x-app-key': keys.app_key,
        'x-timestamp': request.timestamp,
        'x-nonce': request.nonce,
        'x-sign': signWith(keys.secret, signedText(request)),
      };
      const answer = await fetch(`${app.server.address}${request.path}`, { method: 'POST', headers, body });
      const { data } = (await answer.json()) as { data: { rows: { result: string }[] } };
      return data.rows.map(({ result }) => result);
    };
    const late = Math.floor(ago(26 * 60) / 3600) * 3600 + 600;
    expect(
      await push([
        { of: spot, at: ago(1), inside: 500 },
        { of: other, at: ago(1), inside: 500 },
        { of: spot, at: now() + 600, inside: 500 },
        { of: spot, at: ago(2), entered: -5 },
        { of: spot, at: late, inside: 2100 },
        { of: spot, at: ago(400 * 1440), inside: 1 },
      ]),
    ).toEqual(['stored', 'refused', 'refused', 'refused', 'late', 'refused']);
    await storeLateReadings(app.engine, flow);
    const hours = () =>
      app.db.row(
        sql`select inside_max from scenic_flow_hour where of_id = ${spot} and at = date_trunc('hour', to_timestamp(${late}))`,
      );
    await expect.poll(hours).toEqual({ inside_max: 2100 });
    const { list } = ok(
      await chief.get<{ list: { level: number; state: string }[] }>('/admin/scenic.flow/state', { of: spot }),
    );
    expect(list).toMatchObject([{ level: 0, state: 'ok' }]);
  });

  test('hours are rolled up once they are over, and a run that was cut off goes on', async () => {
    const hour = Math.floor(now() / 3600) * 3600;
    const t = hour - 3 * 3600;
    await store(
      [0, 1, 2, 3].map((n) => ({ of: spot, source: 'a', at: t + n * 1800, inside: 100 + n * 10, day_total: n })),
    );
    await app.db.query(sql`delete from scenic_flow_hour where of_id = ${spot}`);
    await app.db.query(sql`delete from reading_roll_up`);
    expect(await rollUpHours(app.engine, flow)).toBeGreaterThanOrEqual(2);
    expect(await rollUpHours(app.engine, flow), 'nothing twice').toBe(0);
    const rows = await app.db.rows(sql`
      select readings, inside_min, inside_max, inside_avg, inside_last from scenic_flow_hour where of_id = ${spot} order by at`);
    expect(rows).toEqual([
      { readings: 2, inside_min: 100, inside_max: 110, inside_avg: 105, inside_last: 110 },
      { readings: 2, inside_min: 120, inside_max: 130, inside_avg: 125, inside_last: 130 },
    ]);
  });

  test('the day begins empty where gates are silent at night', async () => {
    const midnight = noon();
    await store([{ of: spot, source: 'north', at: midnight - 3600, inside: 40 }], (midnight - 3500) * 1000);
    // of one whose data is lost nobody knows that it is empty
    const silent = await addSpot();
    await store([{ of: silent, source: 'north', at: midnight - 3600, inside: 40 }], (midnight - 3500) * 1000);
    await app.db.query(sql`update reading_state set lost = true where of_id = ${silent}`);
    // shortly after midnight spots of other tests are reset with it
    expect(await resetVisitorsInside(app.engine)).toBeGreaterThan(0);
    expect(await insideOf(silent)).toEqual([40]);
    expect(await insideOf()).toEqual([40, 0]);
    expect(await resetVisitorsInside(app.engine)).toBe(0);
  });

  test('a past moment shows who had come until then', async () => {
    // of yesterday, all of which has passed
    const midnight = noon() - 86_400;
    const clock = (midnight + 3 * 3600) * 1000;
    await app.db.query(sql`update scenic_spot set createtime = to_timestamp(${midnight - 86_400}) where id = ${spot}`);
    await store([{ of: spot, source: 'north', at: midnight + 3600, entered: 100, departed: 0 }], clock);
    await store([{ of: spot, source: 'north', at: midnight + 2 * 3600, entered: 50, departed: 0 }], clock);
    const at = midnight + 3700;
    const wall = ok(await chief.get<CapacityPanel>('/admin/screen.capacity/index', { area: '530100', at }));
    expect(wall.spots.find((one) => one.id === spot)).toMatchObject({
      inside: 100,
      day_total: 100,
      name: expect.stringContaining('西山景区'),
    });
    const english = await app.client({ officer: 'admin' }, 'en');
    for (const moment of [{}, { at }]) {
      const { spots } = ok(
        await english.get<CapacityPanel>('/admin/screen.capacity/index', { area: '530100', ...moment }),
      );
      expect(spots.find((one) => one.id === spot)?.name).toMatch(/^Western Hills \d+$/);
    }
  });
});

describe('warnings', () => {
  interface Shown {
    readonly id: number;
    readonly status: string;
    readonly level: string;
    readonly peak_level: string;
    readonly peak: number | null;
    readonly measures: readonly string[];
    readonly turned_away: number | null;
    readonly due_at: number | null;
  }
  const warningOf = async (who: Client = chief): Promise<Shown | undefined> => {
    const side = who === operator.owner ? 'api' : 'admin';
    const search = { 'search[0][field]': 'spot_id', 'search[0][operator]': '=', 'search[0][val]': spot };
    const { list } = ok(await who.get<{ list: Shown[] }>(`/${side}/scenic.warning/index`, search));
    const [found] = list;
    return found && ok(await who.get<{ row: Shown }>(`/${side}/scenic.warning/edit`, { id: found.id })).row;
  };
  const level = async () => Number((await warningOf())?.level ?? 0);

  test('levels at 80, 90 and 100 % rise at once and fall after ten minutes five points below, to the minute', async () => {
    await approve();
    let minute = -120;
    const t = Math.floor(now() / 60) * 60;
    const read = async (inside: number, minutes = 1) => {
      const rows = Array.from({ length: minutes }, (_, n) => ({
        of: spot,
        source: 'gate',
        at: t + (minute + n) * 60,
        inside,
      }));
      minute += minutes;
      await store(rows);
    };
    await read(1599);
    expect(await warningOf()).toBeUndefined();
    await read(1600);
    expect(await warningOf()).toMatchObject({ status: 'raised', level: '80' });
    const first = (await warningOf())?.id ?? 0;
    ok(await operator.owner.post('/api/scenic.warning/confirm', { id: first, measures: ['timed_booking'] }));
    const lateOf = () => app.db.row(sql`select confirmed_late from scenic_warning where id = ${first}`);
    expect(await lateOf(), 'of readings that came late').toEqual({ confirmed_late: false });
    await read(1800);
    expect(await warningOf(), 'a higher level is confirmed again').toMatchObject({
      id: first,
      status: 'raised',
      level: '90',
    });
    await read(2000);
    expect(await level()).toBe(100);
    await read(1790, 10);
    expect(await level(), 'nine minutes').toBe(100);
    await read(1790);
    expect(await level(), 'ten minutes').toBe(90);
    await read(1700, 12);
    expect(await level(), 'not below 85 %').toBe(90);
    await read(1699, 11);
    expect(await level()).toBe(80);
    ok(await operator.owner.post('/api/scenic.warning/confirm', { id: first, measures: ['gate_limit', 'stop_sale'] }));
    ok(
      await operator.owner.post('/api/scenic.warning/control', {
        id: first,
        measures: ['gate_limit'],
        turned_away: 120,
      }),
    );
    ok(await officer.post('/admin/scenic.warning/act', { id: first, reason: '南门分流', turned_away: 30 }));
    await read(1499, 11);
    expect(await warningOf(operator.owner)).toMatchObject({
      status: 'cleared',
      peak_level: '100',
      peak: 2000,
      turned_away: 150,
      measures: ['timed_booking', 'gate_limit', 'stop_sale'],
    });
    expect(
      (await refusal(chief.post('/admin/scenic.warning/review', { id: first, verdict: '措施得当' }))).msg,
    ).toContain('尚未提交报告');
    ok(await operator.owner.post('/api/scenic.warning/account', { id: first, account: '上午十点起限流，劝返 150 人' }));
    ok(await chief.post('/admin/scenic.warning/review', { id: first, verdict: '措施得当' }));
    const { acts, levels, points } = ok(
      await chief.get<{ acts: { move: string }[]; levels: { level: number }[]; points: { n: number }[] }>(
        '/admin/scenic.warning/course',
        { id: first },
      ),
    );
    expect(acts.map(({ move }) => move)).toEqual(['confirm', 'confirm', 'control', 'act', 'account', 'review']);
    expect(levels.map((one) => one.level)).toEqual([80, 90, 100, 90, 80, 0]);
    expect(Math.max(...points.map(({ n }) => n))).toBe(2000);
  });

  test('each level is told once, to the spot and to officers; what nobody confirms goes to leaders', async () => {
    await approve();
    await app.db.query(sql`update scenic_spot set duty_mobile = '13988887777' where id = ${spot}`);
    await app.db.query(sql`update auth_admin set area_code = ${area} where username = 'county1'`);
    const begun = now();
    await store([{ of: spot, source: 'gate', at: ago(3), inside: 1850 }]);
    await store([{ of: spot, source: 'gate', at: ago(2), inside: 1860 }]);
    const { id = 0, due_at } = (await warningOf()) ?? {};
    expect(due_at, 'ten minutes from when it was asked').toBeGreaterThanOrEqual(begun + 600);
    const texts = () =>
      app.db.rows<{ template_code: string; mobile: string }>(
        sql`select template_code from message_sms where resource = 'scenic/warning' and row_id = ${id}`,
      );
    await expect.poll(async () => (await texts()).length).toBe(1);
    const inboxes = async (code: string) => {
      const found = await app.db.rows<{ admin: boolean; member: boolean }>(sql`
        select bool_or(admin_id is not null) as admin, bool_or(user_id is not null) as member from message_notice
        where resource = 'scenic/warning' and row_id = ${id} and template_code = ${code}`);
      return found[0];
    };
    expect(await inboxes('scenic_warning')).toEqual({ admin: true, member: true });
    await app.db.query(sql`update deadline set due_at = now() - interval '2 minutes', warnings = '[{"at": 1, "fact": "overdue", "left": 0}]',
      warn_at = now() - interval '1 minute' where resource = 'scenic/warning' and row_id = ${id}`);
    await emitDeadlineEvents(app.engine);
    await expect.poll(async () => (await inboxes('scenic_warning_unconfirmed'))?.admin).toBe(true);
  });

  test('gates that report the same moment fill the spot together', async () => {
    await approve();
    await store([{ of: spot, source: 'north', at: ago(2), entered: 1000, departed: 0 }]);
    const { at = 0 } =
      (await app.db.row<{ at: number }>(
        sql`select extract(epoch from at)::float8 as at from reading_state where of_id = ${spot}`,
      )) ?? {};
    await store([{ of: spot, source: 'south', at, entered: 900, departed: 0 }]);
    expect(await warningOf()).toMatchObject({ level: '90', value: 1900 });
  });

  test('a warning ends with the day, also where the data is lost', async () => {
    await approve();
    await store([{ of: spot, source: 'gate', at: ago(30), inside: 1900 }]);
    await markRowsWithoutReadings(app.engine, flow);
    expect(await warningOf()).toMatchObject({ status: 'raised', level: '90' });
    await resetVisitorsInside(app.engine, addDays(shanghaiToday(), 1));
    expect(await warningOf()).toMatchObject({ status: 'cleared', peak: 1900 });
    expect((await rowOf()).crowd).toBe('lost');
  });

  test('a limit that comes to lie below who is inside is exceeded with the next reading', async () => {
    const id = await approve();
    await store([{ of: spot, source: 'gate', at: ago(4), inside: 1200 }]);
    expect(await warningOf()).toBeUndefined();
    ok(await officer.post('/admin/scenic.capacity/revise', { id }));
    const next = await app.db.row<{ id: number }>(sql`select next_id as id from scenic_capacity where id = ${id}`);
    const changes = {
      id: next?.id,
      instant_by_hand: 1000,
      by_hand_reason: '抢修步道',
      effective_from: shanghaiToday(),
    };
    ok(await officer.post('/admin/scenic.capacity/edit', changes));
    ok(await chief.post('/admin/scenic.capacity/review', { id: next?.id }));
    ok(await chief.post('/admin/scenic.capacity/publish', { id: next?.id }));
    await store([{ of: spot, source: 'gate', at: ago(1), inside: 1210 }]);
    expect(await warningOf()).toMatchObject({ level: '100', against: 1000, percent: 121 });
  });

  test('visitors of the day are compared with the daily capacity, whose warning ends with the day', async () => {
    await approve();
    await store([{ of: spot, source: 'gate', at: ago(1), inside: 100, day_total: 6400 }]);
    await updateDailyTotalWarnings(app.engine);
    expect(await warningOf()).toMatchObject({
      status: 'raised',
      level: '80',
      basis: 'daily',
      value: 6400,
      against: 8000,
    });
    await updateDailyTotalWarnings(app.engine);
    await store([{ of: spot, source: 'gate', at: ago(0), inside: 100, day_total: 8000 }]);
    await updateDailyTotalWarnings(app.engine);
    expect(await warningOf()).toMatchObject({ level: '100', peak_level: '100' });
    await updateDailyTotalWarnings(app.engine, addDays(shanghaiToday(), 1));
    expect(await warningOf()).toMatchObject({ status: 'cleared', peak: 8000 });
  });

  test('lost data is grey and never 0, on the wall and on the open page, and each count is that of its list', async () => {
    await approve();
    await store([{ of: spot, source: 'gate', at: ago(30), inside: 1900 }]);
    const busy = await addSpot();
    await store([{ of: busy, source: 'gate', at: ago(1), inside: 300 }]);
    await markRowsWithoutReadings(app.engine, flow);
    const notified = async () => {
      const found = await app.db.row<{ admin: boolean | null; member: boolean | null }>(sql`
        select bool_or(admin_id is not null) as admin, bool_or(user_id is not null) as member from message_notice
        where resource = 'scenic/spot' and row_id = ${spot} and template_code = 'scenic_data_lost'`);
      return found;
    };
    await expect.poll(notified).toEqual({ admin: true, member: true });
    const wall = ok(await chief.get<CapacityPanel>('/admin/screen.capacity/index', { area: '530100' }));
    expect(wall.spots.find((one) => one.id === spot)).toMatchObject({ state: 'data_lost', inside: null, level: null });
    expect(wall.spots.find((one) => one.id === busy)).toMatchObject({ state: 'ok', inside: 300, instant_max: null });
    for (const [name, crowd] of Object.entries(crowdLevelByCountName)) {
      const search = { 'search[0][field]': 'crowd', 'search[0][operator]': '=', 'search[0][val]': crowd };
      const { total } = ok(await chief.get<{ total: number }>('/admin/scenic.spot/index', search));
      expect(wall.summary[name as keyof typeof crowdLevelByCountName], name).toBe(total);
    }
    expect(wall.summary.lost).toBeGreaterThan(0);
    const nobody = await app.client('nobody');
    const { spots } = ok(await nobody.get<SpotsToday>('/api/scenic.spots/today'));
    expect(spots.find((one) => one.id === spot)).toMatchObject({
      state: 'data_lost',
      inside: null,
      percent: null,
      level: null,
    });
    expect((await chief.get('/admin/screen.capacity/index', { area: '999999' })).code).toBe(0);
  });
});
