import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '#web/feedback/toast.ts';
import { confirmLeave } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { translate } from '#web/i18n/locale.ts';
import { refusedNavigationAndRowDragTexts } from '#web/tab/refused-navigation-and-row-drag-texts.ts';
import type { TabApi } from '#web/tab/tab-context.ts';
import { tabKey } from '../route/resolve-route-target.ts';
import type { TabCommands } from './open-tabs-bar.tsx';
import { type OpenTab, useTabs } from './open-tabs-store.ts';

/** Tabs with unsaved input, by key, for the lifetime of the window. */
export const tabsWithUnsavedInput = new Set<string>();

/**
 * Whether tabs may close. Asks about unsaved input first; when the user stays, a toast says that navigation was
 * cancelled.
 */
async function mayLeave(keys: readonly string[]): Promise<boolean> {
  if (!keys.some((key) => tabsWithUnsavedInput.has(key)) || (await confirmLeave())) return true;
  toast.info(translate(refusedNavigationAndRowDragTexts.intercepted));
  return false;
}

/** Commands of the tab bar and of pages. `home` opens when the last tab is closed. */
export function useTabCommands(home: string): TabCommands {
  const navigate = useNavigate();
  return useMemo((): TabCommands => {
    const goTo = (tab: OpenTab | undefined): void => {
      void navigate(tab ? `${tab.path}${tab.search}${tab.hash}` : home);
    };
    const confirmAndClose = async (closing: readonly OpenTab[]): Promise<void> => {
      const keys = closing.map((tab) => tab.key);
      if (!(await mayLeave(keys))) return;
      for (const key of keys) tabsWithUnsavedInput.delete(key);
      const wasHere = keys.includes(useTabs.getState().active);
      useTabs.getState().close(keys);
      const { tabs: left, active: next } = useTabs.getState();
      if (wasHere) goTo(left.find((tab) => tab.key === next));
    };
    const confirmAndReload = async (tab: OpenTab): Promise<void> => {
      if (!(await mayLeave([tab.key]))) return;
      tabsWithUnsavedInput.delete(tab.key);
      useTabs.getState().reload(tab.key);
    };
    const confirmAndGoOn = async (tab: OpenTab, path: string): Promise<void> => {
      if (!(await mayLeave([tab.key]))) return;
      tabsWithUnsavedInput.delete(tab.key);
      void navigate(path, { replace: true });
      useTabs.getState().goOn(tab.key, { key: tabKey(path), path });
    };
    return {
      show: goTo,
      close: (closing) => void confirmAndClose(closing),
      goOn: (tab, path) => void confirmAndGoOn(tab, path),
      reload: (tab) => void confirmAndReload(tab),
      fullScreen: (tab) => {
        goTo(tab);
        useTabs.getState().setFullScreen(true);
      },
    };
  }, [home, navigate]);
}

/** A stable API object for each tab, so that screens may use it in effects. */
export function useTabApis(commands: TabCommands): (key: string) => TabApi {
  const cached = useRef(new Map<string, TabApi>());
  const held = useRef(commands);
  held.current = commands;
  return useCallback((key: string) => {
    let api = cached.current.get(key);
    if (!api) {
      const withTab = (act: (tab: OpenTab) => void): void => {
        const one = useTabs.getState().tabs.find((tab) => tab.key === key);
        if (one) act(one);
      };
      api = {
        setTitle: (title) => useTabs.getState().rename(key, title),
        setDirty: (dirty) => void (dirty ? tabsWithUnsavedInput.add(key) : tabsWithUnsavedInput.delete(key)),
        close: () => withTab((one) => held.current.close([one])),
        goOn: (path) => withTab((one) => held.current.goOn(one, path)),
        reload: () => withTab((one) => held.current.reload(one)),
      };
      cached.current.set(key, api);
    }
    return api;
  }, []);
}
