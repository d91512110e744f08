import { useCallback, useState } from 'react';
import { readVerified, storeVerified, type Verified } from './application-storage.ts';

/** State of the verified mobile of this window. */
export function useVerified() {
  const [verified, setVerified] = useState(readVerified);
  const change = useCallback((next: Verified | undefined) => {
    storeVerified(next);
    setVerified(next);
  }, []);
  return [verified, change] as const;
}

/** Whether an error means that the ticket has expired. */
export const isTicketExpired = (error: unknown): boolean =>
  (error as { data?: { ticket?: unknown } | null }).data?.ticket === 'expired';
