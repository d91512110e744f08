import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';

/** Seconds within which a ticket opens a platform. */
export const rentalPlatformTicketLife = 60;

/** Content of a ticket: the platform, its expiry (Unix seconds), a nonce, and the officer by a pseudonym of this platform. */
interface Ticket {
  readonly provider: number;
  readonly until: number;
  readonly nonce: string;
  readonly admin: string;
}

const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(payload).digest('base64url');
const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest('hex');

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
    until: Math.floor(now / 1000) + rentalPlatformTicketLife,
    nonce: randomBytes(18).toString('base64url'),
    admin: sign(provider.secret, `admin ${caller.id}`),
  };
  await db.query(sql`insert into rental_ticket (hash, provider_id, expires_at)
    values (${hashOf(ticket.nonce)}, ${provider.id}, to_timestamp(${ticket.until}))`);
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

/** Redeems a ticket once: a single statement lets one of any number of concurrent attempts through. */
export async function redeemRentalPlatformTicket(
  { db, seal }: Pick<Engine, 'db' | 'seal'>,
  written: string,
): Promise<{ admin: string; provider: number } | undefined> {
  const ticket = readTicket(written);
  if (!ticket) return undefined;
  const provider = await db.row<{ ticket_secret: string | null }>(
    sql`select ticket_secret from rental_provider where id = ${ticket.provider} and status = 'enabled'`,
  );
  if (!provider?.ticket_secret) return undefined;
  if (!equal(sign(openRentalPlatformSecret({ seal }, provider.ticket_secret), ticket.payload), ticket.signature))
    return undefined;
  const used = await db.row(sql`update rental_ticket set used_at = now()
    where hash = ${hashOf(ticket.nonce)} and provider_id = ${ticket.provider} and used_at is null and expires_at > now() returning hash`);
  return used && { admin: ticket.admin, provider: ticket.provider };
}
