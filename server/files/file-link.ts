import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';

/**
 * Seconds a link opens its file: long enough to load a page of pictures or to start a download, too short to be worth
 * passing on. Pages ask for a new one when they need it.
 */
export const linkLife = 300;

type Opener = Pick<Caller, 'type' | 'id' | 'sessionId'>;

/** What is signed: which file, for whom, in which session, until when. */
const signed = (url: string, claim: string) => `file link ${url} ${claim}`;

/**
 * An address that opens a private file for five minutes. Neither cookie nor header goes with it, so that pictures, new
 * tabs and downloads can use it, and what an officer and a member open in one browser never mixes. Whether the caller
 * may open the file is for whoever asks for the link to have made sure of.
 */
export function signLink({ seal }: Pick<Engine, 'seal'>, opener: Opener, url: string, now = Date.now()): string {
  const until = Math.floor(now / 1000) + linkLife;
  const claim = [until, opener.type, opener.id, opener.sessionId].join('.');
  return `${url}?ticket=${claim}.${seal.sign(signed(url, claim))}`;
}

/**
 * What a ticket opens: undefined unless it was signed for this file, is not over, and its session has not ended since.
 * With the name the file was sent under, where it has one.
 */
export async function openByTicket(
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
  return db.row<{ name: string | null }>(sql`
    select a.name from session s left join routine_attachment a on a.url = ${url}
    where s.id = ${Number(session)} and s.subject_type = ${type} and s.subject_id = ${Number(id)}`);
}
