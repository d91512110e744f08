import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { WallFeed } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { WireError } from '#web/http/client.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { type FeedOptions, FeedPoller, type FeedState } from './feed-poller.ts';

/** Default delay of a read after an event, in ms. */
const shortly = 1_500;

/**
 * A server that answers in its envelope is reachable, whatever it says; a gateway's error page is a lost connection.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof WireError && (error.cancelled || (error.status === 200 && error.message !== ''));

/**
 * The figures of the wall for an area, updated by time and by events, or as of a past moment. Pauses while the tab is
 * hidden. With other feeds, those that were read before show their last figures of the area until the new ones arrive.
 */
export function useWallFeeds(
  area: string | undefined,
  feeds: ReadonlyMap<string, WallFeed>,
  fetch: FeedOptions['fetch'],
  at?: number,
): { state: FeedState; feed: FeedPoller } {
  const last = useRef<FeedPoller>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another area the same poller starts again
  const feed = useMemo(() => {
    const paces = Object.fromEntries([...feeds].map(([name, { every }]) => [name, every]));
    return new FeedPoller({ paces, fetch, isRefusal, initial: last.current?.answersFor(area) ?? {} });
  }, [feeds, fetch]);
  const state = useSyncExternalStore(feed.subscribe, feed.state);
  useEffect(() => {
    last.current = feed;
  }, [feed]);
  useEffect(() => {
    const follow = () => (document.hidden ? feed.stop() : feed.start(area, at));
    follow();
    document.addEventListener('visibilitychange', follow);
    const stops = [...feeds].flatMap(([name, { of, within = shortly }]) => {
      const renew = () => feed.refresh([name], within);
      return of.length > 0 ? [subscribeToLiveEvents([...of], renew, { onGap: renew })] : [];
    });
    const retry = () => feed.retryNow();
    window.addEventListener('online', retry);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('online', retry);
      for (const stop of stops) stop();
      feed.stop();
    };
  }, [feed, feeds, area, at]);
  return { state, feed };
}
