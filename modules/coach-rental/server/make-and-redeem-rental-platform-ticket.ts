import { createHmac, timingSafeEqual } from 'node:crypto';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Seconds within which a ticket opens a platform. */
export const rentalPlatformTicketLifetime = 60;

/** What is redeemed once: the nonce of a ticket, by the platform it was made for. */
const platformNonce = oneTimeTicket({
  name: 'rental platform',
  seconds: rentalPlatformTicketLifetime,
  held: true,
  data: { reason: 'used' },
});
const holderOf = (provider: number): string => `provider ${provider}`;

/** Content of a ticket: the platform, its expiry (Unix seconds), a nonce, and the officer by a pseudonym of this platform. */
interface Ticket {
  readonly provider: number;
  readonly until: number;
  readonly nonce: string;
  readonly admin: string;
}

const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(payload).digest('base64url');

/** Opens the sealed secret of a platform; without a secret no ticket can be made. */
export const openRentalPlatformSecret = (engine: Pick<Engine, 'seal'>, sealed: string): string =>
  engine.seal.open({ cipher: sealed, mask: '', hash: '' });

/** Makes a ticket for a platform: signed with the shared secret, recorded as unused, without personal data. */
export async function makeRentalPlatformTicket(
  { db }: Pick<Engine, 'db'>,
  caller: Pick<Caller, 'id'>,
  provider: { readonly id: number; readonly secret: string },
  now = Date.now(),
): Promise<string> {
  const ticket: Ticket = {
    provider: provider.id,
    until: Math.floor(now / 1000) + rentalPlatformTicketLifetime,
    nonce: await platformNonce.issue(db, { holder: holderOf(provider.id) }),
    admin: sign(provider.secret, `admin ${caller.id}`),
  };
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${payload}.${sign(provider.secret, payload)}`;
}

function readTicket(written: string): (Ticket & { payload: string; signature: string }) | undefined {
  const [payload = '', signature = '', more] = written.split('.');
  if (more !== undefined || written.length > 1000) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { provider, until, nonce, admin } = parsed as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(provider) || !Number.isSafeInteger(until)) return undefined;
    if (typeof nonce !== 'string' || typeof admin !== 'string') return undefined;
    return { provider: Number(provider), until: Number(until), nonce, admin, payload, signature };
  } catch {
    return undefined;
  }
}

const equal = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Redeems a ticket, once; refused if it is not one of ours, or not valid any more. */
export async function redeemRentalPlatformTicket(
  { db, seal }: Pick<Engine, 'db' | 'seal'>,
  written: string,
): Promise<{ admin: string; provider: number }> {
  const ticket = readTicket(written);
  if (!ticket) throw platformNonce.refused();
  const provider = await db.row<{ ticket_secret: string | null }>(
    sql`select ticket_secret from rental_provider where id = ${ticket.provider} and status = 'enabled'`,
  );
  if (!provider?.ticket_secret) throw platformNonce.refused();
  if (!equal(sign(openRentalPlatformSecret({ seal }, provider.ticket_secret), ticket.payload), ticket.signature))
    throw platformNonce.refused();
  await platformNonce.redeem(db, ticket.nonce, holderOf(ticket.provider));
  return { admin: ticket.admin, provider: ticket.provider };
}
