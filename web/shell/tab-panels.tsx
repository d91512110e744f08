import { Activity, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '#web/error/error-boundary.tsx';
import { type TabApi, TabContext } from '#web/tab/tab-context.ts';
import { Awaiting } from './progress.tsx';
import type { Tab } from './tab-store.ts';

interface PanelProps {
  /** Names the tab that labels it; a page that is no tab has none. */
  labelledBy?: string;
  shown: boolean;
  location: Location;
  api: TabApi;
  reloads: number;
  children: ReactNode;
}

/** One kept page. Hidden, it keeps its state, its address and its place on the page, but runs nothing. */
export function Panel({ labelledBy, shown, location, api, reloads, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  useLayoutEffect(() => {
    // Not every browser keeps the scroll of what is not displayed.
    if (shown && box.current) box.current.scrollTop = top.current;
  }, [shown]);
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <div
        className="xj-panel"
        ref={box}
        {...(labelledBy ? { role: 'tabpanel', 'aria-labelledby': labelledBy } : {})}
        onScroll={(event) => {
          if (shown && event.target === box.current) top.current = box.current.scrollTop;
        }}
      >
        <TabContext value={api}>
          <Routes location={location}>
            <Route
              path="*"
              element={
                <ErrorBoundary resetKey={`${location.pathname}${location.search}:${reloads}`}>
                  <Suspense fallback={<Awaiting />}>{children}</Suspense>
                </ErrorBoundary>
              }
            />
          </Routes>
        </TabContext>
      </div>
    </Activity>
  );
}

/** The address a tab was left at; the one that is shown follows the window's. */
export function useTabLocation(tab: Tab, shown: boolean): Location {
  const now = useLocation();
  const { key, path, search, hash } = tab;
  const kept = useMemo<Location>(() => ({ pathname: path, search, hash, state: null, key }), [key, path, search, hash]);
  return shown && now.pathname === path && now.search === search && now.hash === hash ? now : kept;
}
