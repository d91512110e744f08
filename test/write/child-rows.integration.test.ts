import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import { readTimeline } from '#server/history/read-timeline-of-record.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { maskedParameters } from '#server/http/mask-parameters-for-log.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readPageOfChildList } from '#server/read/list/read-page-of-child-list.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import type { WriteRequest } from '#server/write/feature/write-request.ts';
import { write } from '#server/write/write-pipeline.ts';
import { hotel, itinerary, tourist, tripEngine, withHooks } from '../invented/trip.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape are looked into
type Row = Record<string, any> & { id: number; version: number };

let on: TestEngine;
let engine: Engine;
let chief: Caller;
let county: Caller;
const nodes = ['itinerary', 'hotel'].flatMap((name) =>
  ['index', 'add', 'edit', 'del'].map((one) => `trip/${name}/${one}`),
);
const ofTourists = ['index', 'add', 'edit', 'del', 'reveal'].map((one) => `trip/tourist/${one}`);
beforeAll(async () => {
  on = await createTestEngine();
  engine = await tripEngine(on);
  chief = await on.officer('admin');
  county = { ...(await on.officer('county1')), nodes: new Set([...nodes, ...ofTourists]), grantKey: 'trip' };
});
afterAll(() => on.close());

const log = { title: text('测试', 'Test'), url: '/admin/test', data: '{}' };
const idNo = (n: number) => {
  const body = `53010219900101${String(n).padStart(3, '0')}`;
  return body + String(idNumberCheckDigit(body));
};
const form = (more: Record<string, unknown> = {}) => ({
  team_no: `T${Math.random()}`,
  area_code: '530102',
  days: [
    {
      summary: '到达',
      date: '2026-12-01',
      stops: [{ name: '石林', fee: '12.50', arrives_at: '09:30:00' }, { name: '翠湖' }],
    },
    { summary: '返程', stops: [] },
  ],
  tourists: [
    { name: '张三', id_no: idNo(1), mobile: '13800138000', room_no: '101' },
    { name: '李四', id_no: idNo(2), room_no: '102' },
  ],
  ...more,
});
const add = async (input: Record<string, unknown> = form(), caller = county, with_ = engine) =>
  (await write(with_, itinerary, caller, { operation: 'add', input, log, unread: true })).id;
const edit = (
  id: number,
  input: Record<string, unknown>,
  caller = county,
  more: Partial<WriteRequest> = {},
  with_ = engine,
) => write(with_, itinerary, caller, { operation: 'edit', id, input, log, unread: true, ...more });
const read = (id: number, caller = county) => readRow<Row>(engine, itinerary, caller, id);
const refused = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error;
  return error.data as { reason?: string; errors?: Record<string, string[]> };
};
const count = async (table: string, where = 'true') =>
  (await on.db.row<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))?.n;

