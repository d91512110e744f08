import { type Text, text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { Refused } from '#server/refusal.ts';

const closed: Text = text(
  '会员中心已禁用，请联系网站管理员开启。',
  'The member centre is disabled. Contact the site administrator to enable it.',
);

/** Refuses members while the member centre is disabled. */
export function refuseWhileMemberCentreDisabled({ engine }: Pick<Platform, 'engine'>, type: AccountType): void {
  if (type === 'member' && engine.settings(siteSettings).member_center === '0')
    throw new Refused(closed, { data: { reason: 'forbidden' } });
}
