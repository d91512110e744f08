import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { isOwnedBy, ownerColumn, type Subject } from '#server/auth/subject.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { storeDraft, takeDraft } from './draft.ts';

/** Read when somebody has a passkey to do with, and not at the start of every process. */
const library = () => import('@simplewebauthn/server');

/** Where a passkey is made and used: a name, never an address, and a page that came encrypted or from this machine. */
export interface Site {
  readonly rpId: string;
  readonly origins: string[];
}

/** The site of a call; undefined: browsers know no passkeys there. A page elsewhere has passkeys of its own alone. */
export function siteOf({ host, hostname }: Pick<FastifyRequest, 'host' | 'hostname'>): Site | undefined {
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

const readPasskeys = (db: Queryable, who: Subject, rpId: string): Promise<StoredPasskey[]> =>
  db.rows<StoredPasskey>(sql`select id, credential_id, public_key, counter, transports from auth_factor
    where ${isOwnedBy(who)} and kind = 'passkey' and rp_id = ${rpId}`);

const describe = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id,
  // as the browser told them
  ...(transports ? { transports: transports as ('internal' | 'usb')[] } : {}),
});

/** What a browser is asked in order to make a passkey; the answer is awaited under `key`. */
export async function beginMaking(
  db: Queryable,
  key: string,
  { rpId }: Site,
  account: Subject & { username: string; nickname: string },
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
  await storeDraft(db, key, { challenge: options.challenge });
  return options;
}

/** A passkey as a browser made it, and where. */
interface Made {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports?: readonly string[] | undefined;
  readonly rpId: string;
}

/** The passkey a browser made; undefined: it is none, or answers another question. */
export async function readPasskey(
  db: Queryable,
  key: string,
  site: Site,
  response: unknown,
): Promise<Made | undefined> {
  const { verifyRegistrationResponse } = await library();
  const draft = await takeDraft(db, key);
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

/** Keeps it; false: it is somebody's already. */
export async function addPasskey(tx: Queryable, who: Subject, name: string, made: Made): Promise<boolean> {
  const stored =
    await tx.row(sql`insert into auth_factor (${ownerColumn(who)}, kind, name, credential_id, public_key, counter, transports, rp_id)
    values (${who.id}, 'passkey', ${name}, ${made.id}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${made.transports ?? []}::text[], ${made.rpId})
    on conflict (credential_id) do nothing returning id`);
  return stored !== undefined;
}

/** What a browser is asked in order to use one of somebody's passkeys. */
export async function beginUsing(db: Queryable, key: string, { rpId }: Site, who: Subject) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    allowCredentials: (await readPasskeys(db, who, rpId)).map(describe),
    userVerification: 'preferred',
  });
  await storeDraft(db, key, { challenge: options.challenge });
  return options;
}

/** What a browser is asked in order to let somebody in by a passkey alone: whoever sits there has proved it to it. */
export async function beginEntering(db: Queryable, key: string, { rpId }: Site) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
  await storeDraft(db, key, { challenge: options.challenge });
  return options;
}

/**
 * Whether the answer is that of one of their passkeys to the challenge, which is used up either way. A counter that does
 * not grow belongs to a copy; authenticators that do not count say 0 for ever. `alone`: it stands for a
 * password as well, so the authenticator has to have asked who is there.
 */
export async function takePasskey(
  db: Queryable,
  key: string,
  site: Site,
  who: Subject,
  response: unknown,
  { alone }: { alone: boolean } = { alone: false },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library();
  const draft = await takeDraft(db, key);
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
