import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp, testArea } from '../support/test-engine.ts';

const label = text('线路', 'Tour');
const reason = field.text(text('理由', 'Reason'), { required: true });

/**
 * A tour on sale: a change of it is examined while the present version stays on sale; a move to another area is pending
 * in a state of its own.
 */
const tour = resource({
  name: 'sale/tour',
  label,
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  nodes: { books: text('查看成本', 'See costs') },
  members: { owner: ['index', 'edit', 'amend', 'move'] },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 20, unique: true, search: true }),
    kind: field.select(text('类型', 'Kind'), {
      options: { day: text('一日游', 'Day trip'), long: text('多日游', 'Long') },
    }),
    tags: field.selects(text('标签', 'Tags'), { options: { sea: text('海', 'Sea'), hill: text('山', 'Hill') } }),
    price: field.money(text('价格', 'Price')),
    cost: field.money(text('成本', 'Cost'), { reads: 'books' }),
    begins_at: field.datetime(text('开始', 'Begins')),
    place: field.place(text('集合地', 'Meeting place')),
    guide_mobile: field.mobile(text('导游手机', 'Mobile of the guide'), { privacy: 'masked' }),
    guide_no: field.idNumber(text('导游证件号', 'ID of the guide'), { privacy: 'masked' }),
    like_id: field.reference(text('类似线路', 'A tour like it'), { to: 'sale/tour' }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
    user_id: field.integer(text('账号', 'Account'), { write: 'server', list: 'never' }),
  },
  life: lifecycle({
    initial: 'sold',
    states: {
      sold: { ...text('在售', 'On sale'), editable: false },
      moving: { ...text('迁移审核中', 'Move under audit'), editable: false },
      ended: { ...text('已下架', 'Ended'), editable: false },
    },
    moves: {
      amend: {
        from: ['sold'],
        label: text('申请修改', 'Amend'),
        by: ['admin', 'member'],
        proposes: [
          'name',
          'kind',
          'tags',
          'price',
          'cost',
          'begins_at',
          'place',
          'guide_mobile',
          'guide_no',
          'like_id',
        ],
        input: { reason },
      },
      pass: { from: ['sold'], label: text('同意修改', 'Pass'), accepts: 'amend', batch: true, emits: 'amended' },
      deny: { from: ['sold'], label: text('不同意修改', 'Deny'), rejects: 'amend', input: { reason } },
      note: { from: ['sold', 'moving'], label: text('备注', 'Note') },
      move: {
        from: ['sold'],
        to: 'moving',
        label: text('迁移', 'Move'),
        by: ['admin', 'member'],
        proposes: ['area_code'],
      },
      arrive: { from: ['moving'], to: 'sold', label: text('准予迁移', 'Let it move'), accepts: 'move' },
      end: { from: ['sold', 'moving'], to: 'ended', label: text('下架', 'End') },
    },
  }),
});
const sale = inventModule(module_({ name: 'sale', label, icon: 'bus', weigh: 1, entries: [tour] }));

let app: TestApp;
let chief: Client;
let blind: Client;
let owner: Client;
const [here, near] = [`${testArea.slice(0, 4)}02`, `${testArea.slice(0, 4)}03`];

beforeAll(async () => {
  app = await startApp({ also: sale });
  await app.db.query(sql`with g as (insert into auth_group (name, rules)
      select '不看成本', array_agg(id) from auth_menu where name <> 'sale/tour/books' returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code)
      select 'blind', '不看成本', '', array[g.id], ${here} from g`);
  [chief, blind, owner] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'blind' }),
    app.client({ member: '社长' }),
  ]);
});
afterAll(() => app.close());

const office = (name: string) => `/admin/sale.tour/${name}`;
const own = (name: string) => `/api/sale.tour/${name}`;
interface Change {
  readonly [name: string]: unknown;
  readonly _moves: string[];
}
const read = async (id: number, who = chief, at = office('edit')) =>
  (await who.get<{ row: Change }>(at, { id })).data.row;
const errorsOf = async (work: ReturnType<Client['post']>) =>
  ((await work).data as { errors?: Record<string, string[]> } | null)?.errors;
