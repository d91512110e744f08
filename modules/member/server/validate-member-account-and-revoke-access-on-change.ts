import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { revokeAccess } from '#server/auth/revoke-access-of-account.ts';
import {
  changedCredentials,
  notifyAccountChanged,
} from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { memberAccount } from '../contract/member-account.ts';
import { refuseOutsideJurisdiction } from './refuse-member-account-changes-outside-jurisdiction.ts';

/** Seconds before an account name may change again (domain reference Appendix G). */
const nameLife = 180 * 86_400;

const nameUnchangeable = text('账号 180 天内只能修改一次', 'The account can be changed once in 180 days');

const noWayIn = text('密码和手机至少填一项', 'Enter a password or a mobile number');

const future = text('生日不能晚于今天', 'The birthday cannot be later than today');

/** Fields that decide sign-in and permissions of a member. */
const credentials = ['username', 'password', 'mobile', 'email', 'status', 'group_id'] as const;

/** Hooks of member accounts: changes of sign-in data end sessions and pending sign-ins. */
export function memberAccountWriteHooks(forget: () => void): WriteHooks<typeof memberAccount> {
  function check({ values, before, fail, afterCommit }: WriteContext<typeof memberAccount>): void {
    if (values.password === null || values.password === '') delete values.password;
    // imports carry no passwords: members with a mobile set theirs by a code
    if (!before && !values.password && !values.mobile) fail('password', noWayIn);
    if (typeof values.birthday === 'string' && values.birthday > shanghaiToday()) fail('birthday', future);
    afterCommit(forget);
  }
  return {
    add: check,
    async edit(context) {
      check(context);
      const { values, tx, before, caller, afterStore } = context;
      if (credentials.some((one) => values[one] !== undefined && values[one] !== before[one]))
        await refuseOutsideJurisdiction(context, before.id);
      // officers may rename at any time; members themselves only after some time
      if (values.username && values.username !== before.username && caller.type === 'system') {
        const now = Math.floor(Date.now() / 1000);
        if ((before.username_changed ?? 0) > now - nameLife) context.fail('username', nameUnchangeable);
        values.username_changed = now;
      }
      const who = { type: 'member', id: before.id } as const;
      if (values.password || values.status === 'disable') afterStore(async () => void (await revokeAccess(tx, who)));
      const changed = changedCredentials(values, before);
      const locale = caller.type === 'system' ? caller.locale : undefined;
      if (changed.length > 0)
        afterStore(() => notifyAccountChanged(context.engine, tx, who, changed, { before, locale }));
    },
    async del(context) {
      const { tx, before, afterCommit } = context;
      await refuseOutsideJurisdiction(context, before.id);
      await revokeAccess(tx, { type: 'member', id: before.id });
      afterCommit(forget);
    },
  };
}
