import type { Area } from './area.ts';
import { readJson, removeKey, writeJson } from './storage.ts';

/** Why somebody who was signed in has to sign in again; web/sign-in/ended-note.tsx says it. */
export type EndReason = 'ended' | 'elsewhere';

const key = (area: Area): string => `ended:${area}`;

/** For this window, until somebody signs in. */
export const noteEnded = (area: Area, reason: EndReason): unknown => writeJson(sessionStorage, key(area), reason);

export const forgetEnded = (area: Area): void => removeKey(sessionStorage, key(area));

export const readEnded = (area: Area): EndReason | undefined => readJson<EndReason>(sessionStorage, key(area));
