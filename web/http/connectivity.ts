/** Whether the last call found nobody. A browser says it is online as long as there is a line, wherever that leads. */
let lost = false;
export const isLost = (): boolean => lost;
/** Who hears of a change. */
export const reachListeners = new Set<() => void>();

/** What became of a call: somebody answered it, or nobody did. */
export function noteReach(answered: boolean): void {
  if (lost === !answered) return;
  lost = !answered;
  for (const listen of reachListeners) listen();
}
