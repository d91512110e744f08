import { readJson, removeKey, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';

const ticketKey = 'enterpriseTicket';

/** A verified mobile with its ticket. */
export interface VerifiedMobile {
  ticket: string;
  mobile: string;
  /** Account name of the mobile, if any. */
  username: string | null;
  /** Ms since 1970. */
  until: number;
}

export function readVerifiedMobile(): VerifiedMobile | undefined {
  const stored = readJson<VerifiedMobile>(sessionStorage, ticketKey);
  return stored && typeof stored.ticket === 'string' && stored.until > Date.now() + 60_000 ? stored : undefined;
}

export function storeVerifiedMobile(verified: VerifiedMobile | undefined): void {
  if (verified) writeJson(sessionStorage, ticketKey, verified);
  else removeKey(sessionStorage, ticketKey);
}
