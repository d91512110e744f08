import type { Area } from './area.ts';
import { readJson, removeKey, writeJson } from './json-storage-with-memory-fallback.ts';

/** Why a signed-in user has to sign in again; shown by web/sign-in/session-ended-note.tsx. */
export type SessionEndReason = 'ended' | 'elsewhere';

const key = (area: Area): string => `ended:${area}`;

/** Stored for this window, until the next sign-in. */
export const noteSessionEnd = (area: Area, reason: SessionEndReason): unknown =>
  writeJson(sessionStorage, key(area), reason);

export const forgetSessionEnd = (area: Area): void => removeKey(sessionStorage, key(area));

export const readSessionEndReason = (area: Area): SessionEndReason | undefined =>
  readJson<SessionEndReason>(sessionStorage, key(area));