describe('child rows', () => {
  test('are written and read with their parent, two levels deep, in their order', async () => {
    const id = await add();
    const row = await read(id);
    expect(row.days.map((one: Row) => [one.summary, one.date, one.stops.map((each: Row) => each.name)])).toEqual([
      ['到达', '2026-12-01', ['石林', '翠湖']],
      ['返程', null, []],
    ]);
    expect(row.days[0].stops[0]).toMatchObject({ fee: '12.50', arrives_at: '09:30:00', is_shopping: '0', version: 1 });
    expect(row.tourists.map((one: Row) => [one.name, one.id_no, one.mobile])).toEqual([
      ['张*', expect.stringContaining('*'), '138****8000'],
      ['李*', expect.stringContaining('*'), null],
    ]);
    const page = await readListPage(engine, itinerary, county, readListQuery(itinerary, {}));
    expect((JSON.parse(decodeByteString(page.list)) as Row[])[0]).toMatchObject({ id, days: 2, tourists: 2 });
    const rows = await on.db.rows<{ resource: string; action: string; area_code: string }>(
      `select resource, action, area_code from history where resource like 'trip/%' order by id`,
    );
    expect(rows.map((one) => one.resource).toSorted()).toEqual([
      'trip/day',
      'trip/day',
      'trip/itinerary',
      'trip/stop',
      'trip/stop',
      'trip/tourist',
      'trip/tourist',
    ]);
    expect(new Set(rows.map((one) => `${one.action} ${one.area_code}`))).toEqual(new Set(['add 530102']));
  });

  test('are written in few statements, however many they are', async () => {
    let statements = 0;
    const row: Engine['db']['row'] = (statement, values) => {
      statements++;
      return engine.db.row(statement, values);
    };
    const watched: Engine = { ...engine, db: { ...engine.db, row } };
    const days = Array.from({ length: 20 }, (_, n) => ({
      summary: `第 ${n} 天`,
      stops: [{ name: 'A' }, { name: 'B' }],
    }));
    await add(form({ days, tourists: [] }), county, watched);
    expect(statements, 'one statement for all rows and their keys').toBe(1);
  });

  test('are added, changed, moved and deleted by an edit; lists that are not sent stay', async () => {
    const id = await add();
    const before = await read(id);
    const [first, second] = before.days as Row[];
    await edit(
      id,
      {
        days: [
          { id: second!.id, version: second!.version },
          { id: first!.id, summary: '抵达', stops: [{ name: '滇池' }, { id: first!.stops[1].id }] },
          { summary: '新的一天' },
        ],
      },
      county,
      { version: before.version },
    );
    const after = await read(id);
    expect(after.days.map((one: Row) => [one.summary, one.stops.map((each: Row) => each.name)])).toEqual([
      ['返程', []],
      ['抵达', ['滇池', '翠湖']],
      ['新的一天', []],
    ]);
    expect(after.version).toBe(before.version + 1);
    expect(after.tourists.map((one: Row) => [one.id, one.version])).toEqual(
      before.tourists.map((one: Row) => [one.id, 1]),
    );
    expect(after.days[1].stops[1].version, 'untouched').toBe(1);
    const { list } = await readTimeline(engine, itinerary, county, id, undefined);
    expect(list.find(({ kind, action }) => kind === 'change' && action === 'edit')?.changes).toEqual({
      days: [null, { added: 1, changed: 1, moved: 1, within: { stops: { added: 1, removed: 1 } } }],
    });
    const [changed] = await on.db.rows<{ changes: unknown }>(
      sql`select changes from history where resource = 'trip/day' and row_id = ${first!.id} and action = 'edit'`,
    );
    expect(changed?.changes).toMatchObject({ summary: ['到达', '抵达'] });
    await edit(id, { days: null, team_no: 'T-2' });
    expect((await read(id)).days, 'null leaves a list unchanged').toHaveLength(3);
    await edit(id, { days: [], tourists: [] });
    expect(await read(id)).toMatchObject({ days: [], tourists: [] });
  });

  test('keep masked values that are sent back, and take new ones', async () => {
    const id = await add();
    const plain = () =>
      on.db.rows(
        sql`select name, mobile, id_no->>'hash' as hash from trip_tourist where itinerary_id = ${id} order by weigh`,
      );
    const before = await plain();
    const { tourists } = await read(id);
    await edit(id, { tourists });
    expect(await plain()).toEqual(before);
    expect(await count('history', `resource = 'trip/tourist' and action = 'edit'`)).toBe(0);
    await edit(id, { tourists: [{ ...tourists[0], mobile: '13900139000' }, tourists[1]] });
    expect((await plain())[0]).toEqual({ ...before[0], mobile: '13900139000' });
  });

  test('have errors reported at their place, and then nothing is stored', async () => {
    const before = await Promise.all(
      ['trip_itinerary', 'trip_day', 'trip_stop', 'trip_tourist', 'history'].map((one) => count(one)),
    );
    const { errors } = await refused(
      add(
        form({
          days: [
            { summary: '好', stops: [{ name: '一' }, { name: '', arrives_at: '25:00' }] },
            { stops: 'x' },
            'nothing',
          ],
          tourists: [{ name: '王五', id_no: '530102199001010000' }],
        }),
      ),
    );
    expect(errors).toEqual({ days: ['格式不正确，请重新填写或选择'], 'tourists.0.id_no': ['身份证号校验位错误'] });
    const other = await refused(
      add(
        form({ days: [{ summary: '好', stops: [{ name: '一' }, { name: '', arrives_at: '25:00' }] }, { stops: 'x' }] }),
      ),
    );
    expect(other.errors).toEqual({
      'days.0.stops.1.name': ['必填'],
      'days.0.stops.1.arrives_at': ['请输入有效时间，如 08:30'],
      'days.1.summary': ['必填'],
      'days.1.stops': ['格式不正确，请重新填写或选择'],
    });
    const twice = await refused(
      add(
        form({
          tourists: [
            { name: '甲', id_no: idNo(7) },
            { name: '乙', id_no: idNo(7) },
          ],
        }),
      ),
    );
    expect(twice.errors).toEqual({ 'tourists.1.id_no': ['身份证号已存在'] });
    const many = await refused(add(form({ days: Array.from({ length: 61 }, () => ({ summary: 'x' })) })));
    expect(many.errors).toEqual({ days: ['不能超过 60 项'] });
    const after = await Promise.all(
      ['trip_itinerary', 'trip_day', 'trip_stop', 'trip_tourist', 'history'].map((one) => count(one)),
    );
    expect(after).toEqual(before);
  });

  test('can take over a unique value of a row deleted in the same edit', async () => {
    const id = await add();
    const { tourists } = await read(id);
    await edit(id, { tourists: [{ id: tourists[1].id }, { name: '张三', id_no: idNo(1), room_no: '201' }] });
    expect((await read(id)).tourists.map((one: Row) => one.room_no)).toEqual(['102', '201']);
    const held = await refused(edit(id, { tourists: [...(await read(id)).tourists, { name: '丙', id_no: idNo(2) }] }));
    expect(held.errors).toEqual({ 'tourists.2.id_no': ['身份证号已存在'] });
  });

  test('have events that reach everybody who may see them, however deep they are', async () => {
    const id = await add();
    const { days, tourists } = await read(id);
    const [first, second] = days as Row[];
    const stops = [{ id: first!.stops[0].id, fee: '15.00' }, { id: first!.stops[1].id }];
    await edit(id, {
      days: [{ id: first!.id, summary: '抵达', stops }, { id: second!.id }],
      tourists: [{ id: tourists[0].id, room_no: '103' }, { id: tourists[1].id }],
    });
    const rows = async (caller: Caller) => {
      const { list } = await readTimeline(engine, itinerary, caller, id, undefined);
      return list.flatMap(({ of, action, changes }) =>
        of && action === 'edit' ? [[of.resource, of.title, changes]] : [],
      );
    };
    const all = [
      ['trip/day', '抵达', { summary: ['到达', '抵达'] }],
      ['trip/stop', '石林', { fee: ['12.50', '15.00'] }],
      ['trip/tourist', '103', { room_no: ['101', '103'] }],
    ];
    expect((await rows(chief)).toSorted()).toEqual(all);
    expect((await rows(county)).toSorted(), 'days and stops have no node of their own').toEqual(all);
    const blind = { ...county, nodes: new Set(nodes), grantKey: 'trip without tourists' };
    expect((await rows(blind)).toSorted(), 'tourists have one').toEqual(all.slice(0, 2));
  });

  test('are covered by sensitive data rules and recycling rules', async () => {
    const rule = async (table: string, of: AnyResource, more = sql.empty, value = sql.empty) => {
      const made = await on.db.row<{ id: number }>(sql`
        insert into ${sql.id(table)} (name, controller, controller_as, data_table, status${more})
        values ('规则', ${of.name}, ${of.name}, ${of.name.replace('/', '_')}, true${value}) returning id`);
      return made?.id;
    };
    const watching = await rule('security_sensitive_data', tourist, sql`, columns`, sql`, '{trip/tourist.mobile}'`);
    const noted = { ...tourist, recycle: false as const };
    const with_ = { ...engine, find: (name: string) => (name === noted.name ? noted : engine.find(name)) };
    const id = await add();
    const { tourists } = await read(id);
    const [first, second] = tourists as Row[];
    await engine.recycleAndChangeLogRules.reload();
    await edit(id, {
      tourists: [
        { id: first!.id, mobile: '13900139000' },
        { id: second!.id, room_no: '9' },
      ],
    });
    expect(
      await on.db.rows(sql`select sensitive_id, row_id, data_field, before, after, stored, area_code, actor_id
        from security_sensitive_data_log where resource = ${tourist.name}`),
    ).toEqual([
      {
        sensitive_id: watching,
        row_id: first!.id,
        data_field: 'mobile',
        area_code: '530102',
        actor_id: county.id,
        before: '138****8000',
        after: '139****9000',
        stored: { before: '13800138000', after: '13900139000' },
      },
    ]);
    await edit(id, { tourists: [{ id: first!.id }] }, county, {}, with_);
    const copies = () =>
      on.db.rows(sql`select recycle_id, row_id, admin_id, ip from security_data_recycle_log
        where resource = ${tourist.name} and row_id = any(${[first!.id, second!.id]}::bigint[])`);
    expect(await copies(), 'only stored by a rule').toEqual([]);
    const recycling = await rule('security_data_recycle', tourist);
    await engine.recycleAndChangeLogRules.reload();
    await edit(id, { tourists: [] }, county, {}, with_);
    expect(await copies()).toEqual([{ recycle_id: recycling, row_id: first!.id, admin_id: county.id, ip: county.ip }]);
    await on.db.query('delete from security_sensitive_data; delete from security_data_recycle');
    await engine.recycleAndChangeLogRules.reload();
  });
});

