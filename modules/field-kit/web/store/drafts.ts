import { packDays } from '../../contract/check-pack.ts';
import { openValue, sealValue } from './encrypt-record.ts';
import type { EncryptedFieldStore } from './encrypted-field-store.ts';

/** What an officer has typed or drawn and not recorded yet, by `<check> <name of the input>`. */
export type Drafts = Readonly<Record<string, unknown>>;

/** Names a draft of a check. */
export const draftName = (check: number, name: string): string => `${check} ${name}`;

const draftId = (name: string) => `draft ${name}`;

/** Stores drafts, encrypted like everything else; an undefined one is deleted. */
export async function storeDrafts(
  store: EncryptedFieldStore,
  key: CryptoKey,
  drafts: Drafts,
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
      ...(await sealValue(key, id, { name, value })),
    } as const;
  });
  await store.change(
    await Promise.all(sealed),
    entries.flatMap(([name, value]) => (value === undefined ? [draftId(name)] : [])),
  );
}

export async function readDrafts(store: EncryptedFieldStore, key: CryptoKey): Promise<Drafts> {
  const records = await store.list('draft');
  const opened = records.map((one) => openValue<{ name: string; value: unknown }>(key, one.id, one));
  return Object.fromEntries((await Promise.all(opened)).map(({ name, value }) => [name, value]));
}
