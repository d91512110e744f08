import { useInsertionEffect, useRef } from 'react';

/** Runs something once its component is gone: effects are cleaned up too where a kept tab is hidden, and this is not. */
export function useGone(then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  // the one kind of effect that hiding leaves alone; what it leads to may not be drawn while it runs
  useInsertionEffect(() => () => queueMicrotask(() => latest.current()), []);
}
