import type { Area } from './area.ts';
import { removeKeys } from './storage.ts';

/** Prefix of the storage keys for data of an account (`own-storage.ts`). */
export const ownFront = (area: Area): string => `xj-own ${area} `;

/** Removes all data stored for the accounts of an area. */
export const forgetOwn = (area: Area): void => removeKeys(localStorage, (key) => key.startsWith(ownFront(area)));
