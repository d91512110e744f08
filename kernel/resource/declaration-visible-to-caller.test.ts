import { expect, test } from 'vitest';
import {
  checkPermissionNodesOfFields,
  reduceResourceToFieldsVisibleToMemberRole,
  reduceResourceToFieldsVisibleToOfficer,
} from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import type { Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { formFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import {
  declarationVisibleToCaller,
  differsVisibilityByRow,
  isReadOnlyForCaller,
} from '#kernel/resource/declaration-visible-to-caller.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { resource } from './declare-resource.ts';
import { permissionNodesOf } from './permission-nodes.ts';

const label = text('景区', 'Spot');
const life = lifecycle({
  initial: 'open',
  states: { open: label },
  moves: { assess: { from: ['open'], label, input: { opinion: field.textarea(label), note: field.text(label) } } },
});
const spot = resource({
  name: 'spot/spot',
  label,
  title: 'name',
  scope: 'area',
  listed: ['name', 'income', 'createtime'],
  nodes: { audit: text('查看稽核', 'See audits'), grade: text('评级', 'Grade') },
  measures: {
    all: { label, by: ['kind'] },
    income: { label, sum: 'income', by: ['kind'] },
    rich: { label, by: ['kind'], where: [['income', '>', 0]] },
  },
  fields: {
    name: field.text(label, { required: true }),
    kind: field.select(label, { options: { a: label } }),
    income: field.money(label, { reads: 'audit' }),
    stars: field.integer(label, { writes: 'grade' }),
    opinion: field.textarea(label, { write: 'server', reads: 'audit', writes: 'grade' }),
    day: field.date(label),
    area_code: field.area(label),
  },
  life,
});
const find = () => undefined;
const requested = (one: AnyResource) => Object.keys(one.life?.moves.assess.input ?? {});
const visibleTo = (...nodes: string[]) =>
  reduceResourceToFieldsVisibleToOfficer(spot, find, (node) => nodes.includes(node));

test('its own nodes come after actions and moves', () => {
  expect(permissionNodesOf(spot).map(({ action }) => action)).toEqual([
    'index',
    'add',
    'edit',
    'del',
    'export',
    'import',
    'assess',
    'audit',
    'grade',
  ]);
});

test('unreadable fields are removed from the visible declaration, unwritable ones are server-written', () => {
  const none = visibleTo();
  expect(Object.keys(none.fields)).toEqual(['name', 'kind', 'stars', 'day', 'area_code']);
  expect(Object.keys(formFields(none))).toEqual(['name', 'kind', 'day', 'area_code']);
  expect(none.listed).toEqual(['name', 'createtime']);
  expect(Object.keys(none.measures ?? {})).toEqual(['all']);
  expect(requested(none)).toEqual(['note']);
  expect(isReadOnlyForCaller(none.fields.stars as Fields[string])).toBe(true);
  const reader = visibleTo('spot/spot/audit');
  expect(reader.fields.income).toEqual(field.money(label));
  expect(Object.keys(reader.measures ?? {})).toEqual(['all', 'income', 'rich']);
  expect(requested(reader)).toEqual(['note']);
  // somebody who may write but not read would overwrite what they cannot see
  expect(requested(visibleTo('spot/spot/grade'))).toEqual(['note']);
  const whole = visibleTo('spot/spot/grade', 'spot/spot/audit');
  expect(requested(whole)).toEqual(['opinion', 'note']);
  expect(Object.keys(formFields(whole))).toEqual(['name', 'kind', 'income', 'stars', 'day', 'area_code']);
});

test('callers with equal rights share one visible declaration; without rules it is the declared one', () => {
  expect(visibleTo('spot/spot/audit')).toBe(visibleTo('spot/spot/audit', 'spot/spot/edit'));
  expect(reduceResourceToFieldsVisibleToOfficer(visibleTo(), find, () => true)).toBe(visibleTo());
  const open = resource({ name: 'spot/open', label, title: 'name', scope: 'all', fields: { name: field.text(label) } });
  expect(declarationVisibleToCaller(open, () => 'none')).toBe(open);
});

test('members have nodes by role, and see fields by row where roles differ', () => {
  const base = { label, title: 'name', scope: 'area', people: 'spot/person' } as const;
  const fields = {
    name: field.text(label),
    debt: field.money(label, { reads: 'books' }),
    user_id: field.integer(label),
  };
  const nodes = { books: label };
  const shop = (members: AnyResource['members']) =>
    resource({ ...base, name: 'spot/shop', nodes, fields, members: members as { owner: ['index'] } });
  const people = resource({
    ...base,
    name: 'spot/person',
    fields: { ...fields, debt: fields.name },
  });
  const visible = (members: AnyResource['members'], role?: 'owner' | 'viewer' | null) =>
    reduceResourceToFieldsVisibleToMemberRole(shop(members), () => people, role);
  expect(Object.keys(visible({ owner: ['index', 'edit'] }).fields)).toEqual(['name', 'user_id']);
  const some = visible({ owner: ['index', 'books'], viewer: ['index'] });
  expect([differsVisibilityByRow(some), some.fields.debt?.filter]).toEqual([true, false]);
  expect(differsVisibilityByRow(visible({ owner: ['index', 'books'] }))).toBe(false);
  expect(visible({ owner: ['index', 'books'], viewer: ['index'] }, 'owner').fields).toHaveProperty('debt');
  expect(visible({ owner: ['index', 'books'], viewer: ['index'] }, 'viewer').fields).not.toHaveProperty('debt');
  expect(visible({ owner: ['index', 'books'] }, null).fields).not.toHaveProperty('debt');
  // @ts-expect-error there is no such node
  expect(() => resource({ ...base, name: 'spot/shop', nodes, fields, members: { owner: ['bokes'] } })).toThrow('bokes');
});

test('contradictory rules are refused when declared', () => {
  const declare = (fields: Fields, more: Partial<AnyResource> = {}) => {
    const { measures: _, listed: __, life: ___, ...rest } = spot;
    return () =>
      resource({ ...rest, ...more, fields: { ...spot.fields, opinion: field.text(label), ...fields } } as AnyResource);
  };
  const wrong: [Fields, string, Partial<AnyResource>?][] = [
    [{ day: field.date(label, { reads: 'audti' }) }, 'no node audti'],
    [{ name: field.text(label, { required: true, writes: 'grade' }) }, 'could not add rows'],
    [{ name: field.text(label, { reads: 'audit' }) }, 'not everybody may read'],
    [{ day: field.text(label, { reads: 'audit', search: true }) }, 'not everybody may read'],
    [{ day: field.text(label, { reads: 'audit', unique: true }) }, 'not everybody may read'],
    [{ kind: field.text(label, { unique: ['income'] }) }, 'not everybody may read'],
    [{ area_code: field.area(label, { reads: 'audit' }) }, 'not everybody may read'],
    [{}, 'not everybody may read', { order: ['income', 'asc'] }],
    [{ day: field.text(label, { write: 'server', writes: 'grade' }) }, 'nobody can write it'],
    [{}, 'no node can be called edit', { nodes: { ...spot.nodes, edit: label } }],
    [{}, 'has no screen', { actions: [] }],
    [
      {},
      'not everybody may read',
      {
        life: lifecycle({
          initial: 'open',
          states: { open: label },
          moves: { close: { from: ['open'], label, when: [{ if: [['income', '>', 0]], else: label }] } },
        }),
      },
    ],
    [
      {},
      'a move requires it from everybody',
      {
        life: lifecycle({
          initial: 'open',
          states: { open: label },
          moves: { close: { from: ['open'], label, input: { stars: field.integer(label, { required: true }) } } },
        }),
      },
    ],
  ];
  for (const [fields, why, more] of wrong) expect(declare(fields, more), why).toThrow(why);
  const input = { note: field.text(label, { reads: 'audit' }) };
  const asking = { ...life, moves: { assess: { ...life.moves.assess, input } } };
  expect(declare({}, { life: asking })).toThrow('is not a column');
  expect(() => settings({ name: 'spot', label, fields: input })).toThrow('is not a column');
  const part = resource({
    name: 'spot/part',
    label,
    title: 'name',
    scope: 'parent',
    partOf: 'spot_id',
    fields: {
      spot_id: field.reference(label, { to: 'spot/spot', required: true }),
      name: field.text(label, { required: true }),
      cost: field.money(label, { reads: 'audti' }),
    },
  });
  expect(() => checkPermissionNodesOfFields([part], () => spot)).toThrow('no node audti');
});
