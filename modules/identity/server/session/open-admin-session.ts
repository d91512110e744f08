import { type Text, text } from '#kernel/text/text.ts';
import { previousSignInText } from '#server/auth/previous-sign-in-and-failures-sql.ts';
import { endSessionsBeyond, startSession } from '#server/auth/start-refresh-and-end-sessions-by-token.ts';
import { sql } from '#server/db/sql.ts';
import { avatarUrl } from '#server/http/connection/avatar-url.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { notifyNewDevice } from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { notFound } from '#server/refusal.ts';
import { addOperationLogLine } from '#server/write/statement/operation-log-line.ts';
import { securitySettings } from '../../contract/security-settings.ts';
import type { OpenedSession } from './answer-schema-of-opened-session.ts';
import type { AuthenticatedAccount } from './authenticated-account-type.ts';
import { storeSignInDeviceReturningWhetherNewSql } from './store-sign-in-device-and-return-whether-new.ts';

const signedIn = text('登录', 'Sign-in');
const welcome = text('登录成功！', 'Login successful!');

interface Account {
  [column: string]: unknown;
  id: number;
  username: string;
  nickname: string;
  avatar: string | null;
}

/** Opens the session of an authenticated administrator: session, log and answer (wire contract §2.4). */
export async function openAdminSession(
  { engine, authenticator }: Platform,
  call: Call,
  { who, persistent, password, factorDone }: AuthenticatedAccount,
): Promise<Answer<OpenedSession>> {
  const { db, settings, config } = engine;
  const { ip, userAgent, locale } = call.caller;
  const account = await db.row<Account>(sql`select id, username, nickname, avatar from auth_admin
    where id = ${who.id} and status = '1'`);
  if (!account) throw notFound();
  const subject = { type: 'admin', id: account.id } as const;
  const session = await startSession(
    db,
    { ...subject, password },
    { ip, userAgent },
    { seconds: config.tokenTtl, persistent, confirmed: factorDone === true || password !== undefined },
  );
  const most = settings(securitySettings).most_sessions;
  if (most > 0) await endSessionsBeyond(db, subject, most);
  const { deviceQuery, notifiedAt, isUnknown } = storeSignInDeviceReturningWhetherNewSql(subject, call);
  const before = await db.transaction(async (tx) => {
    const noted = await tx.row<{ unknown_device: boolean; lastlogintime: string }>(sql`with ${deviceQuery}
      update auth_admin set lastlogintime = now(), signed_in_at = now(), failed_since = 0, lastloginip = ${ip}, device_notified = ${notifiedAt}
      from device where id = ${account.id}
      returning ${isUnknown} as unknown_device, ${previousSignInText(session.sessionId)} as lastlogintime`);
    if (!noted) throw notFound();
    const { unknown_device: isNew, ...rest } = noted;
    if (isNew) await notifyNewDevice(engine, tx, subject, call.caller);
    return rest;
  });
  await writeAdminSignInLog(call, account, signedIn);
  authenticator.forget();
  return new Answer(
    {
      userInfo: {
        id: account.id,
        username: account.username,
        nickname: account.nickname,
        avatar: avatarUrl(account.avatar, account.nickname, call.request.host),
        ...before,
        token: session.token,
        refreshToken: session.refreshToken,
      },
      routePath: '/admin',
    },
    welcome[locale],
  );
}

export async function writeAdminSignInLog(
  call: Call,
  account: { id: number; username: string },
  title: Text,
): Promise<void> {
  const { ip, userAgent } = call.caller;
  const who = { id: account.id, name: account.username, ip, userAgent, areaCode: '' };
  await addOperationLogLine(call.engine.db, who, { title, url: call.path, data: null });
}
