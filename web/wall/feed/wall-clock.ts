import { useSyncExternalStore } from 'react';
import { serverNow } from '#web/http/server-clock.ts';

const listeners = new Set<() => void>();
let now = serverNow();
let held: number | undefined;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = held ?? serverNow();
  for (const listener of listeners) listener();
}

/** One timer for the whole wall, which stops while the page is hidden. */
function follow(): void {
  const wanted = listeners.size > 0 && !document.hidden;
  if (wanted && timer === undefined) {
    tick();
    timer = setInterval(tick, 1000);
  } else if (!wanted && timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', follow);
  listeners.add(listener);
  follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', follow);
    follow();
  };
}

/** Stops the wall's clock at a past moment, in unix seconds; undefined: it follows the server. */
export function stopWallClockAt(at: number | undefined): void {
  if (held === at) return;
  held = at;
  tick();
}

/** The present second of the wall, in unix seconds: the server's, or that of the replayed moment. */
export const useWallSecond = (): number => useSyncExternalStore(subscribe, () => now);
