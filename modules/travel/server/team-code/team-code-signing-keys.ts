import { createHash, createPrivateKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  appendSignature,
  type TeamCodePublicKey,
} from '../../contract/team-code/format-and-verify-signed-team-code.ts';

/** Days a key signs codes. */
const signsFor = 90;
/** Days it stays published afterwards: the longest team (60), and a week for phones that are offline. */
const overlap = 67;
/** Days it is published before its first signature, for phones that are offline then. */
const ahead = 7;

const makePair = promisify(generateKeyPair);

/** Database and the encryption for private keys. */
interface KeyStore extends Pick<Engine, 'seal'> {
  readonly db: Queryable;
}

export interface SigningKey {
  readonly kid: string;
  sign(content: string): string;
}

/**
 * Creates the next key if the last one ends within so many days. One statement: if several processes try, one inserts
 * the next number and the others do nothing.
 */
export async function addTeamCodeSigningKey({ db, seal }: KeyStore, within: number): Promise<boolean> {
  const pair = await makePair('ed25519');
  const key = pair.publicKey.export({ format: 'jwk' }).x ?? '';
  const kid = createHash('sha256').update(key).digest('base64url').slice(0, 6);
  const secret = seal.seal(pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'), '***');
  const added = await db.row(sql`
    insert into travel_code_key (kid, turn, public_key, private_key, valid_from, signs_until, published_until)
    select ${kid}, turn, ${key}, ${JSON.stringify(secret)}::jsonb, since, since + make_interval(days => ${signsFor}),
      since + make_interval(days => ${signsFor + overlap})
    from (select coalesce(max(turn), 0) + 1 as turn, greatest(now(), max(signs_until)) as since from travel_code_key
      having coalesce(max(signs_until) <= now() + make_interval(days => ${within}), true)) next
    on conflict do nothing returning kid`);
  return added !== undefined;
}

interface KeyRow {
  [column: string]: unknown;
  kid: string;
  private_key: EncryptedNumber;
}

/** The key that signs today, created when first needed; it stays published at least until `until`. */
export async function teamCodeSigningKeyOfToday(engine: KeyStore, until: number): Promise<SigningKey> {
  const find = () =>
    engine.db.row<KeyRow>(sql`
      with present as (select kid from travel_code_key where valid_from <= now() and now() < signs_until and private_key is not null
          order by turn desc limit 1),
        longer as (update travel_code_key k set published_until = to_timestamp(${until}) + interval '7 days' from present
          where k.kid = present.kid and k.published_until < to_timestamp(${until}) + interval '7 days')
      select k.kid, k.private_key from travel_code_key k join present on present.kid = k.kid`);
  let row = await find();
  if (!row) {
    await addTeamCodeSigningKey(engine, 0);
    row = await find();
  }
  if (!row) throw new Error('no key to sign codes of teams with');
  const { kid, private_key } = row;
  const key = createPrivateKey({
    key: Buffer.from(engine.seal.open(private_key), 'base64url'),
    format: 'der',
    type: 'pkcs8',
  });
  return { kid, sign: (content) => appendSignature(content, sign(null, Buffer.from(content), key)) };
}

/** Published keys, newest first, including one that signs from next week. */
export const publishedTeamCodeKeys = ({
  db,
}: Pick<Engine, 'db'>): Promise<(TeamCodePublicKey & Record<string, unknown>)[]> =>
  db.rows<TeamCodePublicKey & Record<string, unknown>>(
    sql`select kid, public_key as key from travel_code_key where published_until > now() order by turn desc`,
  );

/** Nightly: creates the next key ahead of time, and deletes private keys that no longer sign. */
export async function rotateTeamCodeSigningKeys(engine: Pick<Engine, 'db' | 'seal'>): Promise<void> {
  const { db } = engine;
  // the first key is created when needed
  if (await db.row(sql`select from travel_code_key limit 1`)) await addTeamCodeSigningKey(engine, ahead);
  await db.query(
    sql`update travel_code_key set private_key = null where signs_until <= now() and private_key is not null`,
  );
}