describe('rows named by a caller must be in reach', () => {
  test('children of another row are refused', async () => {
    const [id, other] = [await add(), await add()];
    const foreign = await read(other);
    for (const row of [
      { id: foreign.days[0].id, summary: '夺' },
      { id: 999_999 },
      { id: 'x' },
      { id: -1 },
      { id: {} },
    ]) {
      const { errors } = await refused(edit(id, { days: [row] }));
      expect(errors, JSON.stringify(row)).toEqual({ 'days.0.id': ['记录不存在'] });
    }
    const own = await read(id);
    const twice = await refused(edit(id, { days: [{ id: own.days[0].id }, { id: own.days[0].id }] }));
    expect(twice.errors).toEqual({ 'days.1.id': ['记录不存在'] });
    const stops = await refused(
      edit(id, { days: [{ id: own.days[0].id, stops: [{ id: foreign.days[0].stops[0].id }] }] }),
    );
    expect(stops.errors).toEqual({ 'days.0.stops.0.id': ['记录不存在'] });
    await edit(id, { days: [{ id: own.days[0].id, itinerary_id: other, weigh: 5, version: 1 }] });
    expect((await read(other)).days).toEqual(foreign.days);
    await expect(refused(edit(id, { days: [] }, { ...county, areaCode: '530103' }))).resolves.toMatchObject({
      reason: 'not_found',
    });
  });

  test('references of child rows reach as far as the caller', async () => {
    const far = (await write(engine, hotel, chief, { operation: 'add', input: { name: '远', area_code: '530103' } }))
      .id;
    const near = (await write(engine, hotel, chief, { operation: 'add', input: { name: '近', area_code: '530102' } }))
      .id;
    const days = (hotel_id: number) => [
      {
        summary: '一',
        stops: [
          { name: 'a', hotel_id: near },
          { name: 'b', hotel_id },
        ],
      },
    ];
    expect((await refused(add(form({ days: days(far) })))).errors).toEqual({
      'days.0.stops.1.hotel_id': ['选项无效，请从列表中选择'],
    });
    const id = await add(form({ days: days(near) }));
    expect((await read(id)).days[0].stops[1].hotel).toEqual({ id: near, name: '近' });
    const photo = await refused(
      add(form({ days: [{ summary: 'x', stops: [{ name: 'y', photo: '/storage/private/nobody.png' }] }] })),
    );
    expect(Object.keys(photo.errors ?? {})).toEqual(['days.0.stops.0.photo']);
  });

  test('a file is deleted while a child row starts to use it: one of the two is refused', async () => {
    const id = await add(form({ days: [{ summary: '到达', stops: [{ name: '石林' }] }] }));
    for (let round = 1; round <= 12; round++) {
      const url = `/storage/private/race/${round}-${Date.now()}.png`;
      const file = await on.db.row<{ id: number }>(
        `insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id)
          values ($1, 'a.png', 1, 'image/png', $1, $1, true, $2) returning id`,
        [url, county.id],
      );
      const [{ id: at, stops }] = (await read(id)).days;
      // into an existing row, and into a new one
      const sent = round % 2 === 0 ? [{ ...stops[0], photo: url }] : [...stops, { name: '新', photo: url }];
      const ends = await Promise.allSettled([
        edit(id, { days: [{ id: at, stops: sent }] }),
        write(engine, attachment, chief, { operation: 'del', id: file?.id ?? 0, input: {} }),
      ]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('child rows with calls of their own require their own nodes, others those of the parent', async () => {
    const clerk: Caller = { ...county, nodes: new Set([...nodes, 'trip/tourist/index']), grantKey: 'clerk' };
    const id = await add();
    const { tourists } = await read(id, clerk);
    expect((await refused(edit(id, { tourists: [...tourists, { name: '丁' }] }, clerk))).errors).toEqual({
      'tourists.2.name': ['没有权限操作！'],
    });
    expect(
      (await refused(edit(id, { tourists: [{ ...tourists[0], room_no: '9' }, tourists[1]] }, clerk))).errors,
    ).toEqual({ 'tourists.0.room_no': ['没有权限操作！'] });
    expect((await refused(edit(id, { tourists: [tourists[0]] }, clerk))).errors).toEqual({
      tourists: ['没有权限操作！'],
    });
    await edit(id, { tourists, days: [{ summary: '照写' }] }, clerk);
    const blind: Caller = { ...clerk, nodes: new Set(nodes), grantKey: 'blind' };
    const seen = await read(id, blind);
    expect([seen.tourists, seen.days.length]).toEqual([null, 1]);
    const page = await readListPage(engine, itinerary, blind, readListQuery(itinerary, {}));
    expect((JSON.parse(decodeByteString(page.list)) as Row[])[0]).toMatchObject({ tourists: null, days: 1 });
  });

  test('of two simultaneous edits the second is refused, and no row is lost', async () => {
    const id = await add(form({ days: [] }));
    const { version } = await read(id);
    const both = await Promise.allSettled(
      ['甲', '乙'].map((summary) => edit(id, { days: [{ summary }] }, county, { version })),
    );
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await read(id)).days).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => edit(id, { tourists: [{ name: '同', room_no: String(n) }] })),
    );
    expect((await read(id)).tourists).toHaveLength(1);
  });
});

