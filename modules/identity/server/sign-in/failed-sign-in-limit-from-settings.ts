import { type Text, text, textInAnyLocale } from '#kernel/text/text.ts';
import type { AccountType } from '#server/auth/account-reference.ts';
import { signInLimit } from '#server/auth/attempt-password-and-lock-account-after-failures.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { AttemptLimit } from '#server/limit/attempt-limit.ts';
import { securitySettings } from '../../contract/security-settings.ts';

const texts = {
  day: text(
    '登录失败次数超限，请在1天后再试',
    'The number of login failures exceeds the limit, please try again after 24 hours',
  ),
  withHours: text(
    '登录失败次数超限，请在{hours}小时后再试',
    'The number of login failures exceeds the limit, please try again after {hours} {hours|hour|hours}',
  ),
};

/** The current limit of failed sign-ins in a row. */
export function failedSignInLimit({ settings }: Pick<Engine, 'settings'>, type: AccountType): AttemptLimit {
  const { admin_login_retry, user_login_retry, lock_hours } = settings(securitySettings);
  return signInLimit(type, type === 'admin' ? admin_login_retry : user_login_retry, lock_hours);
}

/** Message of a locked account; the stock text (wire contract §2.4) for a lock of one day. */
export function lockedAccountMessage({ settings }: Pick<Engine, 'settings'>): Text {
  const { lock_hours } = settings(securitySettings);
  return lock_hours === 24 ? texts.day : textInAnyLocale(texts.withHours, { hours: lock_hours });
}
