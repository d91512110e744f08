import { expect, test } from 'vitest';
import { mergeModuleContributionsIntoPanelFeed } from './merge-module-contributions-into-panel-feed.ts';
import type { PanelRequest } from './read-panel-area-and-day-range.ts';

const context = {} as PanelRequest;

test('contributions of other modules are merged into the answer of a feed', async () => {
  const read = mergeModuleContributionsIntoPanelFeed(
    async () => ({ state: 'empty', month: { checks: 1, due: 0 }, limits: [1], asof: 5 }),
    [async () => ({ month: { due: 3 }, limits: [2] }), async () => ({ state: 'ok', rows: { due: [7] } })],
  );
  expect(await read(context)).toEqual({
    state: 'ok',
    month: { checks: 1, due: 3 },
    limits: [1, 2],
    asof: 5,
    rows: { due: [7] },
  });
});

test('rows of a feed are not denied by a contribution without any', async () => {
  const read = mergeModuleContributionsIntoPanelFeed(async () => ({ state: 'ok' }), [async () => ({ state: 'empty' })]);
  expect(await read(context)).toEqual({ state: 'ok' });
});