describe('deleting and restoring', () => {
  test('child rows are deleted and restored with their parent', async () => {
    const id = await add();
    const before = await read(id);
    const { recycled } = await write(engine, itinerary, county, { operation: 'del', id, input: {}, log });
    expect(await count('trip_day', `itinerary_id = ${id}`)).toBe(0);
    expect(await count('trip_tourist', `itinerary_id = ${id}`)).toBe(0);
    expect(await count('history', `action = 'del' and resource like 'trip/%'`)).toBeGreaterThanOrEqual(7);
    expect(
      await count(
        'security_data_recycle_log',
        `resource like 'trip/%' and not is_restore and row_id = ${id} and resource = 'trip/itinerary'`,
      ),
    ).toBe(1);
    await restoreDeletedRows(engine, itinerary, county, [recycled as number]);
    expect(await read(id)).toEqual(before);
    await edit(id, { days: [{ summary: '还能写' }] });
  });

  test('a child row removed by an edit is copied with its own children', async () => {
    const id = await add();
    await edit(id, { days: [] });
    const copies = await on.db.rows<{ parts: Record<string, unknown[]> }>(
      sql`select parts from security_data_recycle_log where resource = 'trip/day' order by id desc limit 2`,
    );
    expect(copies.map(({ parts }) => parts['trip/stop']?.length).toSorted()).toEqual([0, 2]);
  });
});

