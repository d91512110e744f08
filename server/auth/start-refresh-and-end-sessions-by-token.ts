import { hash, randomUUID } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import { type AccountType, accountTables } from './account-reference.ts';

export type TokenType = 'admin' | 'admin-refresh' | 'user' | 'user-refresh';

/** Seconds a refresh token lives (wire contract §2.3). */
const refreshLife = 2_592_000;

export const tokenTypeOf = (subject: AccountType, refresh: boolean): TokenType =>
  subject === 'admin' ? (refresh ? 'admin-refresh' : 'admin') : refresh ? 'user-refresh' : 'user';

/**
 * What the database stores of a token. The hash includes the type, so that a token is never accepted as one of another
 * type.
 */
export const hashToken = (token: string, type: TokenType): string => hash('sha256', `${type}:${token}`, 'base64url');

const changed = text(
  '账号已停用或密码已修改，请重新登录',
  'The account is disabled or its password has been changed. Sign in again',
);

/**
 * Starts a session on one device and issues its tokens. The password that was checked must still be the account's: a
 * concurrent change of password either ends the session or is waited for. The session stores the previous sign-in of
 * the account and the number of failed ones since.
 */
export async function startSession(
  db: Queryable,
  subject: { type: AccountType; id: number; password?: string | undefined },
  device: { ip: string; userAgent: string },
  /** `confirmed`: the user has just confirmed their identity here, not only at another provider. */
  life: { seconds: number; persistent: boolean; confirmed?: boolean },
): Promise<{ sessionId: number; token: string; refreshToken: string }> {
  const token = randomUUID();
  const refreshToken = life.persistent ? randomUUID() : '';
  const rows = [
    {
      hash: hashToken(token, tokenTypeOf(subject.type, false)),
      type: tokenTypeOf(subject.type, false),
      seconds: life.seconds,
    },
  ];
  if (refreshToken)
    rows.push({
      hash: hashToken(refreshToken, tokenTypeOf(subject.type, true)),
      type: tokenTypeOf(subject.type, true),
      seconds: refreshLife,
    });
  const { table, enabled } = accountTables[subject.type];
  const shown = subject.password === undefined ? sql.empty : sql`and password = ${subject.password}`;
  const stored = await db.row<{ id: number }>(sql`
    with a as (select id, signed_in_at, failed_since from ${sql.id(table)} where id = ${subject.id} and status = ${enabled} ${shown} for share),
    s as (insert into session (subject_type, subject_id, ip, useragent, confirmtime, signed_in_before, failed_before)
      select ${subject.type}, id, ${device.ip}, ${device.userAgent.slice(0, 255)}, case when ${life.confirmed === true} then now() end, signed_in_at, failed_since
      from a returning id),
    t as (insert into token (hash, type, session_id, expiretime)
      select each.hash, each.type, s.id, now() + make_interval(secs => each.seconds) from s, (values ${sql.join(rows.map((row) => sql`(${row.hash}::text, ${row.type}::text, ${row.seconds}::int)`))}) as each(hash, type, seconds))
    select id from s`);
  if (!stored) throw new Refused(changed, { data: { reason: 'not_found' } });
  return { sessionId: stored.id, token, refreshToken };
}

/**
 * Replaces the auth token of the session of a refresh token; the old one ends in the same statement. Undefined: the
 * refresh token is no longer valid.
 */
export async function refreshSession(
  db: Queryable,
  refreshToken: string,
  oldToken: string,
  seconds: number,
): Promise<{ type: TokenType; token: string; sessionId: number } | 'no-old-token' | undefined> {
  for (const subject of ['admin', 'member'] as const) {
    const type = tokenTypeOf(subject, true);
    const auth = tokenTypeOf(subject, false);
    const token = randomUUID();
    // The refresh token is bound to its session: only that session's own auth token can be exchanged. The session is
    // locked first, as by everything that ends it.
    const found = await db.row<{ id: number; exchanged: boolean }>(sql`
      with held as materialized (select s.id from token r join session s on s.id = r.session_id
          where r.hash = ${hashToken(refreshToken, type)} and r.type = ${type} and r.expiretime > now() for key share of s),
      ended as (delete from token k using held h where k.hash = ${hashToken(oldToken, auth)} and k.type = ${auth} and k.session_id = h.id returning h.id),
      fresh as (insert into token (hash, type, session_id, expiretime)
          select ${hashToken(token, auth)}, ${auth}, id, now() + make_interval(secs => ${seconds}) from ended returning 1)
      select h.id, exists (select from fresh) as exchanged from held h`);
    if (found) return found.exchanged ? { type, token, sessionId: found.id } : 'no-old-token';
  }
  return undefined;
}

/** Ends sessions and their tokens. */
export async function endSessions(
  db: Queryable,
  subject: { type: AccountType; id: number },
  which: { only?: number; except?: number } = {},
): Promise<number[]> {
  const rows = await db.rows<{
    id: number;
  }>(sql`delete from session where subject_type = ${subject.type} and subject_id = ${subject.id}
    and (${which.only ?? null}::bigint is null or id = ${which.only ?? null}) and (${which.except ?? null}::bigint is null or id <> ${which.except ?? null}) returning id`);
  return rows.map((row) => row.id);
}

/**
 * Ends the sessions of an account beyond a maximum, least recently used first. Runs one at a time per account, because
 * two simultaneous sign-ins would not see each other's session.
 */
export async function endSessionsBeyond(
  db: Database,
  { type, id }: { type: AccountType; id: number },
  most: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`sessions ${type} ${id}`}))`);
    await tx.query(sql`delete from session where id in (select id from session
      where subject_type = ${type} and subject_id = ${id} order by last_seen desc, id desc offset ${most})`);
  });
}
