import type { Area } from './area.ts';
import { readJson, removeKey, writeJson } from './storage.ts';

/** Why a signed-in user has to sign in again; shown by web/sign-in/ended-note.tsx. */
export type EndReason = 'ended' | 'elsewhere';

const key = (area: Area): string => `ended:${area}`;

/** Stored for this window, until the next sign-in. */
export const noteEnded = (area: Area, reason: EndReason): unknown => writeJson(sessionStorage, key(area), reason);

export const forgetEnded = (area: Area): void => removeKey(sessionStorage, key(area));

export const readEnded = (area: Area): EndReason | undefined => readJson<EndReason>(sessionStorage, key(area));