describe('hooks', () => {
  test('notes and files of new child rows belong to these rows', async () => {
    const url = `/storage/private/own/${Date.now()}.png`;
    await on.db.query(
      `insert into routine_attachment (url, name, size, mimetype, sha1, sha256, private, admin_id)
        values ($1, 'a.png', 1, 'image/png', $1, $1, true, $2)`,
      [url, county.id],
    );
    const hooked = withHooks(on.engine, { 'trip/stop': { add: ({ values, note }) => note(`去${values.name}`) } });
    const stops = [{ name: '甲' }, { name: '乙', photo: url }, { name: '丙' }];
    const id = await add(form({ days: [{ summary: '一', stops }], tourists: [] }), county, hooked);
    const [day] = (await read(id)).days;
    const rows = await on.db.rows<{ row_id: number; note: string }>(
      `select row_id, note from history where resource = 'trip/stop' and row_id = any($1::bigint[]) order by row_id`,
      [day.stops.map((one: Row) => one.id)],
    );
    expect(rows).toEqual(day.stops.map((one: Row) => ({ row_id: one.id, note: `去${one.name}` })));
    const held = await on.db.rows<{ row_id: number }>('select row_id from attachment_reference where url = $1', [url]);
    expect(held).toEqual([{ row_id: day.stops[1].id }]);
  });

  test('of child rows run as if written alone, and hooks of the parent see the child rows', async () => {
    const seen: unknown[] = [];
    const hooks: Record<string, WriteHooksOfAnyResource> = {
      'trip/stop': {
        add(context) {
          seen.push(['add', context.values.name, context.whole?.values.team_no]);
          if (context.values.name === '禁') context.fail('name', { 'zh-cn': '不许去', en: 'Not there' });
          context.values.photo = '/hook.png';
          context.note('由钩子');
          context.afterStore(async (key: number) => void seen.push(['stored', key > 0]));
        },
        edit: (context) => void seen.push(['edit', (context.before as Row).name, context.values.name]),
        del: (context) => void seen.push(['del', (context.before as Row).name]),
      },
      'trip/itinerary': {
        async add(context) {
          const days = await context.rowsOf('days');
          seen.push(['whole', days.map((one: Row) => (one.stops as Row[] | undefined)?.length)]);
        },
        async edit(context) {
          seen.push([
            'whole',
            (await context.rowsOf('days')).map((one: Row) => one.summary),
            (await context.rowsOf('tourists')).length,
          ]);
        },
      },
    };
    const hooked = withHooks(on.engine, hooks);
    const days = [{ summary: '一', stops: [{ name: '甲' }] }];
    const id = await add(form({ team_no: 'T9', days, tourists: [{ name: '游' }] }), county, hooked);
    expect(seen).toEqual([
      ['add', '甲', 'T9'],
      ['whole', [1]],
      ['stored', true],
    ]);
    const {
      days: [first],
    } = await read(id);
    expect(first.stops[0].photo).toBe('/hook.png');
    seen.length = 0;
    await edit(id, { days: [{ id: first.id, stops: [{ id: first.stops[0].id, name: '乙' }] }] }, county, {}, hooked);
    expect(seen).toEqual([
      ['edit', '甲', '乙'],
      ['whole', ['一'], 1],
    ]);
    seen.length = 0;
    expect(
      (await refused(edit(id, { days: [{ id: first.id, stops: [{ name: '禁' }] }] }, county, {}, hooked))).errors,
    ).toEqual({ 'days.0.stops.0.name': ['不许去'] });
    seen.length = 0;
    await write(hooked, itinerary, county, { operation: 'del', id, input: {}, log });
    expect(seen).toEqual([['del', '乙']]);
  });
});

