import { expect, test } from 'vitest';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { field, kinds } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { readRequestedColumns } from '#server/read/condition/read-requested-columns-of-list.ts';
import { areaNameJoinsSql, presentedColumnsSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';

const label = text('字段', 'Field');
const shop = (more: AnyResource['fields'], actions?: AnyResource['actions']): AnyResource =>
  resource({
    name: 'shop/shop',
    label,
    title: 'name',
    scope: 'all',
    fields: { name: field.text(label), ...more },
    ...(actions ? { actions } : {}),
  });
const buyer = (title: string): AnyResource =>
  resource({ name: 'shop/buyer', label, title, scope: 'all', fields: { [title]: field.text(label) } });

const officer: Caller = { ...systemCaller(), type: 'admin', id: 1, super: true, grantKey: '*' };
const none: FindResource = () => undefined;
const shown = (one: AnyResource, find = none) => presentedColumnsSql(one, officer, 'list', find);

test('two declarations of one name in one process are presented and written each as its own', () => {
  const plain = shop({ mobile: field.mobile(label), area_code: field.area(label) });
  const masked = shop({ mobile: field.mobile(label, { privacy: 'masked', write: 'server' }) }, ['index', 'edit']);
  expect(shown(plain).text).toContain('t."mobile" as "mobile"');
  expect(shown(masked).text).toContain('overlay(t."mobile"');
  const record = (one: AnyResource) => presentedColumnsSql(one, officer, 'record', none);
  expect(record(plain).values).not.toEqual(record(masked).values);
  expect(areaNameJoinsSql(plain, officer, 'list', none).text).toContain('system_area');
  expect(areaNameJoinsSql(masked, officer, 'list', none).text).toBe('');
  expect(Object.keys(writableFields(plain, 'edit'))).toEqual(['name', 'mobile', 'area_code']);
  expect(Object.keys(writableFields(masked, 'edit'))).toEqual(['name']);
});

test('a list asked for some columns tells these, and what every row is known and written by', () => {
  const one = shop({
    area_code: field.area(label),
    plate: field.plate(label, { color: 'paint' }),
    paint: field.text(label),
    notes: field.textarea(label, { list: 'never' }),
    version: field.integer(label, { write: 'server' }),
  });
  const requested = readRequestedColumns(one, 'plate,notes,plate');
  const { text: select } = presentedColumnsSql(one, officer, 'list', none, { requested });
  const names = [...select.matchAll(/ as "(\w+)"/g)].map(([, name]) => name);
  expect(names.filter((name) => !name?.startsWith('_'))).toEqual(['id', 'name', 'plate', 'paint', 'version']);
  expect(areaNameJoinsSql(one, officer, 'list', none, requested).text).toBe('');
  expect(presentedColumnsSql(one, officer, 'record', none, { requested }).text).toContain('"notes"');
  expect(readRequestedColumns(one, '')).toBeUndefined();
  expect([...(readRequestedColumns(one, 'plate,name') ?? [])]).toEqual([
    ...(readRequestedColumns(one, 'name,plate') ?? []),
  ]);
  // a sheet has what it has columns for: the rest of a record is neither masked, named nor sent for each of its rows
  const { text: sheet } = presentedColumnsSql(one, officer, 'sheet', none, {
    joined: true,
    requested: new Set(['id', 'notes']),
  });
  expect([...sheet.matchAll(/ as "(\w+)"/g)].map(([, name]) => name)).toEqual(['id', 'notes']);
  expect(() => readRequestedColumns(one, 'plate,__proto__')).toThrow(/No field __proto__/);
  expect([...(readRequestedColumns(one, 'plate,'.repeat(400).slice(0, -1)) ?? [])]).toEqual([
    ...(readRequestedColumns(one, 'plate') ?? []),
  ]);
});

test('one declaration among others carries the titles of those', () => {
  const one = shop({ buyer_id: field.reference(label, { to: 'shop/buyer' }) });
  expect(shown(one, () => buyer('name')).text).toContain(`'name', r."name"`);
  expect(shown(one, () => buyer('nickname')).text).toContain(`'nickname', r."nickname"`);
});

test('a related title that is personal data is masked', () => {
  const person = resource({
    name: 'shop/person',
    label,
    title: 'mobile',
    scope: 'all',
    fields: { mobile: field.mobile(label, { privacy: 'masked' }) },
  });
  const one = shop({ person_id: field.reference(label, { to: 'shop/person' }) });
  expect(shown(one, () => person).text).toContain(`'mobile', ${kinds.mobile.mask?.('r."mobile"')}`);
});
