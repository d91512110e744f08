import type { Module } from '#kernel/module.ts';
import { checkPanels, feedsOf, isFeed, panelsOf } from '#kernel/panel.ts';
import { tableOf } from '#kernel/resource.ts';
import type { Engine } from '#server/engine.ts';
import type { Controller } from '#server/http/controller.ts';
import type { ServerModule } from '#server/module.ts';
import type { ReadPanel } from '#server/panel/area.ts';
import { stillAwaited } from '../contract/awaited.ts';
import { screenCalls } from './calls.ts';
import { ownFeeds } from './panels.ts';

/** The feeds of the wall, those of modules among them, at `GET /admin/screen.<name>/index` for whoever may open it. */
export function screenServer(modules: readonly Module[], parts: readonly ServerModule[]): ServerModule {
  const panels = panelsOf(modules);
  // a panel without a feed of its own stands on the wall, but answers no call: who asks by that name is told as before
  const awaited = stillAwaited(panels.filter(({ shows }) => isFeed(shows)));
  const feeds: Readonly<Record<string, ReadPanel>> = Object.assign(
    { ...ownFeeds(awaited) },
    ...parts.map((part) => part.feeds ?? {}),
  );
  for (const { name } of feedsOf(panels))
    if (!Object.hasOwn(feeds, name)) throw new Error(`feed ${name}: nobody answers`);
  const map = panels.find((one) => one.size === 'map')?.shows.of;
  const home = ({ find }: Engine): string | undefined => {
    const shown = find(String(typeof map === 'string' ? map : map?.[0]));
    return shown && tableOf(shown);
  };
  return {
    name: 'screen',
    calls: screenCalls(awaited),
    controllers({ engine }) {
      checkPanels(panels, engine.find);
      return Object.entries(feeds).map(
        ([name, read]): Controller => ({
          app: 'admin',
          name: `screen.${name}`,
          actions: {
            index: {
              gate: 'rule',
              node: 'largedatascreen',
              handle: ({ caller, query }) =>
                read({
                  database: engine.db,
                  caller: { areaCode: caller.super ? '' : caller.areaCode },
                  query,
                  home: home(engine),
                  locale: caller.locale,
                }),
            },
          },
        }),
      );
    },
  };
}
