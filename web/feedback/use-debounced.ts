import { useEffect, useState } from 'react';
import { useValueAfterComposition } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';

/** A value once it has not changed for `ms`, and not while an input method composes a word (debounce). */
export function useDebounced<T>(changing: T, ms: number): T {
  const value = useValueAfterComposition(changing);
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
