import type { Area } from './area.ts';

/** What the keys begin with under which something is kept for whoever is signed in (`own-storage.ts`). */
export const ownFront = (area: Area): string => `xj-own ${area} `;

/** Forgets all that was kept for whoever was signed in. */
export function forgetOwn(area: Area): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(ownFront(area))) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
