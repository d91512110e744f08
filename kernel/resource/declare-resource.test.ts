import { describe, expect, expectTypeOf, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { namesOfSearchedFields } from '#kernel/list/fields-covered-by-quick-search.ts';
import { text } from '#kernel/text/text.ts';
import type { Resource, Row } from '../declaration/resource.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';
import { resource } from './declare-resource.ts';
import { permissionNodesOf, standardActionsOf } from './permission-nodes.ts';
import { controllerNameOf, relationNameOf, tableOf } from './table-and-controller-names.ts';

const label = text('企业', 'Enterprise');
const sample = resource({
  name: 'shop/orderLine',
  label,
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  sortable: true,
  fields: {
    name: field.text(label, { required: true, search: true, unique: true }),
    price: field.money(label),
    open: field.switch(label, { required: true }),
    kind: field.select(label, { required: true, options: { big: label, small: label } }),
    tags: field.selects(label, { options: { a: label, b: label } }),
    mobile: field.mobile(label, { privacy: 'masked' }),
    buyer_id: field.reference(label, { to: 'shop/buyer' }),
    area_code: field.area(label, { required: true }),
    user_id: field.integer(label, { write: 'server' }),
  },
  life: lifecycle({
    initial: 'draft',
    states: { draft: label, paid: label, void: { ...label, final: true } },
    moves: {
      pay: { from: ['draft'], to: 'paid', label },
      cancel: { from: ['paid'], to: 'void', label, by: ['member'] },
      annul: {
        from: ['paid'],
        to: 'void',
        label,
        steps: [
          { name: 'ask', label },
          { name: 'agree', label },
        ],
      },
    },
  }),
});

describe('derived from a declaration', () => {
  test('table, controller and relations take their names from it', () => {
    expect(tableOf(sample)).toBe('shop_order_line');
    expect(tableOf({ name: 'enterprise/enterprise' })).toBe('enterprise');
    expect(tableOf({ name: 'security/dataRecycleLog' })).toBe('security_data_recycle_log');
    expect(controllerNameOf(sample)).toBe('shop.orderLine');
    expect([relationNameOf('enterprise_id'), relationNameOf('area_code'), relationNameOf('group_arr')]).toEqual([
      'enterprise',
      'area',
      'group_arr_row',
    ]);
  });

  test('columns: key first, then what is declared, state, order and times', () => {
    expect(Object.keys(allColumnsOf(sample))).toEqual([
      'id',
      'name',
      'price',
      'open',
      'kind',
      'tags',
      'mobile',
      'buyer_id',
      'area_code',
      'user_id',
      'status',
      'due_at',
      'weigh',
      'createtime',
      'updatetime',
      'version',
    ]);
    expect(namesOfSearchedFields(sample)).toEqual(['name']);
  });

  test('actions: those that apply, or those that are named', () => {
    expect(standardActionsOf(sample)).toEqual([
      'index',
      'add',
      'edit',
      'del',
      'sortable',
      'export',
      'import',
      'reveal',
    ]);
    expect(standardActionsOf({ ...sample, actions: ['index'] } as Resource)).toEqual(['index']);
    const { mobile: _, ...rest } = sample.fields;
    expect(standardActionsOf({ ...sample, sortable: false, fields: rest } as Resource)).toEqual([
      'index',
      'add',
      'edit',
      'del',
      'export',
      'import',
    ]);
  });

  test('permission nodes: one for every action, every move of officers, every step', () => {
    const nodes = permissionNodesOf(sample).map((one) => one.node);
    expect(nodes.slice(8)).toEqual(['shop/orderLine/pay', 'shop/orderLine/annul:ask', 'shop/orderLine/annul:agree']);
    expect(nodes[0]).toBe('shop/orderLine/index');
  });
});

describe('a declaration that cannot be right ends the start', () => {
  const plain = { label, title: 'name', scope: 'all' } as const;
  const fields = { name: field.text(label) };
  test.each([
    ['a name without a module', { ...plain, name: 'shop', fields }],
    ['a name with more', { ...plain, name: 'shop/order/line', fields }],
    ['a name with signs', { ...plain, name: "shop/or'der", fields }],
    [
      'English words of what people write',
      { ...plain, name: 'shop/order', fields: { name: field.text(label, { english: 'name_en' }) } },
    ],
    [
      'English words that are a field by themselves',
      {
        ...plain,
        name: 'shop/order',
        fields: { name: field.text(label, { write: 'server', english: 'name_en' }), name_en: field.text(label) },
      },
    ],
    ['a title that is no field', { ...plain, name: 'shop/order', title: 'nothing' as 'name', fields }],
    [
      'a search in personal data',
      { ...plain, name: 'shop/order', fields: { name: field.text(label, { search: true, privacy: 'masked' }) } },
    ],
    [
      'a number told apart by what officers see masked',
      { ...plain, name: 'shop/order', fields: { name: field.identifier(label, { privacy: 'masked' }) } },
    ],
    [
      'a section that is not there',
      { ...plain, name: 'shop/order', fields: { name: field.text(label, { section: 'nowhere' }) } },
    ],
    [
      'a field required by none',
      { ...plain, name: 'shop/order', fields: { name: field.text(label, { requiredWhen: { by: 'kind' } }) } },
    ],
    [
      'a field required at times, and written by nobody',
      {
        ...plain,
        name: 'shop/order',
        fields: { name: field.text(label, { write: 'server', requiredWhen: { adding: true } }) },
      },
    ],
    [
      'a field asked for beside none',
      { ...plain, name: 'shop/order', fields: { name: field.text(label, { shownWhen: { by: 'kind', of: ['a'] } }) } },
    ],
    [
      'rows archived by what is no switch',
      { ...plain, name: 'shop/order', fields: { name: field.text(label) }, archived: 'name' as const },
    ],
    [
      'a place whose address is in no text',
      { ...plain, name: 'shop/order', fields: { ...fields, place: field.place(label, { address: 'where' }) } },
    ],
  ])('%s', (_what, declared) => {
    expect(() => resource(declared)).toThrow();
  });

  test('texts that people write are not replaced by English', () => {
    const message = (write: 'form' | 'server') =>
      resource({
        name: 'shop/remark',
        label,
        title: 'words',
        scope: 'all',
        fields: { words: field.text(label, { write, english: 'words_en' }) },
      });
    expect(() => message('form')).toThrow('words');
    expect(message('server').fields.words.english).toBe('words_en');
  });
});

test('rows have the declared types', () => {
  type Line = Row<typeof sample>;
  expectTypeOf<Line['name']>().toEqualTypeOf<string>();
  expectTypeOf<Line['price']>().toEqualTypeOf<string | null>();
  expectTypeOf<Line['open']>().toEqualTypeOf<'0' | '1'>();
  expectTypeOf<Line['kind']>().toEqualTypeOf<'big' | 'small'>();
  expectTypeOf<Line['tags']>().toEqualTypeOf<('a' | 'b')[] | null>();
  expectTypeOf<Line['buyer_id']>().toEqualTypeOf<number | null>();
  expectTypeOf<Line['status']>().toEqualTypeOf<'draft' | 'paid' | 'void'>();
  expectTypeOf<Line['version']>().toEqualTypeOf<number>();
});

test('an invalid declaration does not compile', () => {
  const fields = { name: field.text(label) };
  // never called: the type checker reads it
  const refused = () => {
    // @ts-expect-error a title is one of the fields
    resource({ name: 'a/b', label, title: 'other', scope: 'all', fields });
    // @ts-expect-error so is an owner
    resource({ name: 'a/b', label, title: 'name', scope: 'all', owner: 'user_id', fields });
    // @ts-expect-error and the parent of a tree
    resource({ name: 'a/b', label, title: 'name', scope: 'all', tree: 'pid', fields });
    // @ts-expect-error scopes are four
    resource({ name: 'a/b', label, title: 'name', scope: 'everywhere', fields });
    // @ts-expect-error actions are those of the wire
    resource({ name: 'a/b', label, title: 'name', scope: 'all', fields, actions: ['destroy'] });
    // @ts-expect-error a label has both languages
    resource({ name: 'a/b', label: '企业', title: 'name', scope: 'all', fields });
    // @ts-expect-error privacy is masked or hidden
    field.text(label, { privacy: 'secret' });
    // @ts-expect-error a reference says to what
    field.reference(label);
    // @ts-expect-error a select has options
    field.select(label, { required: true });
    // @ts-expect-error an option of another kind is no option
    field.money(label, { max: 'much' });
  };
  expect(refused).toBeTypeOf('function');
});
