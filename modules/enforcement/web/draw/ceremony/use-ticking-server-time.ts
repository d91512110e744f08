import { useEffect, useState } from 'react';

/** The time of the server in ms, four times a second. `ahead`: how far it is ahead of this computer. */
export function useTickingServerTime(ahead: number): number {
  const [now, setNow] = useState(() => Date.now() + ahead);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead), 250);
    return () => clearInterval(timer);
  }, [ahead]);
  return now;
}
