import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import {
  type ListQuery,
  operatorsOf,
  readListQuery,
  takesNoValue,
  toWireParams,
  writeListQuery,
} from '#kernel/list/list-query-in-url.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  filterNames,
  isSameListQueryApartFromPage,
  withConditions,
  withKeyword,
  withOrder,
  withPage,
} from './change-filters-order-and-page-of-list-query.ts';

const permit = resource({
  name: 'sample/permit',
  label: text('许可', 'Permit'),
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(text('名称', 'Name'), { search: true }),
    fee: field.money(text('费用', 'Fee')),
    holder_id: field.reference(text('持有人', 'Holder'), { to: 'sample/permit' }),
    signed_at: field.datetime(text('签署时间', 'Signed')),
    ends_on: field.date(text('到期日', 'Ends on')),
    secret: field.text(text('密语', 'Secret'), { privacy: 'hidden' }),
    password: field.password(text('密码', 'Password'), { privacy: 'hidden' }),
    order: field.text(text('次序', 'Order word')),
  },
  life: lifecycle({
    initial: 'draft',
    states: { draft: text('草稿', 'Draft'), valid: text('有效', 'Valid') },
    moves: { approve: { from: ['draft'], to: 'valid', label: text('批准', 'Approve') } },
  }),
});

const read = (address: string) => readListQuery(new URLSearchParams(address), permit);

describe('address of a list', () => {
  it('sends nothing on a first load', () => {
    expect(toWireParams(read(''), permit)).toEqual({});
  });

  it('keeps a range that moves with the calendar by its name, of days and moments alone', () => {
    const query = read(
      'signed_at.range=week&ends_on.range=overdue&ends_on.outside=today&fee.range=today&name.range=week',
    );
    expect(query.conditions.map(({ field: name, value }) => `${name} ${value}`)).toEqual([
      'signed_at week',
      'ends_on overdue',
      'ends_on today',
    ]);
    expect(toWireParams(query, permit).search?.[0]).toEqual({ field: 'signed_at', operator: 'RANGE', val: 'week' });
    expect(read(writeListQuery(query).toString())).toEqual(query);
  });

  it('reads search, filters, order and page', () => {
    expect(read('q= 青山 &status.in=draft,valid&fee.ge=10&order=name,desc&page=3&limit=50')).toEqual({
      keyword: '青山',
      conditions: [
        { field: 'status', operator: 'IN', value: 'draft,valid' },
        { field: 'fee', operator: '>=', value: '10' },
      ],
      order: ['name', 'desc'],
      page: 3,
      limit: 50,
    });
  });

  it('takes a bare field for its usual operator', () => {
    expect(read('status=draft&name=青').conditions).toEqual([
      { field: 'status', operator: '=', value: 'draft' },
      { field: 'name', operator: 'LIKE', value: '青' },
    ]);
  });

  it('drops what the resource does not know', () => {
    const odd =
      'nothing.eq=1&secret.eq=1&password.eq=1&name.drop=1&name.eq=&order=secret,asc&page=0&limit=9999&fee.range=5';
    expect(read(odd)).toEqual({ keyword: '', conditions: [] });
  });

  it('filters fields whose names the address uses itself', () => {
    expect(read('order.eq=first&id.eq=5&id=9').conditions).toEqual([
      { field: 'order', operator: '=', value: 'first' },
      { field: 'id', operator: '=', value: '5' },
    ]);
    expect(read('id.in=5,9').conditions).toEqual([{ field: 'id', operator: 'IN', value: '5,9' }]);
    expect(read('id.range=5,9').conditions).toEqual([{ field: 'id', operator: 'RANGE', value: '5,9' }]);
  });

  it('keeps the open record and the lens', () => {
    const current = new URLSearchParams('id=7&tab=timeline&lens=board&q=old&page=4&name.like=old');
    expect(writeListQuery({ keyword: 'new', conditions: [] }, current).toString()).toBe(
      'id=7&tab=timeline&lens=board&q=new',
    );
  });
});

