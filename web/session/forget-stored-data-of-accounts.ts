import type { SignInArea } from './admin-or-member-area.ts';
import { removeKeys } from './json-storage-with-memory-fallback.ts';

/** Prefix of the storage keys for data of an account (`offline-account-storage.ts`). */
export const accountDataKeyPrefix = (area: SignInArea): string => `xj-own ${area} `;

/** Removes all data stored for the accounts of an area. */
export const forgetStoredDataOfAccounts = (area: SignInArea): void =>
  removeKeys(localStorage, (key) => key.startsWith(accountDataKeyPrefix(area)));
