import { useEffect, useState } from 'react';
import { useComposed } from '#web/tab/composition.ts';

/** A value once it has rested for so many ms: what hangs on it is not made or asked for with every letter and pixel, nor within a word. */
export function useSettled<T>(changing: T, ms: number): T {
  const value = useComposed(changing);
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
