import { useSyncExternalStore } from 'react';
import { isLost, reachListeners } from './connectivity.ts';

const isAway = (): boolean => isLost() || !navigator.onLine;

/** Hears that the server went out of reach, or that it is back. */
export function onReach(listen: (away: boolean) => void): () => void {
  const tell = () => listen(isAway());
  reachListeners.add(tell);
  window.addEventListener('offline', tell);
  window.addEventListener('online', tell);
  return () => {
    reachListeners.delete(tell);
    window.removeEventListener('offline', tell);
    window.removeEventListener('online', tell);
  };
}

/** Whether the server is out of reach, as far as is known. */
export const useAway = (): boolean => useSyncExternalStore(onReach, isAway);
