import type { SignInArea } from './admin-or-member-area.ts';
import { readJson, removeKey, writeJson } from './json-storage-with-memory-fallback.ts';

/** Why a signed-in user has to sign in again; shown by web/sign-in/session-ended-note.tsx. */
export type SessionEndReason = 'ended' | 'elsewhere';

const key = (area: SignInArea): string => `ended:${area}`;

/** Stored for this window, until the next sign-in. */
export const noteSessionEnd = (area: SignInArea, reason: SessionEndReason): unknown =>
  writeJson(sessionStorage, key(area), reason);

export const forgetSessionEnd = (area: SignInArea): void => removeKey(sessionStorage, key(area));

export const readSessionEndReason = (area: SignInArea): SessionEndReason | undefined =>
  readJson<SessionEndReason>(sessionStorage, key(area));
