import type { SyncAnswer } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPacksAnswer } from '../../contract/offline-check-pack-format.ts';
import { removePacks } from '../store/encrypted-check-packs.ts';
import type { EncryptedPhoneStore } from '../store/encrypted-phone-store-types.ts';
import { countUnsentOperations } from '../store/journal-of-phone-operations-and-pictures.ts';
import type { SyncServer } from '../sync/send-unsent-operations-and-pictures.ts';
import { callServerWithoutSignInRedirect } from './call-server-without-sign-in-redirect.ts';

const at = (action: string): string => `/admin/field.kit/${action}`;

/** The platform, for a phone of the officer who is signed in. */
export const syncServerOfDevice = (device: string): SyncServer => ({
  have: async (check, hashes) =>
    (await callServerWithoutSignInRedirect<{ hashes: string[] }>(at('have'), { check, hashes })).hashes,
  upload: async (sha256, bytes) =>
    (await import('./upload-check-picture-resumably.ts')).uploadCheckPictureResumably(sha256, bytes),
  sync: (operations) =>
    callServerWithoutSignInRedirect<SyncAnswer>(at('sync'), { device, sent_at: Date.now(), operations }),
});

/** Enters this phone, and answers its name, its secret, and its key in base64. */
export const registerDevice = (name: string): Promise<{ device: string; secret: string; part: string }> =>
  callServerWithoutSignInRedirect(at('register'), { name });

/** Packs of the officer's checks. */
export const fetchCheckPacks = (device: string, retained: readonly number[]): Promise<CheckPacksAnswer> =>
  callServerWithoutSignInRedirect(at('pack'), { device, retained });

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
  store: EncryptedPhoneStore,
  handIn: () => Promise<void>,
): Promise<RevocationAnswer> {
  const header = await store.readHeader();
  if (!header) return { state: 'active' };
  const { device, secret } = header;
  const readState = (more: object) =>
    callServerWithoutSignInRedirect<{ wipe: boolean; hand_in?: boolean }>(
      '/api/field.kit/state',
      { device, secret, ...more },
      true,
    );
  const { wipe, hand_in } = await readState({ unsent: await countUnsentOperations(store) });
  if (!wipe) return { state: 'active' };
  if (hand_in && (await countUnsentOperations(store)) > 0) {
    await removePacks(store);
    await handIn().catch(() => undefined);
    const unsent = await countUnsentOperations(store);
    if (unsent > 0) return { state: 'waits', unsent };
  }
  const lost = await countUnsentOperations(store);
  await store.wipe();
  await readState({ wiped: '1' }).catch(() => undefined);
  return { state: 'wiped', lost };
}

/** Deletes everything at its owner's wish, and says so where there is a network. */
export async function wipePhone(store: EncryptedPhoneStore): Promise<void> {
  const header = await store.readHeader();
  await store.wipe();
  if (!header) return;
  const { device, secret } = header;
  await callServerWithoutSignInRedirect('/api/field.kit/state', { device, secret, wiped: '1' }, true).catch(
    () => undefined,
  );
}
