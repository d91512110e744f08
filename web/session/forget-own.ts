import type { Area } from './area.ts';
import { removeKeys } from './storage.ts';

/** What the keys begin with under which something is kept for whoever is signed in (`own-storage.ts`). */
export const ownFront = (area: Area): string => `xj-own ${area} `;

/** Forgets all that was kept for whoever was signed in. */
export const forgetOwn = (area: Area): void => removeKeys(localStorage, (key) => key.startsWith(ownFront(area)));
