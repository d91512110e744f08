import { Activity, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  type NavigationType,
  useLocation,
} from 'react-router';
import { ErrorBoundary } from '#web/error/error-boundary.tsx';
import { type TabApi, TabContext } from '#web/tab/tab-context.ts';
import { LazyPagePlaceholder } from '../route/navigation-progress.tsx';
import type { OpenTab } from './open-tabs-store.ts';

interface CachedTabPanelProps {
  /** Id of its tab; undefined for a page without one. */
  labelledBy?: string;
  shown: boolean;
  location: Location;
  api: TabApi;
  reloads: number;
  children: ReactNode;
}

/** The panel of a tab. Hidden, it keeps its state, address and scroll position, but runs no effects. */
export function CachedTabPanel({ labelledBy, shown, location, api, reloads, children }: CachedTabPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  // Not `Routes`: they would render every tab at each navigation.
  const address = useMemo(() => ({ location, navigationType: 'POP' as NavigationType.Pop }), [location]);
  useLayoutEffect(() => {
    // Not every browser keeps the scroll position of a hidden element.
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
          <LocationContext value={address}>
            <ErrorBoundary resetKey={`${location.pathname}${location.search}:${reloads}`}>
              <Suspense fallback={<LazyPagePlaceholder />}>{children}</Suspense>
            </ErrorBoundary>
          </LocationContext>
        </TabContext>
      </div>
    </Activity>
  );
}

const isSameAddress = (one: Location, other: Location): boolean =>
  one.pathname === other.pathname && one.search === other.search && one.hash === other.hash;

/**
 * The address a tab was left at; the visible tab follows the window. Returns the same object while the address is the
 * same, so that a tab is not rendered again when it becomes visible.
 */
export function useTabLocation({ key, path, search, hash }: OpenTab, shown: boolean): Location {
  const now = useLocation();
  const last = useRef<Location>(undefined);
  const stored: Location = { pathname: path, search, hash, state: null, key };
  const followsWindow = shown && isSameAddress(now, stored);
  const before = last.current;
  if (!before || !isSameAddress(before, stored) || (followsWindow && before.state !== now.state))
    last.current = followsWindow ? now : stored;
  return last.current ?? stored;
}
