import { expect, test } from 'vitest';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { foldParts } from './fold-parts.ts';

const entry = (id: number, more: Partial<TimelineEntry>): TimelineEntry => ({
  ...{ id, kind: 'change', action: 'edit', move: null, from: null, to: null, note: null, changes: null },
  ...{ actor_type: 'admin', actor_name: '王芳', actor_role: '', createtime: 1_763_776_800 },
  ...more,
});
const part = (id: number, more: Partial<TimelineEntry> = {}) =>
  entry(id, { kind: 'part', of: { resource: 'enterprise/licence', id, title: `W-${id}` }, ...more });
const idsOf = (entries: readonly TimelineEntry[]) => foldParts(entries).map((line) => line.map(({ id }) => id));

test('what one person did to one list in a day is one line, and nothing else is', () => {
  expect(idsOf([part(9), part(8), entry(7, {}), part(6)])).toEqual([[9, 8], [7], [6]]);
  expect(idsOf([part(9), part(8, { actor_name: '李明' })])).toEqual([[9], [8]]);
  expect(idsOf([part(9), part(8, { createtime: 1_763_776_800 - 86_400 })])).toEqual([[9], [8]]);
  expect(idsOf([part(9), part(8, { of: { resource: 'enterprise/staff', id: 1, title: null } })])).toEqual([[9], [8]]);
});

test('what stands at the seam of two pages stands once', () => {
  expect(idsOf([entry(2, {}), entry(1, {}), entry(1, {})])).toEqual([[2], [1]]);
  expect(idsOf([entry(1, {}), entry(1, { kind: 'comment' })])).toEqual([[1], [1]]);
});
