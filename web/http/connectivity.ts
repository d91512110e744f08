/**
 * Whether the last call got no answer. The browser's `onLine` only means that there is a network, not that it leads to
 * the server.
 */
let lost = false;
export const isLost = (): boolean => lost;
/** Called when this changes. */
export const reachListeners = new Set<() => void>();

/** Notes whether a call was answered. */
export function noteReach(answered: boolean): void {
  if (lost === !answered) return;
  lost = !answered;
  for (const listen of reachListeners) listen();
}
