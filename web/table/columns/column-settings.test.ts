import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  cardColumns,
  defaultTableSettings,
  moveColumn,
  moveColumnTo,
  readStoredTableSettings,
  shownColumns,
  stepColumn,
  type TableSettings,
  tableSettingsFromUrlParam,
  tableSettingsToUrlParam,
  withColumnSetting,
} from '#web/table/columns/column-settings.ts';

const label = text('字段', 'Field');
const sample = resource({
  name: 'sample/sample',
  label,
  title: 'name',
  scope: 'all',
  fields: {
    code: field.text(label),
    name: field.text(label),
    note: field.text(label, { list: 'offered' }),
    inner: field.text(label, { list: 'never' }),
    secret: field.text(label, { privacy: 'hidden' }),
  },
  life: lifecycle({
    initial: 'a',
    states: { a: label, b: label },
    clocks: { due: { ...label, rule: 'sample_rule', in: ['a'] } },
    moves: { go: { from: ['a'], to: 'b', label } },
  }),
});
const { clocks: _, ...unhurried } = sample.life as Lifecycle;
const limitless = resource({ ...sample, name: 'sample/limitless', life: unhurried });

const names = (settings: { columns: readonly { name: string }[] }) => settings.columns.map((one) => one.name);

describe('column settings', () => {
  it('begin with the name, the state and the deadline', () => {
    const settings = defaultTableSettings(sample);
    expect(names(settings).slice(0, 5)).toEqual(['name', 'status', 'due_at', 'id', 'code']);
    expect(names(defaultTableSettings(limitless)).slice(0, 4), 'no clock, no limit').toEqual([
      'name',
      'status',
      'id',
      'code',
    ]);
    expect(names(settings)).not.toContain('inner');
    expect(names(settings)).not.toContain('secret');
    expect(settings.columns.find((one) => one.name === 'note')?.shown).toBe(false);
  });

  it('keep order, width and choice, and give new columns their declared place', () => {
    const stored = {
      columns: [
        { name: 'code', shown: true, width: 300 },
        { name: 'gone', shown: true },
        { name: 'name', shown: false, width: 9999 },
      ],
      density: 'small',
    };
    const settings = readStoredTableSettings(sample, stored);
    expect(names(settings)[0]).toBe('code');
    expect(names(settings)).not.toContain('gone');
    expect(names(settings).indexOf('status')).toBeGreaterThan(names(settings).indexOf('name'));
    expect(names(settings).indexOf('note')).toBeGreaterThan(names(settings).indexOf('code'));
    expect(settings.columns[0]).toEqual({ name: 'code', shown: true, width: 300 });
    expect(settings.columns.find((one) => one.name === 'name')).toEqual({ name: 'name', shown: false });
    expect(settings.density).toBe('small');
  });

  it('never leave a table without a column', () => {
    const hidden = defaultTableSettings(sample).columns.map((one) => ({ ...one, shown: false }));
    expect(
      readStoredTableSettings(sample, { columns: hidden })
        .columns.filter((one) => one.shown)
        .map((one) => one.name),
    ).toEqual(['name']);
  });

  it('read anything without a throw, with every column once', () => {
    const all = names(defaultTableSettings(sample)).toSorted();
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect(names(readStoredTableSettings(sample, stored)).toSorted()).toEqual(all);
        expect(names(readStoredTableSettings(sample, { columns: stored, density: stored })).toSorted()).toEqual(all);
        expect(names(readStoredTableSettings(sample, { columns: [stored] })).toSorted()).toEqual(all);
      }),
    );
  });

  it('move and change single columns', () => {
    const settings = defaultTableSettings(sample);
    expect(names(moveColumn(settings, 'code', 0))[0]).toBe('code');
    expect(moveColumn(settings, 'code', 99)).toBe(settings);
    expect(moveColumn(settings, 'nothing', 0)).toBe(settings);
    expect(withColumnSetting(settings, 'code', { width: 90 }).columns.find((one) => one.name === 'code')?.width).toBe(
      90,
    );
  });

  it('puts columns that stay in sight before all others, the name unless told', () => {
    const begun = defaultTableSettings(sample);
    const shown = (settings: TableSettings) => shownColumns(sample, settings).map(({ name }) => name);
    expect(shown(begun)[0]).toBe('name');
    const pinned = withColumnSetting(begun, 'code', { pinned: true });
    expect(shown(pinned).slice(0, 2)).toEqual(['name', 'code']);
    expect(readStoredTableSettings(sample, JSON.parse(JSON.stringify(pinned)))).toEqual(pinned);
    // what is dropped among the pinned is pinned with them, and the other way round
    expect(shown(moveColumnTo(sample, begun, 'status', 'name')).slice(0, 2)).toEqual(['status', 'name']);
    expect(shownColumns(sample, moveColumnTo(sample, pinned, 'code', 'status')).filter((one) => one.pinned)).toEqual(
      [],
    );
    expect(stepColumn(sample, begun, 'name', 1), 'not out of the pinned').toBe(begun);
    expect(shown(stepColumn(sample, begun, 'due_at', -1)).slice(1, 3)).toEqual(['due_at', 'status']);
  });
});

it('stands in an address as it is kept, and whatever else stands there is another', () => {
  const named = fc.constantFrom('name', 'code', 'note', 'createtime', 'nothing');
  const column = fc.record({
    name: named,
    shown: fc.boolean(),
    width: fc.integer({ min: 60, max: 800 }),
    pinned: fc.boolean(),
  });
  const stored = fc.record({
    columns: fc.uniqueArray(column, { selector: (one) => one.name }),
    density: fc.constantFrom('small', 'middle', 'large'),
    endless: fc.boolean(),
  });
  fc.assert(
    fc.property(stored, (one) => {
      const settings = readStoredTableSettings(sample, one);
      const written = tableSettingsToUrlParam(settings);
      const read = tableSettingsFromUrlParam(sample, new URLSearchParams({ table: written }).get('table'));
      expect(read && { ...read, columns: shownColumns(sample, read) }).toEqual({
        ...settings,
        columns: shownColumns(sample, settings),
      });
      expect(read && tableSettingsToUrlParam(read)).toBe(written);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (written) => {
      const read = tableSettingsFromUrlParam(sample, written);
      if (read) expect(read.columns.some((one) => one.shown)).toBe(true);
    }),
  );
  expect([
    tableSettingsFromUrlParam(sample, null),
    tableSettingsFromUrlParam(sample, ''),
    tableSettingsFromUrlParam(sample, 'small'),
  ]).toEqual([undefined, undefined, undefined]);
});

it('tells on a card what the head of it does not: a status that is a switch stands among the others', () => {
  expect(cardColumns(sample, defaultTableSettings(sample))).toEqual(['due_at', 'code']);
  const switched = resource({
    name: 'sample/switched',
    label,
    title: 'name',
    scope: 'all',
    fields: { name: field.text(label), status: field.switch(label) },
  });
  expect(cardColumns(switched, defaultTableSettings(switched))).toEqual(['status']);
});
