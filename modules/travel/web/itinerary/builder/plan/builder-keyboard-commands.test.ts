import { expect, test } from 'vitest';
import { commandForKey } from './builder-keyboard-commands.ts';

const lengths = [3, 1, 0];
const press = (
  key: string,
  day: number,
  at: number,
  held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey', true>> = {},
) =>
  commandForKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, { day, at }, lengths);

test('arrows walk the cards and the heads of days, and stay where there is no further', () => {
  expect(press('ArrowDown', 0, 2)).toEqual({ do: 'go', to: { day: 0, at: 2 } });
  expect(press('ArrowUp', 0, 0)).toEqual({ do: 'go', to: { day: 0, at: -1 } });
  expect(press('ArrowRight', 0, 2)).toEqual({ do: 'go', to: { day: 1, at: 0 } });
  expect(press('ArrowRight', 1, 0)).toEqual({ do: 'go', to: { day: 2, at: -1 } });
  expect(press('End', 0, 0)).toEqual({ do: 'go', to: { day: 0, at: 2 } });
});

test('with Alt a stop goes along, over the end of its day into the next', () => {
  const alt = { altKey: true } as const;
  expect(press('ArrowUp', 0, 1, alt)).toEqual({ do: 'move', to: { day: 0, at: 0 } });
  expect(press('ArrowDown', 0, 2, alt)).toEqual({ do: 'move', to: { day: 1, at: 0 } });
  expect(press('ArrowUp', 1, 0, alt)).toEqual({ do: 'move', to: { day: 0, at: 3 } });
  expect(press('ArrowRight', 0, 2, alt)).toEqual({ do: 'move', to: { day: 1, at: 1 } });
  expect(press('ArrowUp', 0, 0, alt)).toBeUndefined();
  expect(press('ArrowRight', 0, -1, alt)).toEqual({ do: 'moveDay', to: 1 });
  expect(press('ArrowLeft', 0, -1, alt)).toBeUndefined();
});

test('what is done is taken back, a card is added and removed; other keys are not ours', () => {
  expect(press('z', 0, 0, { ctrlKey: true })).toEqual({ do: 'undo' });
  expect(press('Z', 0, 0, { ctrlKey: true, shiftKey: true })).toEqual({ do: 'redo' });
  expect(press('y', 0, 0, { ctrlKey: true })).toEqual({ do: 'redo' });
  expect(press('Delete', 0, 0)).toEqual({ do: 'remove' });
  expect(press('Insert', 0, 0)).toEqual({ do: 'add' });
  expect(press('s', 0, 0, { ctrlKey: true })).toBeUndefined();
  expect(press('x', 0, 0)).toBeUndefined();
});
