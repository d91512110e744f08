import { useSyncExternalStore } from 'react';
import { isServerUnreachable, serverConnectivityListeners } from './server-connectivity.ts';

const isOffline = (): boolean => isServerUnreachable() || !navigator.onLine;

/** Calls back when the server becomes unreachable or reachable. Returns how to stop. */
export function onConnectivityChange(listen: (away: boolean) => void): () => void {
  const notify = () => listen(isOffline());
  serverConnectivityListeners.add(notify);
  window.addEventListener('offline', notify);
  window.addEventListener('online', notify);
  return () => {
    serverConnectivityListeners.delete(notify);
    window.removeEventListener('offline', notify);
    window.removeEventListener('online', notify);
  };
}

/** Whether the server is unreachable, as far as is known. */
export const useIsOffline = (): boolean => useSyncExternalStore(onConnectivityChange, isOffline);
