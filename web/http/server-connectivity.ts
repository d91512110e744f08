/**
 * Whether the last call got no answer. The browser's `onLine` only means that there is a network, not that it leads to
 * the server.
 */
let unreachable = false;
export const isServerUnreachable = (): boolean => unreachable;
/** Called when this changes. */
export const serverConnectivityListeners = new Set<() => void>();

/** Notes whether a call was answered. */
export function noteServerConnectivity(answered: boolean): void {
  if (unreachable === !answered) return;
  unreachable = !answered;
  for (const listen of serverConnectivityListeners) listen();
}
