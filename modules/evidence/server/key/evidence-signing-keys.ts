import { createPrivateKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type EvidencePublicKeys,
  idOfPublicKeys,
  publicKeyTextSignedByPredecessor,
  type Signatures,
} from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sm3 } from '#server/write/statement/store-evidence-chain-entries.ts';
import { ed25519DerPrefix, loadSm2, nodeEvidenceCrypto } from './evidence-hash-and-signature-verification-in-node.ts';

const makePair = promisify(generateKeyPair);

/** Database and the encryption for private keys. */
export interface SigningKeyStore extends Pick<Engine, 'seal'> {
  readonly db: Queryable;
}

export interface SigningKey {
  readonly kid: string;
  sign(text: string): Promise<Signatures>;
}

/**
 * The key that signs. `missing`: there never was one. `gone`: its private half was removed, or cannot be decrypted with the
 * `secret.key` of this installation; nothing is signed until an officer replaces it.
 */
export type SigningState =
  | { readonly state: 'ready'; readonly key: SigningKey }
  | { readonly state: 'gone'; readonly kid: string }
  | { readonly state: 'missing' };

interface NewestKey extends Record<string, unknown>, Pick<EvidencePublicKeys, 'kid' | 'ed25519' | 'sm2'> {
  readonly number: number;
  readonly secrets: { readonly ed25519: EncryptedNumber; readonly sm2: EncryptedNumber } | null;
}

const readNewest = (db: Queryable) =>
  db.row<NewestKey>(sql`select k.number, k.kid, k.ed25519, k.sm2,
      (select json_build_object('ed25519', s.ed25519, 'sm2', s.sm2) from chain_key_secret s where s.kid = k.kid) as secrets
    from chain_key k order by k.number desc limit 1`);

export async function readSigningState({ db, seal }: SigningKeyStore): Promise<SigningState> {
  const newest = await readNewest(db);
  if (!newest) return { state: 'missing' };
  const key = await openKey(newest, seal);
  return key ? { state: 'ready', key } : { state: 'gone', kid: newest.kid };
}

/** Opens the private key. Undefined: it is missing, cannot be decrypted, or does not belong to the public key. */
async function openKey({ kid, secrets, ...pair }: NewestKey, seal: Engine['seal']): Promise<SigningKey | undefined> {
  if (!secrets) return undefined;
  try {
    const secret = createPrivateKey({
      key: Buffer.from(seal.open(secrets.ed25519), 'base64url'),
      format: 'der',
      type: 'pkcs8',
    });
    const own = seal.open(secrets.sm2);
    const sm2 = await loadSm2();
    const signText = async (text: string): Promise<Signatures> => ({
      ed25519: sign(null, Buffer.from(text), secret).toString('hex'),
      sm2: sm2.doSignature(text, own, { hash: true, publicKey: pair.sm2 }),
    });
    const sample = await signText(kid);
    for (const algorithm of ['ed25519', 'sm2'] as const)
      if ((await nodeEvidenceCrypto.verify(algorithm, pair[algorithm], kid, sample[algorithm])) !== true)
        return undefined;
    return { kid, sign: signText };
  } catch {
    return undefined; // sealed with another secret.key
  }
}

/** Creates the first key, unless there is or ever was one. */
export async function createFirstSigningKey(store: SigningKeyStore): Promise<void> {
  if (await store.db.row(sql`select from chain_key limit 1`)) return;
  await addKey(store, 1, undefined);
}

/**
 * Replaces the signing key and deletes the previous private key. The previous key signs the new one if it still can, so
 * that whoever trusts it can trust the new one.
 */
export async function replaceSigningKey(
  store: SigningKeyStore,
  by: { readonly reason: string; readonly username: string },
): Promise<string> {
  const newest = await readNewest(store.db);
  const former = newest && (await openKey(newest, store.seal));
  const made = await addKey(store, (newest?.number ?? 0) + 1, {
    ...by,
    predecessor: newest?.kid,
    endorse: former?.sign,
  });
  if (newest) await store.db.query(sql`delete from chain_key_secret where kid = ${newest.kid}`);
  return made;
}

interface Replacement {
  readonly reason: string;
  readonly username: string;
  readonly predecessor: string | undefined;
  readonly endorse: SigningKey['sign'] | undefined;
}

/** Adds a key. If two processes start at once, one of them inserts the number and the other does nothing. */
async function addKey(
  { db, seal }: SigningKeyStore,
  number: number,
  replaces: Replacement | undefined,
): Promise<string> {
  const sm2 = (await loadSm2()).generateKeyPairHex();
  const ed25519 = await makePair('ed25519');
  const pair = {
    ed25519: ed25519.publicKey
      .export({ format: 'der', type: 'spki' })
      .subarray(ed25519DerPrefix.length)
      .toString('hex'),
    sm2: sm2.publicKey,
  };
  const kid = idOfPublicKeys(sm3, pair);
  const endorsement = (await replaces?.endorse?.(publicKeyTextSignedByPredecessor(pair))) ?? null;
  const sealed = (secret: string) => JSON.stringify(seal.seal(secret, '***'));
  const secret = ed25519.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  await db.query(sql`
    with k as (
      insert into chain_key (number, kid, ed25519, sm2, predecessor, endorsement, reason, username)
      values (${number}, ${kid}, ${pair.ed25519}, ${pair.sm2}, ${replaces?.predecessor ?? null}, ${endorsement && JSON.stringify(endorsement)}::jsonb, ${replaces?.reason ?? null}, ${replaces?.username ?? null})
      on conflict do nothing returning kid)
    insert into chain_key_secret (kid, ed25519, sm2)
    select k.kid, ${sealed(secret)}::jsonb, ${sealed(sm2.privateKey)}::jsonb from k`);
  return kid;
}

/** The public keys, oldest first. */
export const readPublicKeys = (db: Queryable): Promise<(EvidencePublicKeys & Record<string, unknown>)[]> =>
  db.rows<EvidencePublicKeys & Record<string, unknown>>(
    sql`select kid, ed25519, sm2, to_char(createtime at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as valid_from, predecessor, endorsement
      from chain_key order by number`,
  );
