import { kindOf } from '#kernel/field/field.ts';
import type { FormValues } from '#web/form/state/form-values.ts';
import { readJson, removeKey, writeJson } from '#web/session/storage.ts';
import { applicantFields, type StepKey } from './application-fields.ts';
import { writeDraft } from './draft-store.ts';

const ticketKey = 'enterpriseTicket';
/** The values of an application that may be stored. */
export const storableValues = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = applicantFields[name];
      // never store ID numbers or passwords in the browser
      if (!field || kindOf(field).sealed || kindOf(field).secret) return false;
      return value !== null && value !== undefined && value !== '';
    }),
  );

export function storeDraft(step: StepKey, values: FormValues): number {
  const at = Date.now();
  writeDraft({ at, step, values: storableValues(values) });
  return at;
}

/** A verified mobile with its ticket. */
export interface Verified {
  ticket: string;
  mobile: string;
  /** Account name of the mobile, if any. */
  username: string | null;
  /** Ms since 1970. */
  until: number;
}

export function readVerified(): Verified | undefined {
  const stored = readJson<Verified>(sessionStorage, ticketKey);
  return stored && typeof stored.ticket === 'string' && stored.until > Date.now() + 60_000 ? stored : undefined;
}

export function storeVerified(verified: Verified | undefined): void {
  if (verified) writeJson(sessionStorage, ticketKey, verified);
  else removeKey(sessionStorage, ticketKey);
}
