import { text } from '#kernel/text/text.ts';
import { signedInMemberProfileColumns } from '#server/auth/signed-in-member-profile-columns.ts';
import { endSessionsBeyond, startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { sql } from '#server/db/sql.ts';
import { avatarUrl } from '#server/http/connection/avatar-url.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { notifyNewDevice } from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { notFound } from '#server/refusal.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import type { OpenedSession } from './answer-schema-of-opened-session.ts';
import type { AuthenticatedAccount } from './authenticated-account-type.ts';
import { storeSignInDeviceReturningWhetherNewSql } from './store-sign-in-device-and-return-whether-new.ts';

const welcome = text('登录成功！', 'Login succeeded!');

interface MemberInfo {
  [column: string]: unknown;
  id: number;
  username: string;
  nickname: string;
  avatar: string;
  lastlogintime: number;
}

/** Opens the session of an authenticated member: session, log and answer (wire contract §2.9). */
export async function openSessionAndAnswerMember(
  { engine, authenticator }: Platform,
  call: Call,
  { who: { id }, persistent, password, factorDone }: AuthenticatedAccount,
): Promise<Answer<OpenedSession>> {
  const { db, settings, config } = engine;
  const { ip, userAgent, locale } = call.caller;
  const life = { seconds: config.tokenTtl, persistent, confirmed: factorDone === true };
  const subject = { type: 'member', id } as const;
  const session = await startSession(db, { ...subject, password }, { ip, userAgent }, life);
  const most = settings(securitySettings).most_member_sessions;
  if (most > 0) await endSessionsBeyond(db, subject, most);
  const { deviceQuery, notifiedAt, isUnknown } = storeSignInDeviceReturningWhetherNewSql(subject, call);
  const info = await db.transaction(async (tx) => {
    const row = await tx.row<MemberInfo & { unknown_device: boolean }>(sql`
      with logged as (insert into member_sign_in (member_id, ip, useragent) values (${id}, ${ip}, ${userAgent})), ${deviceQuery}
      update member set lastlogintime = now(), signed_in_at = now(), failed_since = 0, lastloginip = ${ip}, device_notified = ${notifiedAt} from device where id = ${id}
      returning ${signedInMemberProfileColumns(session.sessionId)}, ${isUnknown} as unknown_device`);
    if (row?.unknown_device) await notifyNewDevice(engine, tx, subject, call.caller);
    if (!row) throw notFound();
    const { unknown_device: _, ...rest } = row;
    return rest;
  });
  authenticator.forget();
  return new Answer(
    {
      userInfo: {
        ...info,
        avatar: avatarUrl(info.avatar, info.nickname, call.request.host),
        token: session.token,
        refreshToken: session.refreshToken,
      },
      routePath: '/user',
    },
    welcome[locale],
  );
}
