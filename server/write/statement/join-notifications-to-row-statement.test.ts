import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { notificationStatementsWithinRowStatement } from './notification-statements-within-row-statement.ts';

const label = text('样本', 'Sample');
const engine = { find: () => undefined } as unknown as Engine;
const template = messageTemplate({
  code: 'sample_closed',
  inbox: 'system',
  label,
  places: { no: { ...label, sample: '甲' } },
  text: text('{no} 已办结', '{no} is closed'),
});

/** The number of statements of a message about a row; undefined: it is sent apart. */
const statementsOf = (title: 'no' | 'name', row: Readonly<Record<string, unknown>>, more: object = {}) => {
  const of = resource({
    name: 'sample/case',
    label,
    title,
    scope: 'area',
    fields: {
      no: field.text(label, { max: 20 }),
      name: field.personName(label),
      phone: field.mobile(label),
      kind: field.select(label, { options: { a: label } }),
      area_code: field.area(label),
    },
    life: lifecycle({
      initial: 'open',
      states: { open: label, shut: label },
      moves: { shut: { from: ['open'], to: 'shut', label } },
    }),
  });
  const stored = { resource: of, event: 'shut', input: {} };
  return notificationStatementsWithinRowStatement(engine, stored, { template, sms: 'phone', ...more }, row)?.length;
};

test('a message of plain fields is part of the statement, and one under a condition that is not met is none', () => {
  const row = { no: '甲', name: '李明', phone: '13900001111', area_code: null };
  expect(statementsOf('no', row)).toBe(2);
  expect(statementsOf('no', { ...row, phone: null })).toBe(1);
  expect(statementsOf('no', row, { where: [['name', 'NULL']] })).toBe(0);
  expect(statementsOf('no', row, { where: [['name', 'NOT NULL']] })).toBe(2);
});

test('what needs the database is sent apart', () => {
  const row = { no: '甲', name: '李明', phone: '13900001111', kind: 'a', area_code: '530102' };
  expect(statementsOf('no', row, { values: { no: 'kind' } })).toBeUndefined();
  expect(statementsOf('no', row, { where: [['kind', '=', 'a']] })).toBeUndefined();
  expect(statementsOf('no', { ...row, no: { text: 'an expression' } })).toBeUndefined();
  expect(statementsOf('no', row, { before: true })).toBeUndefined();
});

test('the queue of text messages never shows the name of a person', () => {
  const row = { no: '甲', name: '李明', phone: '13900001111', area_code: '530102' };
  expect(statementsOf('name', row)).toBeUndefined();
});
