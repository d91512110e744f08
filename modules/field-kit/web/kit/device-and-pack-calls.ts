import type { PackAnswerSet } from '../../contract/check-pack.ts';
import type { SyncAnswer } from '../../contract/operation-format.ts';
import type { EncryptedFieldStore } from '../store/encrypted-field-store.ts';
import { countUnsent } from '../store/operation-journal.ts';
import { removePacks } from '../store/stored-packs.ts';
import type { SyncServer } from '../sync/send-unsent-operations-and-pictures.ts';
import { callServerWithoutRedirect } from './call-server-without-redirect.ts';

const at = (action: string): string => `/admin/field.kit/${action}`;

/** The platform, for a phone of the officer who is signed in. */
export const syncServerOfDevice = (device: string): SyncServer => ({
  have: async (hashes) => (await callServerWithoutRedirect<{ hashes: string[] }>(at('have'), { hashes })).hashes,
  upload: async (sha256, bytes) => (await import('./upload-picture.ts')).uploadPicture(sha256, bytes),
  sync: (operations) => callServerWithoutRedirect<SyncAnswer>(at('sync'), { device, sent_at: Date.now(), operations }),
});

/** Enters this phone, and answers its name, its secret, and its key in base64. */
export const registerDevice = (name: string): Promise<{ device: string; secret: string; part: string }> =>
  callServerWithoutRedirect(at('register'), { name });

/** Packs of the officer's checks. */
export const fetchPacks = (device: string, retained: readonly number[]): Promise<PackAnswerSet> =>
  callServerWithoutRedirect(at('pack'), { device, retained });

/** What became of a phone that asked whether it was revoked. */
export type RevocationAnswer =
  | { readonly state: 'active' }
  /** Everything was deleted, with so many operations that the platform never got. */
  | { readonly state: 'wiped'; readonly lost: number }
  /** The packs were deleted; so many operations wait for the PIN and the session of their officer to be handed in. */
  | { readonly state: 'waits'; readonly unsent: number };

/**
 * Asks whether this phone was revoked, and if so deletes everything and says so. Needs neither session nor PIN, and comes
 * before any other call. What was not uploaded is handed in first, by `handIn`, unless the phone was recorded as lost or
 * its account disabled.
 */
export async function wipeIfRevoked(
  store: EncryptedFieldStore,
  handIn: () => Promise<void>,
): Promise<RevocationAnswer> {
  const header = await store.readHeader();
  if (!header) return { state: 'active' };
  const { device, secret } = header;
  const readState = (more: object) =>
    callServerWithoutRedirect<{ wipe: boolean; hand_in?: boolean }>(
      '/api/field.kit/state',
      { device, secret, ...more },
      true,
    );
  const { wipe, hand_in } = await readState({ unsent: await countUnsent(store) });
  if (!wipe) return { state: 'active' };
  if (hand_in && (await countUnsent(store)) > 0) {
    await removePacks(store);
    await handIn().catch(() => undefined);
    const unsent = await countUnsent(store);
    if (unsent > 0) return { state: 'waits', unsent };
  }
  const lost = await countUnsent(store);
  await store.wipe();
  await readState({ wiped: '1' }).catch(() => undefined);
  return { state: 'wiped', lost };
}

/** Deletes everything at its owner's wish, and says so where there is a network. */
export async function wipePhone(store: EncryptedFieldStore): Promise<void> {
  const header = await store.readHeader();
  await store.wipe();
  if (!header) return;
  const { device, secret } = header;
  await callServerWithoutRedirect('/api/field.kit/state', { device, secret, wiped: '1' }, true).catch(() => undefined);
}
