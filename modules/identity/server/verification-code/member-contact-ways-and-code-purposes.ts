import { isEmail } from '#kernel/check/email.ts';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { isDeliverable } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';

/** Contacts of a member, proven by codes. */
export type ContactWay = 'mobile' | 'email';

interface WayOf {
  readonly label: Text;
  readonly wrong: Text;
  normalize(given: string): string;
  isRight(given: string): boolean;
}

/** Each is a column of `member`, and the name of its field in calls and errors. */
export const contactWays: Readonly<Record<ContactWay, WayOf>> = {
  mobile: {
    label: text('手机', 'Mobile'),
    wrong: validationMessages.invalid_mobile,
    normalize: normalizeMobile,
    isRight: isMobile,
  },
  email: {
    label: text('电子邮箱', 'E-mail'),
    wrong: validationMessages.invalid_email,
    normalize: (given) => given.trim().toLowerCase(),
    isRight: isEmail,
  },
};

/** Purposes of codes, by the names of stock clients (wire contract §2.8). */
export const codePurposes = {
  register: { mobile: 'user_register', email: 'user_register' },
  reset: { mobile: 'user_retrieve_pwd', email: 'user_retrieve_pwd' },
  verify: { mobile: 'user_mobile_verify', email: 'user_email_verify' },
  change: { mobile: 'user_change_mobile', email: 'user_change_email' },
} as const satisfies Record<string, Record<ContactWay, string>>;

/** Available contacts: mobile always, e-mail if mail is configured. */
export const availableContactWays = (engine: Engine): readonly ContactWay[] =>
  isDeliverable(engine, 'email') ? ['mobile', 'email'] : ['mobile'];

/** The contact named by a client, if available. */
export const readContactWay = (engine: Engine, given: unknown): ContactWay | undefined =>
  availableContactWays(engine).find((way) => way === given);
