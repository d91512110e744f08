import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operators } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field, kinds } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import type { ServicesToReadRows } from '#server/read/services-needed-to-read-rows.ts';
import { Refused } from '#server/refusal.ts';
import { compileListConditions } from './compile-list-conditions-to-sql.ts';

const label = text('字段', 'Field');
const maskedMobile = kinds.mobile.mask?.('t."mobile"');
const person = resource({
  name: 'shop/person',
  label,
  title: 'mobile',
  scope: 'department',
  fields: { mobile: field.mobile(label, { privacy: 'masked' }), name: field.text(label, { search: true }) },
});
const buyer = resource({
  name: 'shop/buyer',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label, { search: true }), secret: field.mobile(label, { privacy: 'masked' }) },
});
const order = resource({
  name: 'shop/order',
  label,
  title: 'name',
  scope: 'area',
  order: ['made_on', 'desc'],
  fields: {
    name: field.text(label, { search: true }),
    amount: field.money(label),
    made_on: field.date(label),
    sent_at: field.datetime(label),
    open: field.switch(label),
    tags: field.selects(label, { options: { a: label, b: label } }),
    place: field.place(label),
    area_code: field.area(label),
    buyer_id: field.reference(label, { to: 'shop/buyer' }),
    above_id: field.reference(label, { to: 'shop/order' }),
    persons: field.references(label, { to: 'shop/person' }),
    closed: field.references(label, { to: 'shop/buyer', filter: false }),
    mobile: field.mobile(label, { privacy: 'masked' }),
    id_no: field.idNumber(label, { privacy: 'masked' }),
    password: field.password(label, { privacy: 'hidden', filter: false, list: 'never' }),
    inner: field.text(label, { filter: false }),
  },
});
const resources: readonly AnyResource[] = [order, buyer, person];
const context = {
  find: (name: string) => resources.find((one) => one.name === name),
  hash: (value: string) => `hash of ${value}`,
  reference: { areas: () => new Map() },
} as unknown as ServicesToReadRows;

const officer: Caller = { ...systemCaller(), type: 'admin', id: 7, areaCode: '530100', departments: [3] };

const read = (params: Record<string, unknown>) => readListQuery(order, params);
function compiled(search: unknown, more: Record<string, unknown> = {}, caller = officer) {
  const parts = compileListConditions(order, read({ search, ...more }), context, caller);
  const whole = sql.join(parts, ' and ');
  return { text: whole.text, values: whole.values };
}
const one = (name: string, operator: string, val: unknown, render?: string) =>
  compiled([{ field: name, operator, val, render }]);
const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refused) return error.text.en;
    throw error;
  }
  return undefined;
};

describe('the parameters of a list', () => {
  test('have defaults, bounds, and the order of the declaration', () => {
    expect(read({})).toEqual({
      page: 1,
      limit: 10,
      order: { field: 'made_on', direction: 'desc' },
      quickSearch: '',
      conditions: [],
    });
    expect(read({ page: '3', limit: '50', order: 'name,ASC', quick_search: ' 字 ' })).toMatchObject({
      page: 3,
      limit: 50,
      order: { field: 'name', direction: 'asc' },
      quickSearch: '字',
    });
    expect([
      read({ limit: 999 }).limit,
      read({ limit: 0 }).limit,
      read({ limit: 'x' }).limit,
      read({ page: -1 }).page,
    ]).toEqual([200, 1, 10, 1]);
  });

  test('name columns that are there, can be seen and can be sorted', () => {
    for (const order of [
      'nothing,asc',
      'password,asc',
      'mobile,asc',
      'place,asc',
      'id;,asc',
      '__proto__',
      'constructor,desc',
    ])
      expect([order, refused(() => read({ order }))]).toEqual([order, expect.stringMatching(/^Cannot order by/)]);
  });

  test('are not too many and not too long', () => {
    const many = Array.from({ length: 51 }, () => ({ field: 'name', operator: '=', val: 'x' }));
    expect(refused(() => read({ search: many }))).toBe('Too many conditions');
    expect(refused(() => read({ search: [{ field: 'name', operator: '=', val: 'x'.repeat(4001) }] }))).toBe(
      'The value of a condition is too long',
    );
    expect(refused(() => read({ quick_search: 'x'.repeat(501) }))).toBe('The search text is too long');
  });

  test('come as a list, as an object of rows, or not at all', () => {
    const row = { field: 'name', operator: 'eq', val: ['a', 'b'] };
    expect(read({ search: { 0: row, 1: row } }).conditions).toHaveLength(2);
    expect(read({ search: [row] }).conditions).toEqual([{ field: 'name', operator: '=', value: 'a,b' }]);
    for (const search of ['x', 5, null, [null, 1, 'a', []], [{ field: '', operator: '=', val: 1 }]])
      expect(read({ search }).conditions).toEqual([]);
  });
});