let made = 0;
async function add(more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  made += 1;
  const input = {
    name: `线路 ${made}`,
    kind: 'day',
    price: '100.00',
    guide_mobile: '13800001111',
    area_code: here,
    ...more,
  };
  const officer = await app.officer('admin');
  const set = { user_id: (await app.member('社长')).id };
  return (await write(app.engine, tour, officer, { operation: 'add', input, set })).id;
}
const idNo = '11010519491231002X';

describe('a pending change', () => {
  test('leaves the valid values in place until it is accepted, for all kinds of values', async () => {
    const like = await add({ name: '像它的线路' });
    const id = await add();
    expect((await read(id))._moves).toEqual(['amend', 'note', 'move', 'end']);
    expect((await read(id, owner, own('edit')))._moves).toEqual(['amend', 'move']);
    const requested = {
      kind: 'long',
      tags: ['hill', 'sea'],
      price: '123.40',
      cost: '50.00',
      begins_at: 1_790_000_000,
      place: { lng: 102.9, lat: 25.2 },
      guide_mobile: '13900002222',
      guide_no: idNo,
      like_id: like,
    };
    expect(await chief.post(office('amend'), { id, ...requested, name: '线路 2', reason: '涨价' })).toMatchObject({
      code: 1,
    });
    const waiting = await read(id);
    expect(waiting).toMatchObject({ status: 'sold', kind: 'day', price: '100.00', guide_mobile: '138****1111' });
    expect(waiting.pending, 'a requested value that the row already has is no change').toEqual([
      { key: 'kind', value: 'long' },
      { key: 'tags', value: '山、海', to: ['hill', 'sea'] },
      { key: 'price', value: '123.40' },
      { key: 'cost', value: '50.00' },
      { key: 'begins_at', value: '1790000000', to: 1_790_000_000 },
      { key: 'place', value: '102.9,25.2', to: { lng: 102.9, lat: 25.2 } },
      { key: 'guide_mobile', value: '139****2222' },
      { key: 'guide_no', value: '1101**********002X' },
      { key: 'like_id', value: '像它的线路', to: like },
    ]);
    expect(waiting._moves).toEqual(['pass', 'deny', 'note', 'end']);
    const stored = await app.db.row<{ all: string }>(
      sql`select (select string_agg(changes::text, '') from history where row_id = ${id}) || to_jsonb(t)::text || (select string_agg(payload::text, '') from event) as all from sale_tour t where id = ${id}`,
    );
    for (const secret of [idNo, '13900002222']) expect(stored?.all).not.toContain(secret);
    expect((await chief.post(office('pass'), { id })).code).toBe(1);
    const { guide_mobile: _mobile, guide_no: _no, ...plain } = requested;
    expect(await read(id)).toMatchObject({ ...plain, pending: null, guide_mobile: '139****2222', status: 'sold' });
    const revealed = await chief.post(office('reveal'), {
      id,
      fields: ['guide_mobile', 'guide_no'],
      reason: '核对改动',
    });
    expect(revealed.data).toEqual({ row: { guide_mobile: '13900002222', guide_no: idNo } });
    const { list } = (await chief.get<{ list: { kind: string }[] }>(office('timeline'), { id })).data;
    expect(list[0]?.kind, 'reveals are listed as well').toBe('reveal');
    expect(list[1]).toMatchObject({ move: 'pass', changes: { price: ['100.00', '123.40'], kind: ['day', 'long'] } });
    expect(await app.db.row(sql`select pending, pending_sealed from sale_tour where id = ${id}`)).toEqual({
      pending: null,
      pending_sealed: null,
    });
  });

  test('can be decided only while it is pending, and only one can be pending at a time', async () => {
    const id = await add();
    for (const name of ['pass', 'deny'])
      expect(await chief.post(office(name), { id, reason: '没有申请' })).toMatchObject({
        code: 0,
        msg: '没有待审核的变更申请',
        data: { reason: 'bad_transition', from: 'sold' },
      });
    expect((await owner.post(own('amend'), { id, price: '200.00', reason: '涨价' })).code).toBe(1);
    expect(await owner.post(own('amend'), { id, price: '300.00', reason: '再涨' })).toMatchObject({
      code: 0,
      msg: '已有变更申请待审核',
    });
    expect((await owner.post(own('pass'), { id })).status, 'members cannot accept').toBe(404);
    const both = await Promise.all([
      chief.post(office('pass'), { id }),
      chief.post(office('deny'), { id, reason: '不同意' }),
      chief.post(office('pass'), { id }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
    expect((await read(id)).pending).toBe(null);
    const again = await owner.post(own('amend'), { id, price: '400.00', reason: '再来' });
    expect(again.code).toBe(1);
    expect((await chief.post(office('deny'), { id, reason: '太贵了' })).code).toBe(1);
    expect((await read(id)).price).not.toBe('400.00');
  });

  test('lapses when the row leaves the state in which it could be accepted, and stays with a move within that state', async () => {
    const id = await add();
    await chief.post(office('amend'), { id, price: '200.00', guide_no: idNo, reason: '涨价' });
    await chief.post(office('note'), { id });
    expect((await read(id)).pending).toHaveLength(2);
    expect((await chief.post(office('end'), { id })).code).toBe(1);
    expect(await app.db.row(sql`select pending, pending_sealed, price from sale_tour where id = ${id}`)).toEqual({
      pending: null,
      pending_sealed: null,
      price: 10_000,
    });
  });
});

describe('a requested change', () => {
  test('is validated like the form and must change something', async () => {
    const id = await add();
    const wrong = { name: '', price: '一百', kind: 'none', guide_mobile: '123', like_id: 99_999 };
    expect(
      Object.keys((await errorsOf(owner.post(own('amend'), { id, ...wrong, reason: '都不对' }))) ?? {}).sort(),
    ).toEqual(Object.keys(wrong).sort());
    const same = { name: (await read(id)).name, price: '100', guide_mobile: '13800001111', tags: [] };
    for (const body of [{}, same])
      expect(await errorsOf(owner.post(own('amend'), { id, ...body, reason: '没有改动' }))).toEqual({
        name: ['请至少填写一项变更'],
      });
    expect(await errorsOf(owner.post(own('edit'), { id, price: '1.00' }))).toBeUndefined();
    const { msg } = await owner.post(own('edit'), { id, price: '1.00' });
    expect(msg).toBe('当前状态（在售）不能修改');
    expect((await owner.post(own('amend'), { id, kind: '', reason: '不分类型' })).code).toBe(1);
    expect((await read(id)).pending).toEqual([{ key: 'kind', value: '', to: null }]);
    await chief.post(office('pass'), { id });
    expect((await read(id)).kind).toBe(null);
  });

  test('shows a field only to readers who may read it, and can name it only if the caller may write it', async () => {
    const id = await add();
    expect(await errorsOf(blind.post(office('amend'), { id, cost: '1.00', reason: '成本' }))).toEqual({
      cost: ['没有填写此项的权限'],
    });
    await chief.post(office('amend'), { id, cost: '66.00', price: '200.00', reason: '成本' });
    expect((await read(id, blind)).pending).toEqual([{ key: 'price', value: '200.00' }]);
    expect((await read(id, owner, own('edit'))).pending).toEqual([{ key: 'price', value: '200.00' }]);
    const timeline = await blind.get(office('timeline'), { id });
    expect(timeline.text).not.toContain('66.00');
    expect(timeline.text).toContain('200.00');
  });

  test('is refused when it can no longer be written, and stays pending', async () => {
    const id = await add();
    await chief.post(office('amend'), { id, name: '抢手的名字', reason: '改名' });
    await add({ name: '抢手的名字' });
    const refused = await chief.post(office('pass'), { id });
    expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('已存在')]);
    expect((await read(id)).pending).toEqual([{ key: 'name', value: '抢手的名字' }]);
  });

  test('cannot move a row into an area by an officer who has no rights there', async () => {
    const id = await add();
    expect((await owner.post(own('move'), { id, area_code: near })).code).toBe(1);
    expect(await read(id, blind)).toMatchObject({ status: 'moving', _moves: expect.arrayContaining(['arrive']) });
    expect(await blind.post(office('arrive'), { id })).toMatchObject({ code: 401 });
    expect((await chief.post(office('arrive'), { id })).code).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'sold', area_code: near, pending: null });
  });
});
