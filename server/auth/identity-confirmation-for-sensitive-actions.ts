import { text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import { type AccountReference, isOwnedByAccount } from './account-reference.ts';

/** Seconds for which a confirmed identity counts for sensitive actions. */
export const confirmationLifetime = 600;

const secondFactorFirst = text(
  '该账号已启用二次验证，请先在本平台的页面上完成验证',
  "This account has two-factor verification enabled. Complete it on this platform's pages first",
);

/** Seconds for which the identity in a session is still confirmed. 0: it must be confirmed again. */
export async function confirmationSecondsLeft(db: Queryable, sessionId: number): Promise<number> {
  const left = await db.row<{ left: number }>(sql`
    select greatest(0, ceil(extract(epoch from confirmtime + make_interval(secs => ${confirmationLifetime}) - now())))::int as left
    from session where id = ${sessionId} and confirmtime is not null`);
  return left?.left ?? 0;
}

/** Records that the user of a session has just confirmed their identity. */
export async function recordConfirmation(db: Queryable, sessionId: number): Promise<void> {
  await db.query(sql`update session set confirmtime = now() where id = ${sessionId}`);
}

const confirmFirst = text('请先验证密码或二次验证', 'Verify your password or second factor first');

/** Refuses a session whose identity was not confirmed recently, by any means. */
export async function requireConfirmation(db: Queryable, sessionId: number): Promise<void> {
  if ((await confirmationSecondsLeft(db, sessionId)) === 0)
    throw new Refused(confirmFirst, { data: { reason: 'confirm_first' } });
}

/** Refuses users who have set up a second factor, unless this session confirmed it recently or at its start. */
export async function requireSecondFactorIfSetUp(
  db: Queryable,
  who: AccountReference,
  sessionId: number,
): Promise<void> {
  const owed = await db.row(sql`select 1 as owed from auth_factor where ${isOwnedByAccount(who)} and not exists (
    select from session where id = ${sessionId} and confirmtime > now() - make_interval(secs => ${confirmationLifetime})) limit 1`);
  if (owed) throw new Refused(secondFactorFirst, { data: { reason: 'confirm_first' } });
}
