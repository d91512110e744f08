// @vitest-environment jsdom
import { act, createElement, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { useArrowKeyFocusBetweenTilesAndWallShortcuts } from './use-arrow-key-focus-between-tiles-and-wall-shortcuts.ts';

const done: string[] = [];
const goUp = () => done.push('up');

function Wall() {
  const root = useRef<HTMLDivElement>(null);
  useArrowKeyFocusBetweenTilesAndWallShortcuts(root, goUp, {
    replay: () => done.push('replay'),
    board: (at) => done.push(`board ${at}`),
    letter: (pressed) => pressed === 'z' && done.push('scene z') > 0,
  });
  return createElement('div', { ref: root });
}

const press = (key: string, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

beforeEach(() => {
  done.length = 0;
});

test('letters act with Shift and Caps Lock, too, but not behind an open menu or dialog', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Wall)));
  for (const key of ['z', 'Z', 'r', 'R', '2', 'Escape']) press(key);
  expect(done).toEqual(['scene z', 'scene z', 'replay', 'replay', 'board 1', 'up']);

  done.length = 0;
  document.body.innerHTML = '<div role="menu"><button type="button">z</button></div>';
  const item = document.querySelector('button') as HTMLElement;
  for (const key of ['z', 'R', '2', 'Escape']) press(key, item);
  expect(done).toEqual([]);

  document.body.innerHTML = '<dialog open></dialog>';
  for (const key of ['z', 'R', '2', 'Escape']) press(key);
  expect(done).toEqual([]);

  document.body.innerHTML = '<dialog></dialog>';
  press('z');
  expect(done).toEqual(['scene z']);
  await act(async () => root.unmount());
});
