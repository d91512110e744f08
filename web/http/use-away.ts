import { useSyncExternalStore } from 'react';
import { isLost, reachListeners } from './connectivity.ts';

const isAway = (): boolean => isLost() || !navigator.onLine;

/** Calls back when the server becomes unreachable or reachable. Returns how to stop. */
export function onReach(listen: (away: boolean) => void): () => void {
  const notify = () => listen(isAway());
  reachListeners.add(notify);
  window.addEventListener('offline', notify);
  window.addEventListener('online', notify);
  return () => {
    reachListeners.delete(notify);
    window.removeEventListener('offline', notify);
    window.removeEventListener('online', notify);
  };
}

/** Whether the server is unreachable, as far as is known. */
export const useAway = (): boolean => useSyncExternalStore(onReach, isAway);
