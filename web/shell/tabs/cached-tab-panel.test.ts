// @vitest-environment jsdom
import { act, type ComponentProps, createElement, memo } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import type { TabApi } from '#web/tab/tab-context.ts';
import { CachedTabPanel, useTabLocation } from './cached-tab-panel.tsx';
import type { OpenTab } from './open-tabs-store.ts';

const tabs = ['/a', '/b'].map(
  (path): OpenTab => ({ key: path, path, search: '', hash: '', title: path, icon: '', reloads: 0, used: 0 }),
);
const drawn: string[] = [];
let go: (to: string) => void = () => undefined;

const Screen = memo(function Screen({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  drawn.push(`${name} at ${pathname}${search}`);
  return createElement('p', {}, name);
});

const api = {} as TabApi;

function TabContent({ tab }: { tab: OpenTab }) {
  const { pathname, search } = useLocation();
  const shown = pathname === tab.path;
  const location = useTabLocation(shown ? { ...tab, search } : tab, shown);
  const screen = createElement(Screen, { name: tab.path });
  return createElement(
    CachedTabPanel,
    { shown, location, api, reloads: 0 } as ComponentProps<typeof CachedTabPanel>,
    screen,
  );
}

function TestShell() {
  const navigate = useNavigate();
  go = (to) => void navigate(to);
  return tabs.map((tab) => createElement(TabContent, { key: tab.key, tab }));
}

test('a tab is not rendered again when it becomes visible, but when its address changes', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(MemoryRouter, { initialEntries: ['/a'] }, createElement(TestShell))));
  const drawnBy = async (to: string) => {
    drawn.length = 0;
    await act(async () => go(to));
    return drawn.filter((one) => one.startsWith(to.slice(0, 2)));
  };
  // All were rendered while hidden.
  expect(await drawnBy('/b')).toEqual([]);
  expect(await drawnBy('/a')).toEqual([]);
  expect(await drawnBy('/b?page=2')).toEqual(['/b at /b?page=2']);
  await act(async () => root.unmount());
});
