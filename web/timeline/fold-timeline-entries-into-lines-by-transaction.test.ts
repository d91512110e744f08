import { expect, test } from 'vitest';
import type { TimelineEntry } from '#web/resource/resource-calls.ts';
import { foldTimelineEntriesIntoLines } from './fold-timeline-entries-into-lines-by-transaction.ts';

const entry = (id: number, more: Partial<TimelineEntry>): TimelineEntry => ({
  id,
  kind: 'change',
  action: 'edit',
  move: null,
  from: null,
  to: null,
  note: null,
  changes: null,
  actor_type: 'admin',
  actor_name: '王芳',
  actor_role: '',
  createtime: 1_763_776_800,
  act: null,
  ...more,
});
const part = (id: number, more: Partial<TimelineEntry> = {}) =>
  entry(id, { kind: 'part', of: { resource: 'enterprise/licence', id, title: `W-${id}` }, ...more });
const idsOf = (entries: readonly TimelineEntry[]) =>
  foldTimelineEntriesIntoLines(entries).map((line) => line.map(({ id }) => id));

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

test('what one act wrote is one line, led by what it did to the record, whatever stands between', () => {
  const act = { act: '771.1763776800000000' };
  const message = (id: number, more: Partial<TimelineEntry> = {}) =>
    entry(id, { kind: 'message', told: { by: 'mobile' }, ...more });
  const other = entry(30, { act: '770.1763776800000000' });
  expect(
    idsOf([
      entry(42, act),
      entry(41, { ...act, move: 'submit' }),
      part(12, act),
      other,
      part(11, act),
      message(5, act),
    ]),
  ).toEqual([[41, 42, 11, 12, 5], [30]]);
  // of nothing but rows, they are one line as before; of nothing but messages, each is its own
  expect(idsOf([part(12, act), part(11, act)])).toEqual([[11, 12]]);
  expect(idsOf([message(6, act), message(5, act)])).toEqual([[6], [5]]);
});

test('an act that lies across two pages is one line once the second is there', () => {
  const act = { act: '9.1' };
  expect(idsOf([entry(3, act), part(2, act), part(2, act), part(1, act)])).toEqual([[3, 1, 2]]);
});
