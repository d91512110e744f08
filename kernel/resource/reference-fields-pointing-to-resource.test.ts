import { expect, test } from 'vitest';
import { isAllowedReferenceTarget } from '../access/conditions-on-target-rows-of-reference-field.ts';
import { field } from '../field/field.ts';
import { text } from '../text/text.ts';
import { resource } from './declare-resource.ts';
import { rowsReferringTo } from './reference-fields-pointing-to-resource.ts';

const label = text('甲', 'One');
const base = { label, title: 'name', scope: 'all' } as const;
const agency = resource({
  ...base,
  name: 'a/agency',
  fields: { name: field.text(label), parent_id: field.reference(text('上级', 'Parent'), { to: 'a/agency' }) },
});
const team = resource({
  ...base,
  name: 'a/team',
  label: text('团队', 'Teams'),
  fields: {
    name: field.text(label),
    sender_id: field.reference(text('组团社', 'Sending agency'), { to: 'a/agency' }),
    host_id: field.reference(text('地接社', 'Host'), { to: 'a/agency' }),
  },
});
const licence = resource({
  ...base,
  name: 'a/licence',
  label: text('许可证', 'Licences'),
  fields: { name: field.text(label), agency_id: field.reference(label, { to: 'a/agency' }) },
});
const log = resource({
  ...base,
  name: 'a/log',
  fields: { name: field.text(label), agency_id: field.reference(label, { to: 'a/agency', related: false }) },
});

test('rows that refer to a record are related to it, with a label per reference if there are several', () => {
  const found = rowsReferringTo(agency, [agency, log, licence, team]);
  expect(found.map((one) => [one.other.name, one.field, one.label['zh-cn'], one.label.en])).toEqual([
    ['a/agency', 'parent_id', '甲（上级）', 'One (parent)'],
    ['a/licence', 'agency_id', '许可证', 'Licences'],
    ['a/team', 'sender_id', '团队（组团社）', 'Teams (sending agency)'],
    ['a/team', 'host_id', '团队（地接社）', 'Teams (host)'],
  ]);
  expect(rowsReferringTo(team, [agency, log, licence, team])).toEqual([]);
});

test('belongs to rows with the lasting properties that a reference requires, in any state', () => {
  const to = (...among: [string, '=' | 'IN', string | string[]][]) => field.reference(label, { to: 'a/agency', among });
  const coaches = to(['type', 'IN', ['coach', 'car_rental']], ['status', '=', 'active']);
  expect(['coach', 'agency'].map((type) => isAllowedReferenceTarget(coaches, { type, status: 'shut' }))).toEqual([
    true,
    false,
  ]);
  expect(isAllowedReferenceTarget(to(['type', '=', 'agency']), { type: 'agency' })).toBe(true);
});
