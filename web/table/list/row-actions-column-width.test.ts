// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { defaultTableSettings } from '#web/table/columns/column-settings.ts';
import { headingWidth, nameWidth, numberWidths, tableColumns } from '#web/table/columns/table-columns.ts';
import { rowActionsColumnWidth } from '#web/table/list/row-actions-column-width.ts';

const sample = resource({
  name: 'sample/sample',
  label: text('样', 'Sample'),
  title: 'name',
  scope: 'all',
  fields: { name: field.text(text('名', 'Name')), note: field.text(text('备注', 'Note')) },
});
const row = (id: number, part: Partial<WireRow> = {}): WireRow => ({ id, name: '五华区', ...part });

describe('the column of actions', () => {
  it('takes what its rows offer, and nothing where they offer nothing', () => {
    const none = rowActionsColumnWidth(sample, [row(1, { _actions: [] }), undefined]);
    const acts = rowActionsColumnWidth(sample, [
      row(1, { _actions: [] }),
      row(2, { _actions: ['del'], _moves: ['pass'] }),
    ]);
    const all = rowActionsColumnWidth(sample, [row(1, { _actions: ['edit', 'del'], _moves: ['pass'] })]);
    expect(none).toBe(0);
    expect(acts).toBeGreaterThan(90);
    expect(acts).toBeLessThan(130);
    expect(all).toBeGreaterThan(acts);
    expect(all).toBeLessThan(168);
    expect(rowActionsColumnWidth(sample, [row(1, { _actions: [] })], true)).toBeGreaterThan(0);
  });
});

describe('the column of names', () => {
  const widthOf = (name: string, room: number) => {
    const names = nameWidth(sample, [row(1), row(2, { name })]);
    const options = { resource: sample, settings: defaultTableSettings(sample), dragged: undefined, selectable: false };
    return tableColumns({ ...options, actions: 0, names, room }).find((one) => one.name === 'name')?.width ?? 0;
  };

  it('leaves its room to what people call the rows, where the title is a number', () => {
    const called = { ...sample, heading: ['note'] } as const;
    const note = '昆明—西双版纳四日游';
    const rows = [row(1, { note })];
    const options = { resource: called, settings: defaultTableSettings(called), dragged: undefined, selectable: false };
    const columns = tableColumns({ ...options, actions: 0, headings: headingWidth(called, rows), room: 1 });
    expect(columns.find((one) => one.name === 'name')?.width).toBeLessThan(200);
    const wide = tableColumns({ ...options, actions: 0, headings: headingWidth(called, rows), room: 600 });
    expect(wide.find((one) => one.name === 'note')?.width).toBeGreaterThanOrEqual(note.length * 14);
  });

  it('shows the last digits of numbers that are no titles', () => {
    const numbered = { ...sample, fields: { ...sample.fields, note: field.identifier(text('编号', 'Number')) } };
    const no = 'JC53010220261201000012';
    const options = { resource: numbered, settings: defaultTableSettings(numbered), dragged: undefined };
    const numbers = numberWidths(numbered, [row(1, { note: no }), undefined]);
    const columns = tableColumns({ ...options, selectable: false, actions: 0, numbers, room: 600 });
    expect(columns.find((one) => one.name === 'note')?.width).toBeGreaterThanOrEqual(no.length * 8.2 + 18);
  });

  it('is as wide as its longest name, within reason, and leaves room for others', () => {
    const long = '昆明滇池国际旅行社有限责任公司';
    expect(widthOf(long, 0)).toBe(200);
    expect(widthOf(long, 600)).toBeGreaterThanOrEqual(long.length * 14 + 18);
    expect(widthOf(long.repeat(4), 1200)).toBeGreaterThanOrEqual(340);
    expect(widthOf(long.repeat(4), 600)).toBeLessThanOrEqual(480);
  });
});
