import { useCallback, useState } from 'react';
import { readVerifiedMobile, storeVerifiedMobile, type VerifiedMobile } from './verified-mobile-storage.ts';

/** State of the verified mobile of this window. */
export function useVerifiedMobileState() {
  const [verified, setVerified] = useState(readVerifiedMobile);
  const change = useCallback((next: VerifiedMobile | undefined) => {
    storeVerifiedMobile(next);
    setVerified(next);
  }, []);
  return [verified, change] as const;
}

/** Whether an error means that the ticket has expired. */
export const isMobileTicketExpired = (error: unknown): boolean =>
  (error as { data?: { ticket?: unknown } | null }).data?.ticket === 'expired';