describe('conditions', () => {
  test.each([
    ['name', '=', 'x', 't."name" = $1', ['x']],
    ['name', '<>', 'x', 't."name" is distinct from $1', ['x']],
    ['name', 'LIKE', '50%_\\A', 'lower(t."name") like $1', ['%50\\%\\_\\\\a%']],
    ['name', 'NOT LIKE', 'x', '(t."name" is null or not lower(t."name") like $1)', ['%x%']],
    ['name', 'IN', 'a,,b', 't."name" in ($1, $2)', ['a', 'b']],
    ['name', 'IN', ',', 'false', []],
    ['name', 'NOT IN', 'a', '(t."name" is null or not t."name" in ($1))', ['a']],
    ['name', 'NULL', '', 't."name" is null', []],
    ['name', 'is not null', 'ignored', 't."name" is not null', []],
    ['amount', '>', '12.5', 't."amount" > ($1::numeric * 100)', ['12.5']],
    ['amount', 'RANGE', '1,', 't."amount" >= ($1::numeric * 100)', ['1']],
    ['amount', 'RANGE', ',2', 't."amount" <= ($1::numeric * 100)', ['2']],
    [
      'amount',
      'NOT RANGE',
      '1,2',
      '(t."amount" < ($1::numeric * 100) or t."amount" > ($2::numeric * 100))',
      ['1', '2'],
    ],
    ['amount', 'NOT RANGE', '1,', 't."amount" < ($1::numeric * 100)', ['1']],
    ['amount', 'NOT RANGE', ',2', 't."amount" > ($1::numeric * 100)', ['2']],
    [
      'made_on',
      'RANGE',
      '2026-01-01 00:00:00,2026-01-31 23:59:59',
      't."made_on" between $1::date and $2::date',
      ['2026-01-01', '2026-01-31'],
    ],
    [
      'sent_at',
      'RANGE',
      '2026-01-01,2026-01-31',
      '(t."sent_at" >= $1::timestamptz and t."sent_at" < $2::timestamptz)',
      ['2026-01-01T00:00:00+08:00', '2026-01-31T24:00:00+08:00'],
    ],
    [
      'sent_at',
      'NOT RANGE',
      '2026-01-01 00:00:00,2026-01-31 23:59:59',
      `(t."sent_at" < $1::timestamptz or t."sent_at" >= ($2::timestamptz + interval '1 second'))`,
      ['2026-01-01T00:00:00+08:00', '2026-01-31T23:59:59+08:00'],
    ],
    [
      'sent_at',
      'RANGE',
      ',2026-01-31 23:59',
      `t."sent_at" < ($1::timestamptz + interval '1 minute')`,
      ['2026-01-31T23:59:00+08:00'],
    ],
    [
      'sent_at',
      '<=',
      '1750000000',
      `t."sent_at" < ($1::timestamptz + interval '1 second')`,
      ['2025-06-15T15:06:40.000Z'],
    ],
    [
      'sent_at',
      '>',
      '1750000000',
      `t."sent_at" >= ($1::timestamptz + interval '1 second')`,
      ['2025-06-15T15:06:40.000Z'],
    ],
    ['sent_at', '<', '1750000000', 't."sent_at" < $1::timestamptz', ['2025-06-15T15:06:40.000Z']],
    [
      'sent_at',
      '=',
      '1750000000',
      `(t."sent_at" >= $1::timestamptz and t."sent_at" < ($2::timestamptz + interval '1 second'))`,
      ['2025-06-15T15:06:40.000Z', '2025-06-15T15:06:40.000Z'],
    ],
    ['open', '=', '1', 't."open" = $1::boolean', ['true']],
    ['tags', 'FIND_IN_SET', 'a', '$1 = any(t."tags")', ['a']],
    ['area_code', '=', '530100', 't."area_code" >= $1 and t."area_code" < $2', ['5301', '5302']],
    ['area_code', '=', '530102', 't."area_code" = $1', ['530102']],
    ['mobile', '=', '13800000000', `lower(${maskedMobile}) = $1`, ['13800000000']],
    ['mobile', 'LIKE', '138*', `lower(${maskedMobile}) like $1`, ['%138*%']],
    ['id_no', '=', 'X1', `lower(t."id_no"->>'mask') = $1`, ['x1']],
    [
      'buyer.name',
      'LIKE',
      '张',
      't."buyer_id" in (select t."id" from "shop_buyer" t where lower(t."name") like $1)',
      ['%张%'],
    ],
    [
      'above.name',
      'LIKE',
      '张',
      't."above_id" in (select t."id" from "shop_order" t where t."area_code" >= $1 and t."area_code" < $2 and lower(t."name") like $3)',
      ['5301', '5302', '%张%'],
    ],
    [
      'persons_row.name',
      '=',
      '张',
      't."persons" && array(select t."id" from "shop_person" t where t.department_id = any($1::bigint[]) and t."name" = $2)',
      [[3], '张'],
    ],
    [
      'persons_row.mobile',
      '=',
      '138',
      `t."persons" && array(select t."id" from "shop_person" t where t.department_id = any($1::bigint[]) and lower(${maskedMobile}) = $2)`,
      [[3], '138'],
    ],
    ['id', 'IN', '1,2', 't."id" in ($1::bigint, $2::bigint)', ['1', '2']],
  ])('%s %s %s', (name, operator, val, text, values) => {
    expect(one(name, operator, val)).toEqual({ text, values });
  });

  test('that ask nothing are left aside', () => {
    expect(one('name', '=', '')).toEqual({ text: '', values: [] });
    expect(one('amount', 'RANGE', '5')).toEqual({ text: '', values: [] });
    expect(one('buyer.name', '=', '')).toEqual({ text: '', values: [] });
    expect(one('name', 'SLEEP', 'x')).toEqual({ text: '', values: [] });
  });

  test.each([
    ['password', '=', 'x', /Cannot filter by password/],
    ['inner', '=', 'x', /Cannot filter by inner/],
    ['nothing', '=', 'x', /Cannot filter by nothing/],
    ['buyer.secret', '=', 'x', /Cannot filter by buyer.secret/],
    ['buyer.nothing', '=', 'x', /Cannot filter/],
    ['nobody.name', '=', 'x', /Cannot filter/],
    ['buyer.__proto__', '=', 'x', /Cannot filter/],
    ['mobile', '>', '138', /only be searched by =/],
    ['mobile', 'NOT LIKE', '138', /only be searched by =/],
    ['id_no', '<>', 'x', /only be searched by =/],
    ['closed_row.name', '=', 'x', /Cannot filter by closed_row.name/],
    ['sent_at', 'LIKE', '2026', /cannot be compared that way/],
    ['place', '=', 'x', /cannot be compared that way/],
    ['tags', '>', 'a', /cannot be compared that way/],
    ['amount', '=', '1e3', /Invalid value/],
    ['amount', '=', "1' or '1'='1", /Invalid value/],
    ['made_on', '>', '2026-02-30', /Invalid value/],
    ['sent_at', '>', 'yesterday', /Invalid value/],
    ['open', '=', '2', /Invalid value/],
    ['area_code', '=', '5', /Invalid value/],
    ['buyer_id', '=', 'x', /Invalid value/],
    ['id', 'IN', '1,x', /Invalid value/],
    ['id', '=', '9'.repeat(16), /Invalid value/],
  ])('%s %s %s is refused', (name, operator, val, message) => {
    expect(refused(() => one(name, operator, val))).toMatch(message);
  });

  test('compare personal data in plain only where that was admitted', () => {
    const plain = (caller: Caller, exact?: true) =>
      compileListConditions(
        order,
        {
          conditions: [
            { field: 'mobile', operator: '=', value: '138', ...(exact ? { exact } : {}) },
            { field: 'id_no', operator: '=', value: 'X1', ...(exact ? { exact } : {}) },
          ],
          quickSearch: '',
        },
        context,
        caller,
      ).map((part) => part.text);
    const inPlain = ['t."mobile" = $1', `t."id_no"->>'hash' = $1`];
    expect(plain(officer, true)).toEqual(inPlain);
    expect(plain(systemCaller())).toEqual(inPlain);
    expect(plain({ ...officer, super: true })).not.toEqual(inPlain);
  });

  test('remote select asks by the key it was given, as any filter would', () => {
    expect(compiled([], { initKey: 'shop_order.id', initValue: ['1', 2] })).toEqual({
      text: 't."id" in ($1::bigint, $2::bigint)',
      values: ['1', '2'],
    });
    for (const initKey of ['password', 'mobile', 'id_no', 'nothing', '__proto__'])
      expect(
        refused(() => compiled([], { initKey, initValue: '1' })),
        initKey,
      ).toBeDefined();
  });

  test('quick search: every word, found by the index where it is long enough', () => {
    expect(compiled([], { quick_search: 'AB  字' })).toEqual({
      text: '(bigrams(t.search_text) @> bigrams($1) and t.search_text like $2) and t.search_text like $3',
      values: ['ab', '%ab%', '%字%'],
    });
    const life = lifecycle({ initial: 'filed', states: { filed: label }, moves: {} });
    const { name } = order.fields;
    const claimed = resource({ name: 'shop/claim', label, title: 'name', scope: 'all', life, fields: { name } });
    expect(
      compileListConditions(claimed, readListQuery(claimed, { quick_search: 'AB' }), context, officer)[0]?.text,
    ).toBe(
      't.id in (select t.id from "shop_claim_search" t where bigrams(t.search_text) @> bigrams($1) and t.search_text like $2)',
    );
    expect(compiled([], { quick_search: '100%' }).values).toEqual(['100%', '%100\\%%']);
  });

  test('quick search of referenced rows: as an array, for which the index of the reference can be used', () => {
    const { name } = order.fields;
    const buyer_id = field.reference(label, { to: 'shop/buyer', search: true });
    const sale = resource({ name: 'shop/sale', label, title: 'name', scope: 'all', fields: { name, buyer_id } });
    expect(compileListConditions(sale, readListQuery(sale, { quick_search: '字' }), context, officer)[0]?.text).toBe(
      '(t.search_text like $1 or t."buyer_id" = any(array(select t.id from "shop_buyer" t where t.search_text like $2)))',
    );
  });

  test('nothing a caller writes becomes part of a statement', () => {
    const marked = fc.string({ unit: 'binary', maxLength: 30 }).map((value) => `zqx${value}zqx`);
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(order.fields), 'buyer.name', 'id', 'createtime'),
        fc.constantFrom(...operators),
        fc.oneof(
          marked,
          fc.tuple(marked, marked).map((pair) => pair.join(',')),
        ),
        (name, operator, value) => {
          refused(() => {
            const { text } = one(name, operator, value);
            expect(text).not.toContain('zqx');
          });
          refused(() => expect(compiled([], { quick_search: value }).text).not.toContain('zqx'));
          refused(() => expect(compiled([], { initKey: name, initValue: value }).text).not.toContain('zqx'));
        },
      ),
      { numRuns: 300 },
    );
  });
});
