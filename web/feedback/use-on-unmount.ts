import { useInsertionEffect, useRef } from 'react';

/**
 * Runs a function when the component is unmounted. Unlike the clean-up of an effect, it does not run when a cached tab
 * is hidden.
 */
export function useOnUnmount(then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  // The only effect that hiding does not clean up; it may not render while it runs.
  useInsertionEffect(() => () => queueMicrotask(() => latest.current()), []);
}
