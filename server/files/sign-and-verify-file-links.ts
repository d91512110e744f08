import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Seconds a link stays valid: long enough to load a page of pictures or to start a download, too short to be worth
 * passing on. Pages request a new one when needed.
 */
export const fileLinkLifetime = 300;

type Opener = Pick<Caller, 'type' | 'id' | 'sessionId'>;

/** Whoever reads a page that is open to everybody: such a link needs no session. */
export const guestOpener = { type: 'guest', id: 0, sessionId: 0 } as const;

/** The signed text: file, account, session and expiry. */
const signed = (url: string, claim: string) => `file link ${url} ${claim}`;

/**
 * A link that opens a private file for five minutes. It needs neither cookie nor header, so pictures, new tabs and
 * downloads can use it, and sessions of an officer and a member in one browser do not mix. The caller of this function
 * must have checked that the file may be opened.
 */
export function signLink(
  { seal }: Pick<Engine, 'seal'>,
  opener: Opener | typeof guestOpener,
  url: string,
  now = Date.now(),
): string {
  const until = Math.floor(now / 1000) + fileLinkLifetime;
  const claim = [until, opener.type, opener.id, opener.sessionId].join('.');
  return `${url}?ticket=${claim}.${seal.sign(signed(url, claim))}`;
}

/**
 * Verifies a ticket and returns the original name of the file, if it has one. Undefined: the ticket was not signed for
 * this file, has expired, or its session has ended.
 */
export async function verifyFileTicket(
  { seal, db }: Pick<Engine, 'seal' | 'db'>,
  url: string,
  ticket: unknown,
  now = Date.now(),
): Promise<{ name: string | null } | undefined> {
  if (typeof ticket !== 'string' || ticket.length > 200) return undefined;
  const parts = ticket.split('.');
  const [until, type, id, session, signature] = parts;
  if (parts.length !== 5 || !type || !signature) return undefined;
  if (!seal.verify(signed(url, [until, type, id, session].join('.')), signature)) return undefined;
  if (Number(until) * 1000 < now) return undefined;
  if (type === guestOpener.type)
    return (
      (await db.row<{ name: string | null }>(sql`select name from routine_attachment where url = ${url}`)) ?? {
        name: null,
      }
    );
  return db.row<{ name: string | null }>(sql`
    select a.name from session s left join routine_attachment a on a.url = ${url}
    where s.id = ${Number(session)} and s.subject_type = ${type} and s.subject_id = ${Number(id)}`);
}
