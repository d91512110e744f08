import { expect, test } from 'vitest';
import { resource } from '../resource/declare-resource.ts';
import { permissionNodesOf } from '../resource/permission-nodes.ts';
import { text } from '../text/text.ts';
import { field } from './field.ts';

const label = text('清点', 'Count');
const act = { label, confirm: label, done: label };
const declare = (acts: Parameters<typeof resource>[0]['acts'], more: object = {}) =>
  resource({
    name: 'zoo/thing',
    label,
    title: 'name',
    scope: 'all',
    ...more,
    fields: { name: field.text(label), secret: field.text(label, { privacy: 'hidden' }) },
    ...(acts ? { acts } : {}),
  });

test('an act is a permission of its own, with its label', () => {
  const nodes = permissionNodesOf(declare({ count: { ...act, on: ['name', 'x'] } }));
  expect(nodes.find(({ node }) => node === 'zoo/thing/count')).toMatchObject({ action: 'count', label });
});

test('a batch action with the name of another node, or with an unreadable condition, is refused', () => {
  expect(() => declare({ edit: act })).toThrow('cannot be called edit');
  expect(() => declare({ look: act }, { nodes: { look: label } })).toThrow('cannot be called look');
  expect(() => declare({ count: { ...act, on: ['secret', 'x'] } })).toThrow('not everybody may read');
  expect(() => declare({ count: { ...act, on: ['nothing', 'x'] } })).toThrow('not everybody may read');
});
