import { packDays } from '../../contract/offline-check-pack-format.ts';
import { decryptValue, encryptValue } from './encrypt-and-decrypt-phone-record.ts';
import type { EncryptedPhoneStore } from './encrypted-phone-store-types.ts';

/** What an officer has typed or drawn and not recorded yet, by `<check> <name of the input>`. */
export type InputDrafts = Readonly<Record<string, unknown>>;

/** Names a draft of a check. */
export const inputDraftName = (check: number, name: string): string => `${check} ${name}`;

const draftId = (name: string) => `draft ${name}`;

/** Stores drafts, encrypted like everything else; an undefined one is deleted. */
export async function storeInputDrafts(
  store: EncryptedPhoneStore,
  key: CryptoKey,
  drafts: InputDrafts,
  now = Date.now(),
): Promise<void> {
  const until = now + packDays * 86_400_000;
  const entries = Object.entries(drafts);
  const put = entries.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const sealed = put.map(async ({ name, value }) => {
    const id = draftId(name);
    const check = Number.parseInt(name, 10);
    return {
      id,
      kind: 'draft',
      check,
      order: 0,
      sent: true,
      until,
      ...(await encryptValue(key, id, { name, value })),
    } as const;
  });
  await store.change(
    await Promise.all(sealed),
    entries.flatMap(([name, value]) => (value === undefined ? [draftId(name)] : [])),
  );
}

export async function readInputDrafts(store: EncryptedPhoneStore, key: CryptoKey): Promise<InputDrafts> {
  const records = await store.list('draft');
  const opened = records.map((one) => decryptValue<{ name: string; value: unknown }>(key, one.id, one));
  return Object.fromEntries((await Promise.all(opened)).map(({ name, value }) => [name, value]));
}
