import { useSyncExternalStore } from 'react';

/** Whether the last call found nobody. A browser says it is online as long as there is a line, wherever that leads. */
let lost = false;
const listeners = new Set<() => void>();

/** What became of a call: somebody answered it, or nobody did. */
export function noteReach(answered: boolean): void {
  if (lost === !answered) return;
  lost = !answered;
  for (const listen of listeners) listen();
}

const isAway = (): boolean => lost || !navigator.onLine;

/** Hears that the server went out of reach, or that it is back. */
export function onReach(listen: (away: boolean) => void): () => void {
  const tell = () => listen(isAway());
  listeners.add(tell);
  window.addEventListener('offline', tell);
  window.addEventListener('online', tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('offline', tell);
    window.removeEventListener('online', tell);
  };
}

/** Whether the server is out of reach, as far as is known. */
export const useAway = (): boolean => useSyncExternalStore(onReach, isAway);
