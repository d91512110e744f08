import { useEffect, useState } from 'react';

/** A value once it has rested for so many ms: what hangs on it is not made or asked for with every letter and pixel. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
