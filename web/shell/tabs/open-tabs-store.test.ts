// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import {
  closeTab,
  keysOfMountedTabs,
  maxAliveTabs,
  navigateWithinTab,
  type OpenTab,
  useTabs,
  visitTab,
} from './open-tabs-store.ts';

const to = (key: string, more = {}) => ({
  key,
  path: key,
  search: '',
  hash: '',
  title: key,
  icon: '',
  addable: true,
  ...more,
});
const empty = { tabs: [] as OpenTab[], active: '', fullScreen: false };
const keys = (view: { tabs: OpenTab[] }) => view.tabs.map((tab) => tab.key);
const opened = (...paths: string[]) => paths.reduce((view, path) => visitTab(view, to(path)), empty);

describe('tabs', () => {
  test('are added once, and follow their address', () => {
    const view = visitTab(opened('/a', '/b'), to('/a', { search: '?page=2' }));
    expect(keys(view)).toEqual(['/a', '/b']);
    expect(view.active).toBe('/a');
    expect(view.tabs[0]?.search).toBe('?page=2');
  });

  test('are added only where the route says so', () => {
    const view = visitTab({ ...opened('/a'), fullScreen: true }, to('/table', { addable: false }));
    expect(keys(view)).toEqual(['/a']);
    expect(view).toMatchObject({ active: '/table', fullScreen: false });
  });

  test('keep the title set by a screen', () => {
    const view = opened('/a');
    const named = { ...view, tabs: view.tabs.map((tab) => ({ ...tab, named: '云州旅行社' })) };
    // The title from the menu may change with the language.
    expect(visitTab(named, to('/a', { title: 'A' })).tabs[0]).toMatchObject({ title: 'A', named: '云州旅行社' });
  });

  test('are followed by the one used last when the active one closes', () => {
    const view = visitTab(opened('/a', '/b', '/c'), to('/a'));
    expect(closeTab(view, ['/a'])).toMatchObject({ active: '/c' });
    expect(closeTab(view, ['/c'])).toMatchObject({ active: '/a' });
    expect(closeTab(view, ['/a', '/b', '/c'])).toEqual({ ...empty });
  });

  test('beyond the limit remain as tabs, but not in memory', () => {
    const view = opened(...Array.from({ length: maxAliveTabs + 3 }, (_, at) => `/t${at}`));
    expect(view.tabs).toHaveLength(maxAliveTabs + 3);
    const alive = keysOfMountedTabs(view, new Set());
    expect(alive.size).toBe(maxAliveTabs);
    expect(alive.has('/t0')).toBe(false);
    expect(alive.has(view.active)).toBe(true);
    // Input in one tab is not lost by opening others.
    expect(keysOfMountedTabs(view, new Set(['/t0'])).has('/t0')).toBe(true);
  });
});

describe('the store', () => {
  beforeEach(() => useTabs.getState().clear());

  test('keeps its tabs across a reload of this window', () => {
    useTabs.getState().visit(to('/admin/a'));
    useTabs.getState().rename('/admin/a', '甲');
    useTabs.getState().reload('/admin/a');
    const stored = JSON.parse(sessionStorage.getItem('storeTabViewConfig') ?? '{}') as { tabs: OpenTab[] };
    expect(stored.tabs).toMatchObject([{ key: '/admin/a', named: '甲', reloads: 1 }]);
    useTabs.getState().close(['/admin/a']);
    expect(sessionStorage.getItem('storeTabViewConfig')).toBe('{"tabs":[]}');
  });

  test('names a tab after a record that was there before the tab was', () => {
    useTabs.getState().visit(to('/admin/a'));
    useTabs.getState().rename('/admin/a/1', '甲');
    expect(keys(useTabs.getState())).toEqual(['/admin/a']);
    useTabs.getState().visit(to('/admin/a/1'));
    expect(useTabs.getState().tabs[1]).toMatchObject({ key: '/admin/a/1', named: '甲' });
    useTabs.getState().visit(to('/admin/a/1'));
    expect(useTabs.getState().tabs).toHaveLength(2);
  });
});

test('a tab navigates in place, and closes if the target has a tab already', () => {
  const view = opened('/a/1', '/a/2');
  expect(keys(navigateWithinTab(view, '/a/1', { key: '/a/3', path: '/a/3' }))).toEqual(['/a/3', '/a/2']);
  expect(keys(navigateWithinTab(view, '/a/1', { key: '/a/2', path: '/a/2' }))).toEqual(['/a/2']);
});
