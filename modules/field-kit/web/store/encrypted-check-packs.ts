import { type CheckPack, type CheckPacksAnswer, packDays } from '../../contract/offline-check-pack-format.ts';
import { decryptValue, encryptValue } from './encrypt-and-decrypt-phone-record.ts';
import type { EncryptedPhoneStore, EncryptedRecord } from './encrypted-phone-store-types.ts';
import type { JournalEntry } from './journal-of-phone-operations-and-pictures.ts';
import { type RunAcrossTabsOneAtATime, runAcrossTabsOneAtATime } from './run-across-tabs-one-at-a-time.ts';

const packId = (check: number) => `pack ${check}`;
const commonId = 'common';

/** What all packs share. */
export type CommonPackContent = Pick<CheckPacksAnswer, 'phrases' | 'refusals' | 'templates' | 'left_out'> & {
  /** Unix ms at which it was fetched. */
  readonly at: number;
};

/**
 * Stores the packs of an answer in place of those before. Checks with unsent operations keep their copy. Of the operations
 * that were sent, those stay that the answer does not contain: refused ones until their officer has read them, and signatures where
 * an older platform does not return them.
 */
export function storePacks(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  { checks, ...common }: CheckPacksAnswer,
  now = Date.now(),
  alone_: RunAcrossTabsOneAtATime = runAcrossTabsOneAtATime,
): Promise<void> {
  return alone_(async () => {
    const until = now + packDays * 86_400_000;
    const unsent = new Set((await store.list('operation')).filter(({ sent }) => !sent).map(({ check }) => check));
    const fresh = checks.filter(({ id }) => !unsent.has(id));
    const put: EncryptedRecord[] = [];
    for (const [order, pack] of fresh.entries()) {
      const id = packId(pack.id);
      put.push({ id, kind: 'pack', check: pack.id, order, sent: true, until, ...(await encryptValue(key, id, pack)) });
    }
    const shared: CommonPackContent = { ...common, at: now };
    const sealed = await encryptValue(key, commonId, shared);
    put.push({ id: commonId, kind: 'common', check: 0, order: 0, sent: true, until, ...sealed });
    const still = new Set([...fresh.map(({ id }) => id), ...unsent]);
    const gone = (await store.list('pack')).filter(({ check }) => !still.has(check));
    const unsigned = new Set(fresh.filter(({ signatures }) => !signatures).map(({ id }) => id));
    const past: EncryptedRecord[] = [];
    for (const one of await store.list('operation')) {
      if (!one.sent || unsent.has(one.check)) continue;
      const { operation, result } = await decryptValue<JournalEntry>(key, one.id, one);
      const isContained = operation.kind !== 'sign' || !unsigned.has(one.check);
      if (result?.outcome === 'applied' && isContained) past.push(one);
    }
    await store.change(
      put,
      [...gone, ...past].map(({ id }) => id),
    );
  });
}

export async function readPacks(store: EncryptedPhoneStore, key: CryptoKey): Promise<readonly CheckPack[]> {
  const records = await store.list('pack');
  return Promise.all(records.map((one) => decryptValue<CheckPack>(key, one.id, one)));
}

export async function readCommonPack(
  store: EncryptedPhoneStore,
  key: CryptoKey,
): Promise<CommonPackContent | undefined> {
  const found = await store.read(commonId);
  return found && decryptValue<CommonPackContent>(key, commonId, found);
}

/**
 * Deletes packs and drafts past their seven days. What was recorded and not uploaded stays, encrypted, until it is uploaded.
 * Needs no PIN: it runs whenever the page opens.
 */
export async function removeExpiredPacks(store: EncryptedPhoneStore, now = Date.now()): Promise<void> {
  const lists = await Promise.all((['pack', 'common', 'draft'] as const).map((kind) => store.list(kind)));
  const ended = lists.flat().filter(({ until }) => until > 0 && until <= now);
  if (ended.length > 0)
    await store.change(
      [],
      ended.map(({ id }) => id),
    );
}

/** Deletes the packs, and nothing that was recorded. Needs no PIN. */
export async function removePacks(store: EncryptedPhoneStore): Promise<void> {
  const packs = [...(await store.list('pack')), ...(await store.list('common'))];
  await store.change(
    [],
    packs.map(({ id }) => id),
  );
}
