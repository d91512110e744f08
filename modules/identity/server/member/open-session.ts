import { text } from '#kernel/text.ts';
import { memberInfo } from '#server/auth/member-info.ts';
import { endSessionsBeyond, startSession } from '#server/auth/token.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import type { Platform } from '#server/module.ts';
import { security } from '../../contract/security.ts';
import type { Entering } from '../entry.ts';

const welcome = text('登录成功！', 'Login succeeded!');

/** Lets a member in who has proved who they are: session, note and answer (wire contract §2.9). */
export async function openMemberSession(
  { engine: { db, settings, config }, authenticator }: Platform,
  { caller }: Call,
  { who: { id }, keep, password }: Entering,
): Promise<Answer> {
  const { ip, userAgent, locale } = caller;
  const life = { seconds: config.tokenTtl, keep };
  const subject = { type: 'member', id } as const;
  const session = await startSession(db, { ...subject, password }, { ip, userAgent }, life);
  const most = settings(security).most_member_sessions;
  if (most > 0) await endSessionsBeyond(db, subject, most);
  const row = await db.row(sql`
    with logged as (insert into member_sign_in (member_id, ip, useragent) values (${id}, ${ip}, ${userAgent}))
    update member set lastlogintime = now(), lastloginip = ${ip} where id = ${id} returning ${memberInfo}`);
  authenticator.forget();
  return new Answer(
    { userInfo: { ...row, token: session.token, refreshToken: session.refreshToken }, routePath: '/user' },
    welcome[locale],
  );
}
