import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  formErrorsByFieldPath,
  labelOfFieldPath,
  pathsOfMissingRequiredFields,
} from '#web/form/state/form-errors-by-field-path.ts';
import { provideResources } from '#web/resource/resource-registry.ts';
import { isLongForm, shownFields } from './select-shown-and-locked-form-fields.ts';

const stop = resource({
  name: 'tour/stop',
  label: text('站点', 'Stops'),
  title: 'name',
  scope: 'parent',
  partOf: 'day_id',
  sortable: true,
  actions: [],
  fields: {
    day_id: field.reference(text('天', 'Day'), { to: 'tour/day', required: true }),
    name: field.text(text('名称', 'Name'), { required: true }),
  },
});
const day = resource({
  name: 'tour/day',
  label: text('天', 'Days'),
  title: 'name',
  scope: 'parent',
  partOf: 'tour_id',
  sortable: true,
  actions: [],
  fields: {
    tour_id: field.reference(text('团队', 'Tour'), { to: 'tour/tour', required: true }),
    name: field.text(text('主题', 'Theme'), { required: true }),
    note: field.text(text('备注', 'Note'), { requiredWhen: { by: 'name', of: ['自由活动'] } }),
    stops: field.rows(text('站点', 'Stops'), { of: 'tour/stop' }),
  },
});
const fields = {
  kind: field.select(text('类型', 'Kind'), { required: true, options: { a: text('甲', 'A'), b: text('乙', 'B') } }),
  firm: field.text(text('车企', 'Coach firm'), { requiredWhen: { by: 'kind', of: ['b'] } }),
  secret: field.password(text('密钥', 'Key'), { privacy: 'hidden', requiredWhen: { adding: true } }),
  promise: field.switch(text('承诺属实', 'I vouch for it'), { required: true, confirms: true }),
  link: field.text(text('链接', 'Link'), { shownWhen: { by: 'kind', of: ['a'] } }),
  days: field.rows(text('行程', 'Days'), { of: 'tour/day', required: true }),
};

beforeAll(() => {
  vi.stubGlobal('window', { location: { pathname: '/admin/tour/tour' } });
  provideResources([stop, day], [], (one) => one);
});
afterAll(() => {
  vi.unstubAllGlobals();
  provideResources([], [], (one) => one);
});

const labels = (values: Record<string, unknown>, mode: 'add' | 'edit' = 'add') =>
  pathsOfMissingRequiredFields(fields, values, mode).map((at) => `${at} ${labelOfFieldPath(fields, at)}`);

describe('what a form lacks', () => {
  it('is told by place, down to the rows within rows', () => {
    expect(labels({})).toEqual(['kind 类型', 'secret 密钥', 'promise 承诺属实', 'days 行程']);
    const days = [{ name: '自由活动', stops: [{ name: '石林' }, {}] }, {}];
    expect(labels({ kind: 'b', secret: 'x', promise: '1', days })).toEqual([
      'firm 车企',
      'days.0.note 行程 第 1 行 备注',
      'days.0.stops.1.name 行程 第 1 行 站点 第 2 行 名称',
      'days.1.name 行程 第 2 行 主题',
    ]);
    expect(labels({ kind: 'a', promise: '1', days: [{ id: 1, name: 'x' }] }, 'edit')).toEqual([]);
  });

  it('is told whole after a refusal, in the order of the form, each cell instead of their number', () => {
    const found = formErrorsByFieldPath(fields, {
      days: ['有 2 处需要更正'],
      'days.10.name': ['太长'],
      'days.9.name': ['必填', '太短'],
      kind: ['必填'],
    });
    expect(found.map(({ at, message }) => `${at} ${message}`)).toEqual([
      'kind 必填',
      'days.9.name 必填',
      'days.10.name 太长',
    ]);
    expect(formErrorsByFieldPath(fields, { days: ['必填'] })).toEqual([{ at: 'days', label: '行程', message: '必填' }]);
    expect(formErrorsByFieldPath(fields, { 'days.0.gone': ['x'] })[0]?.label).toBe('行程');
  });
});

it('shows the fields in the order of their sections, and only those asked for', () => {
  const label = text('字段', 'Field');
  const parted = {
    x: field.text(label, { section: 'b' }),
    y: field.text(label, { section: 'a' }),
    z: field.text(label, { section: 'a', shownWhen: { by: 'x', of: ['1'] } }),
  };
  const names = (values: Record<string, unknown>) =>
    Object.keys(shownFields({ sections: { a: label, b: label } }, parted, values));
  expect(names({})).toEqual(['y', 'x']);
  expect(names({ x: '1' })).toEqual(['y', 'z', 'x']);
  expect(isLongForm(parted)).toBe(false);
});
