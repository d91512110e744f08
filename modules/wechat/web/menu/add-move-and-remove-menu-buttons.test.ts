import { expect, test } from 'vitest';
import {
  addSubButton,
  addTopButton,
  mayAddSub,
  mayAddTop,
  moveButton,
  removeButton,
} from './add-move-and-remove-menu-buttons.ts';

const top = (name: string) => ({ level: 'top', name });
const sub = (name: string) => ({ level: 'sub', name });
const rows = [top('A'), sub('a1'), sub('a2'), top('B'), top('C'), sub('c1')];
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(' ');

test('buttons are added where they belong', () => {
  const added = addSubButton(rows, 2, sub('a3'));
  expect([names(added.rows), added.at]).toEqual(['A a1 a2 a3 B C c1', 3]);
  expect(names(addSubButton(rows, 3, sub('b1')).rows)).toBe('A a1 a2 B b1 C c1');
  expect(names(addTopButton([top('A')], top('B')))).toBe('A B');
  expect([mayAddTop(rows), mayAddTop(rows.slice(0, 4))]).toEqual([false, true]);
  expect([mayAddSub(rows, 0), mayAddSub([top('A'), ...[1, 2, 3, 4, 5].map((n) => sub(`a${n}`))], 0)]).toEqual([
    true,
    false,
  ]);
});

test('a removed button takes those below it along', () => {
  expect(names(removeButton(rows, 0))).toBe('B C c1');
  expect(names(removeButton(rows, 1))).toBe('A a2 B C c1');
});

test('buttons move among their equals', () => {
  const moved = moveButton(rows, 0, 1);
  expect([names(moved.rows), moved.at]).toEqual(['B A a1 a2 C c1', 1]);
  expect(names(moveButton(rows, 4, -1).rows)).toBe('A a1 a2 C c1 B');
  const within = moveButton(rows, 1, 1);
  expect([names(within.rows), within.at]).toEqual(['A a2 a1 B C c1', 2]);
  expect(names(moveButton(rows, 2, 1).rows)).toBe(names(rows));
  expect(names(moveButton(rows, 0, -1).rows)).toBe(names(rows));
});