describe('fields one can filter by', () => {
  const note = { ...text('笔记', 'Note'), tone: 'muted' } as const;
  const of = (clocks: object) =>
    filterNames(
      resource({
        name: 'zoo/note',
        label: text('笔记', 'Note'),
        icon: 'file',
        title: 'content',
        scope: 'all',
        fields: { content: field.text(text('内容', 'Content')) },
        life: lifecycle({ initial: 'open', states: { open: note }, moves: {}, ...clocks }),
      }),
    );

  it('include the limit of a life only where one runs: elsewhere it is always empty', () => {
    expect(of({})).not.toContain('due_at');
    expect(of({ clocks: { review: { ...note, rule: 'review', in: ['open'] } } })).toContain('due_at');
  });
});

describe('call of a list', () => {
  it('names conditions as the contract does', () => {
    expect(toWireParams(read('q=青&status.eq=draft&order=name,asc&page=2'), permit)).toEqual({
      quick_search: '青',
      order: 'name,asc',
      page: 2,
      search: [{ field: 'status', operator: '=', val: 'draft' }],
    });
  });

  it('widens days to whole days of a moment', () => {
    expect(toWireParams(read('signed_at.range=2026-11-01,2026-11-30'), permit).search).toEqual([
      { field: 'signed_at', operator: 'RANGE', val: '2026-11-01 00:00:00,2026-11-30 23:59:59', render: 'datetime' },
    ]);
    expect(toWireParams(read('signed_at.range=,2026-11-30'), permit).search?.[0]?.val).toBe(',2026-11-30 23:59:59');
    expect(toWireParams(read('ends_on.range=2026-11-01,'), permit).search).toEqual([
      { field: 'ends_on', operator: 'RANGE', val: '2026-11-01,' },
    ]);
  });
});

describe('change of a list', () => {
  const query = read('q=a&page=5&limit=20');

  it('goes back to the first page', () => {
    for (const changed of [withKeyword(query, 'b'), withConditions(query, []), withOrder(query, ['name', 'asc'])]) {
      expect(changed.page).toBeUndefined();
      expect(changed.limit).toBe(20);
    }
    expect(withOrder(withOrder(query, ['name', 'asc']), undefined).order).toBeUndefined();
  });

  it('keeps the first row in sight when the page size changes', () => {
    expect(withPage(query, 5, 50)).toMatchObject({ page: 2, limit: 50 });
    expect(withPage(query, 6, 20)).toMatchObject({ page: 6, limit: 20 });
  });

  it('knows when a view was changed', () => {
    expect(isSameListQueryApartFromPage(query, { ...query, page: 1, limit: 100 })).toBe(true);
    expect(isSameListQueryApartFromPage(query, withKeyword(query, 'b'))).toBe(false);
  });
});

describe('any query', () => {
  const names = filterNames(permit);
  const word = fc
    .string({ minLength: 1, maxLength: 12 })
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const condition = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .constantFrom(...operatorsOf(permit, name))
        .chain((operator) =>
          (takesNoValue(operator)
            ? fc.constant('')
            : operator.endsWith('RANGE')
              ? fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `${a},${b}`)
              : word
          ).map((value) => ({ field: name, operator, value })),
        ),
    );
  const query: fc.Arbitrary<ListQuery> = fc.record(
    {
      keyword: fc.oneof(fc.constant(''), word),
      conditions: fc.array(condition, { maxLength: 6 }),
      anyOf: fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      order: fc.tuple(fc.constantFrom('name', 'fee', 'status'), fc.constantFrom('asc' as const, 'desc' as const)),
      group: fc.constantFrom(...fieldsToGroupListBy(permit)),
      page: fc.integer({ min: 1, max: 99_999 }),
      limit: fc.integer({ min: 1, max: 200 }),
    },
    { requiredKeys: ['keyword', 'conditions'] },
  );

  it('comes back from the address as it went in', () => {
    fc.assert(
      fc.property(query, (one) => {
        const address = new URLSearchParams(writeListQuery(one).toString());
        expect(readListQuery(address, permit)).toEqual(one);
      }),
    );
  });

  it('is read from any address without a throw, and then is stable', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (address) => {
        const once = readListQuery(new URLSearchParams(address), permit);
        expect(readListQuery(writeListQuery(once), permit)).toEqual(once);
      }),
    );
  });
});