test('a child row added by itself is placed last, also by simultaneous additions', async () => {
  const id = await add();
  const { tourists } = await read(id);
  await edit(id, { tourists: [tourists[1], tourists[0]] });
  const alone = (room_no: string) =>
    write(engine, tourist, county, {
      operation: 'add',
      input: { itinerary_id: id, name: '独行', room_no },
      unread: true,
    });
  await alone('201');
  await Promise.all(['202', '203', '204'].map(alone));
  const rooms = (await read(id)).tourists.map((one: Row) => one.room_no);
  expect(rooms.slice(0, 3)).toEqual(['102', '101', '201']);
  expect(rooms.slice(3).toSorted()).toEqual(['202', '203', '204']);
  expect(
    await count('(select weigh from trip_tourist group by itinerary_id, weigh having count(*) > 1) same'),
    'two rows at one place could not be swapped',
  ).toBe(0);
});

test('the operation log contains no personal data of child rows', () => {
  const params = { id: 1, tourists: [{ name: '欧阳锋', mobile: '13800138000', room_no: '101' }] };
  expect(maskedParameters(params, itinerary, engine.find)).toBe(
    '{"id":1,"tourists":[{"name":"欧**","mobile":"138****8000","room_no":"101"}]}',
  );
});

test('five thousand child rows are written, read in pages and edited', async () => {
  const tourists = Array.from({ length: 5000 }, (_, n) => ({ name: '游客', room_no: String(n) }));
  const id = await add(form({ days: [], tourists }));
  const row = await read(id);
  expect(row.tourists, 'too long to carry').toBeNull();
  await edit(id, { ...row, team_no: 'T-5000' });
  expect(await count('trip_tourist', `itinerary_id = ${id}`)).toBe(5000);
  const page = async (params: Record<string, unknown>, caller = county) => {
    const { list, total } = await readPageOfChildList(engine, itinerary, caller, { id, field: 'tourists', ...params });
    return [(JSON.parse(decodeByteString(list)) as Row[]).map((one) => one.room_no), total];
  };
  expect(await page({ page: 3, limit: 2 })).toEqual([['4', '5'], 5000]);
  expect(await page({}, { ...county, areaCode: '530103' }), 'out of sight').toEqual([[], 0]);
  await refused(page({ field: 'team_no' }));
  await refused(page({}, { ...county, nodes: new Set(nodes) }));
});
