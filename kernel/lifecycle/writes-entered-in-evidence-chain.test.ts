import { expect, test } from 'vitest';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { lifecycle } from './lifecycle.ts';
import { chainOfRow, checkChainedEvents, entersEvidenceChain } from './writes-entered-in-evidence-chain.ts';

const label = text('样本', 'Sample');

const declare = (chained: readonly string[]) =>
  resource({
    name: 'sample/case',
    label,
    title: 'name',
    scope: 'all',
    chained,
    fields: { name: field.text(label) },
    life: lifecycle({
      initial: 'open',
      states: { open: label, shut: label },
      moves: {
        shut: { from: ['open'], to: 'shut', label },
        rest: { from: ['open'], to: 'shut', label, reversible: true },
      },
    }),
  } as AnyResource);

const parent = resource({
  name: 'sample/file',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label), cases: field.rows(label, { of: 'sample/case' }) },
});

test('additions and moves are chained as declared, each row by itself', () => {
  const one = declare(['add', 'shut']);
  expect(entersEvidenceChain(one, 'add', undefined)).toBe(true);
  expect(entersEvidenceChain(one, 'move', 'shut')).toBe(true);
  expect(entersEvidenceChain(one, 'move', 'rest')).toBe(false);
  expect(entersEvidenceChain(one, 'edit', undefined)).toBe(false);
  expect(entersEvidenceChain(parent, 'add', undefined)).toBe(false);
  expect(chainOfRow(one, 7)).toBe('sample/case:7');
  checkChainedEvents(one, [one]);
  checkChainedEvents(parent, [parent, one]);
});

test('what cannot be chained is refused', () => {
  const check = (chained: readonly string[], others: readonly AnyResource[] = []) => {
    const one = declare(chained);
    checkChainedEvents(one, [one, ...others]);
  };
  expect(() => check([])).toThrow('sample/case: chained names nothing');
  expect(() => check(['open'])).toThrow('sample/case: chained names open, which is no move');
  expect(() => check(['toString'])).toThrow('which is no move');
  expect(() => check(['rest'])).toThrow('sample/case: rest can be undone');
  expect(() => check(['add'], [parent])).toThrow('sample/case: its rows are added with those of sample/file');
  check(['shut'], [parent]);
});
