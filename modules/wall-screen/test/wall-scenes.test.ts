import { expect, test } from 'vitest';
import { wallPanelsOf } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { modules } from '#modules/registry.ts';
import { arrangePanels } from '#web/wall/arrange-wall-panels-in-columns.ts';
import { wallShapeOf } from '#web/wall/wall-screen-shape-and-text-size.ts';
import { wallScenes } from '../contract/wall-scenes.ts';
import { nextOrPreviousPresentationScene } from '../web/presenter/next-or-previous-presentation-scene.ts';

const panels = wallPanelsOf(modules);

test('scenes show declared panels, and have keys of their own', () => {
  const names = new Set(panels.map(({ name }) => name));
  for (const scene of wallScenes) {
    expect([scene.name, scene.panels.filter((name) => !names.has(name))]).toEqual([scene.name, []]);
    expect(new Set(scene.panels).size).toBe(scene.panels.length);
  }
  // r, p and e are taken by replay, presentation and the command of incidents
  const letters = [...wallScenes.map(({ letter }) => letter), 'r', 'p', 'e'];
  expect(new Set(letters).size).toBe(letters.length);
});

test.each(wallScenes.map((scene) => [scene.name, scene] as const))(
  'on an ordinary wall the scene %s has a map and its first three panels',
  (_, scene) => {
    const own = scene.panels.flatMap((name) => panels.find((one) => one.name === name) ?? []);
    const { spots } = arrangePanels([], wallShapeOf(1920, 1080), own);
    const shown = new Set(spots.map(({ panel }) => panel));
    expect(own.some((panel) => panel.size === 'map' && shown.has(panel))).toBe(true);
    const sized = own.filter(({ size }) => typeof size === 'number').slice(0, 3);
    expect(sized.filter((panel) => !shown.has(panel)).map(({ name }) => name)).toEqual([]);
  },
);

test('turning stays within the scenes of the person, or within those of every wall', () => {
  expect([0, 1].map((at) => nextOrPreviousPresentationScene(at, 1, 2, 6))).toEqual([1, 0]);
  expect([2, 5].map((at) => nextOrPreviousPresentationScene(at, 1, 2, 6))).toEqual([3, 2]);
  expect([0, 2].map((at) => nextOrPreviousPresentationScene(at, -1, 2, 6))).toEqual([1, 5]);
  expect(nextOrPreviousPresentationScene(0, 1, 0, 4)).toBe(1);
});
