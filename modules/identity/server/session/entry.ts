import { type Text, text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { type AccountReference, accountTables } from '#server/auth/account-reference.ts';
import { sql } from '#server/db/sql.ts';
import type { Answer } from '#server/http/connection/envelope.ts';
import type { Call } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { Refused } from '#server/refusal.ts';
import type { AuthenticatedAccount } from './authenticated-account.ts';
import { openAdminSession, writeAdminSignInLog } from './open-admin-session.ts';
import { openMemberSession } from './open-member-session.ts';

const closed: Text = text(
  '会员中心已禁用，请联系网站管理员开启。',
  'The member centre is disabled. Contact the site administrator to enable it.',
);

/** Refuses members while the member centre is disabled. */
export function refuseWhileCentreDisabled({ engine }: Pick<Platform, 'engine'>, type: AccountType): void {
  if (type === 'member' && engine.settings(siteSettings).member_center === '0')
    throw new Refused(closed, { data: { reason: 'forbidden' } });
}

/** Titles of failed sign-ins in the operation log. */
const failed = {
  wrong_password: text('登录失败', 'Sign-in failed'),
  wrong_factor: text('二次验证失败', 'Second factor failed'),
} as const;

/** Records a failed sign-in: counted for the next sign-in and, for officers, in the operation log. */
export async function recordFailedSignIn(call: Call, who: AccountReference, why: keyof typeof failed): Promise<void> {
  const account = await call.engine.db.row<{ id: number; username: string }>(
    sql`update ${sql.id(accountTables[who.type].table)} set failed_since = failed_since + 1 where id = ${who.id} returning id, username`,
  );
  if (account && who.type === 'admin') await writeAdminSignInLog(call, account, failed[why]);
}

/** Opens the session of an authenticated account. */
export const openAccountSession = (platform: Platform, call: Call, one: AuthenticatedAccount): Promise<Answer> =>
  one.who.type === 'admin' ? openAdminSession(platform, call, one) : openMemberSession(platform, call, one);
