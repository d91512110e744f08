import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { type AccountReference, isOwnedByAccount, ownerColumn } from '#server/auth/account-reference.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { storePendingSetupOrChallenge, takePendingSetupOrChallenge } from './pending-factor-setup-or-challenge.ts';

/** Loaded on first use, not at process start. */
const library = () => import('@simplewebauthn/server');

/** The site of a passkey: a host name (never an IP address), via https or localhost. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origins: string[];
}

/** The site of a call; undefined where browsers support no passkeys. Passkeys belong to one site. */
export function relyingPartyOf({
  host,
  hostname,
}: Pick<FastifyRequest, 'host' | 'hostname'>): RelyingParty | undefined {
  if (hostname === '' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { rpId: hostname, origins: [`https://${host}`, ...(hostname === 'localhost' ? [`http://${host}`] : [])] };
}

interface StoredPasskey {
  [column: string]: unknown;
  id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[] | null;
}

const readPasskeys = (db: Queryable, who: AccountReference, rpId: string): Promise<StoredPasskey[]> =>
  db.rows<StoredPasskey>(sql`select id, credential_id, public_key, counter, transports from auth_factor
    where ${isOwnedByAccount(who)} and kind = 'passkey' and rp_id = ${rpId}`);

const describe = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id,
  // as sent by the browser
  ...(transports ? { transports: transports as ('internal' | 'usb')[] } : {}),
});

/** Options for creating a passkey; stores the challenge under `key`. */
export async function passkeyCreationOptions(
  db: Queryable,
  key: string,
  { rpId }: RelyingParty,
  account: AccountReference & { username: string; nickname: string },
  siteName: string,
) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: rpId,
    userName: account.username,
    userDisplayName: account.nickname,
    userID: new TextEncoder().encode(`${account.type} ${account.id}`),
    attestationType: 'none',
    excludeCredentials: (await readPasskeys(db, account, rpId)).map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await storePendingSetupOrChallenge(db, key, { challenge: options.challenge });
  return options;
}

/** A passkey created by a browser, with its site. */
interface Made {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports?: readonly string[] | undefined;
  readonly rpId: string;
}

/** Verifies a created passkey; undefined if invalid or for another challenge. */
export async function verifyNewPasskey(
  db: Queryable,
  key: string,
  site: RelyingParty,
  response: unknown,
): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await library();
  const draft = await takePendingSetupOrChallenge(db, key);
  if (!draft?.challenge) return undefined;
  const made = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: draft.challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    requireUserVerification: false,
  }).catch(() => undefined);
  return made?.verified ? { ...made.registrationInfo.credential, rpId: site.rpId } : undefined;
}

/** Stores a passkey; false if already registered. */
export async function addPasskey(tx: Queryable, who: AccountReference, name: string, made: Made): Promise<boolean> {
  const stored =
    await tx.row(sql`insert into auth_factor (${ownerColumn(who)}, kind, name, credential_id, public_key, counter, transports, rp_id)
    values (${who.id}, 'passkey', ${name}, ${made.id}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${made.transports ?? []}::text[], ${made.rpId})
    on conflict (credential_id) do nothing returning id`);
  return stored !== undefined;
}

/** Options for using one of a user's passkeys. */
export async function passkeyRequestOptions(db: Queryable, key: string, { rpId }: RelyingParty, who: AccountReference) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: (await readPasskeys(db, who, rpId)).map(describe),
    userVerification: 'preferred',
  });
  await storePendingSetupOrChallenge(db, key, { challenge: options.challenge });
  return options;
}

/** Options for sign-in by passkey alone, with user verification. */
export async function passkeySignInOptions(db: Queryable, key: string, { rpId }: RelyingParty) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
  await storePendingSetupOrChallenge(db, key, { challenge: options.challenge });
  return options;
}

/**
 * Verifies a passkey's answer to the challenge, which is consumed in any case. A counter that does not grow means a
 * copied key; authenticators without counter always send 0. `alone`: replaces the password, so user verification is
 * required.
 */
export async function verifyPasskey(
  db: Queryable,
  key: string,
  site: RelyingParty,
  who: AccountReference,
  response: unknown,
  { alone }: { alone: boolean } = { alone: false },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library();
  const draft = await takePendingSetupOrChallenge(db, key);
  const given = response as AuthenticationResponseJSON;
  const passkey = (await readPasskeys(db, who, site.rpId)).find((one) => one.credential_id === given?.id);
  if (!draft?.challenge || !passkey) return false;
  const used = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: draft.challenge,
    expectedOrigin: site.origins,
    expectedRPID: site.rpId,
    requireUserVerification: alone,
    credential: {
      ...describe(passkey),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!used?.verified) return false;
  const { newCounter } = used.authenticationInfo;
  const counted = await db.row(sql`update auth_factor set counter = ${newCounter}, used_at = now()
    where id = ${passkey.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0)) returning id`);
  return counted !== undefined;
}
