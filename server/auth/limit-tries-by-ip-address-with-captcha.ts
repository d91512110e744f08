import { field } from '#kernel/field/field.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Attempt, type AttemptLimit, sharedAddressLimit } from '#server/limit/attempt-limit.ts';
import { Refused } from '#server/refusal.ts';
import { checkCaptcha } from './draw-play-and-check-captcha.ts';

const texts = {
  needed: text('当前网络的错误次数较多，请输入图形验证码', 'Too many errors from this network. Enter the captcha'),
  wrong: text('请输入正确的验证码！', 'Please enter the correct Captcha!'),
};

const refuse = (message: typeof texts.needed, locale: Locale) =>
  new Refused(message, { data: { reason: 'captcha', errors: { captchaInfo: [message[locale]] } } });

interface AddressTry {
  readonly db: Queryable;
  /** Whether the platform requires captchas at all. */
  readonly pictures: boolean;
  readonly address: string;
  readonly locale: Locale;
  /** The request body, with the captcha and its answer: `captcha_id` and `captchaInfo`. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The captcha in the API document. */
export const captchaFields = {
  captcha_id: field.text(text('图形验证码编号，错误较多时必填', 'Captcha ID, required after many errors'), {
    max: 100,
  }),
  captchaInfo: field.text(text('图形验证码', 'Captcha'), { max: 6 }),
} as const;

const bareName = (name: string) => `${name}_bare`;

/**
 * Limits tries per IP address, which people share: the first mistakes are free, later ones require a captcha, up to ten
 * times the limit. Successful tries never count, so that a hall full of people who type correctly meets no captcha.
 */
export async function limitTriesByIpAddress(
  { db, pictures, address, locale, body }: AddressTry,
  limit: AttemptLimit,
  withoutPicture: number,
): Promise<Attempt[]> {
  const whole: Attempt = { limit: sharedAddressLimit(limit, pictures), subject: address };
  if (!pictures) return [whole];
  const { captcha_id: id, captchaInfo: typed } = body;
  if (typeof typed !== 'string' || typed.trim() === '')
    return [whole, { limit: { ...limit, name: bareName(limit.name), most: withoutPicture }, subject: address }];
  if (typeof id !== 'string' || !(await checkCaptcha(db, id, typed))) throw refuse(texts.wrong, locale);
  return [whole];
}

/** The refusal that requires a captcha. Undefined: another limit was reached. */
export const refuseWithoutCaptcha = (
  reached: AttemptLimit,
  limit: AttemptLimit,
  locale: Locale,
): Refused | undefined => (reached.name === bareName(limit.name) ? refuse(texts.needed, locale) : undefined);
