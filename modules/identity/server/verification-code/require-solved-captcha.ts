import { text } from '#kernel/text/text.ts';
import { checkCaptcha } from '#server/auth/draw-play-and-check-captcha.ts';
import type { Call } from '#server/http/controller.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { Refused } from '#server/refusal.ts';

const texts = {
  wrong: text('请输入正确的验证码！', 'Please enter the correct Captcha!'),
  tooMany: text(
    '当前网络获取验证码过于频繁，请输入图形验证码，或稍后再试',
    'Too many code requests from this network. Enter the captcha or try again later',
  ),
};

/** Most codes per network and hour without captcha. */
const withoutPicture: AttemptLimit = { name: 'code_without_picture', most: 30, seconds: 3600, forgets: 'each' };

const refuse = ({ caller }: Call, message: typeof texts.wrong, more: object = {}) =>
  new Refused(message, { data: { reason: 'captcha', errors: { captcha: [message[caller.locale]] }, ...more } });

/** The typed captcha and its id; stock clients have two names for each (wire contract §2.4, §2.9). */
export const readCaptcha = ({ body }: Pick<Call, 'body'>): { id: string; typed: string } => ({
  id: wordOf(body.captcha_id) || wordOf(body.captchaId),
  typed: wordOf(body.captcha) || wordOf(body.captchaInfo),
});

const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * Requires a captcha for a code, if enabled. `few`: stock clients send none (wire contract §2.8) and get a few codes
 * per hour.
 */
export async function requireCaptcha(call: Call, few: boolean): Promise<void> {
  const { engine, caller } = call;
  if (!engine.config.captcha) return;
  const { id, typed } = readCaptcha(call);
  if (few && typed === '') {
    const subject = ipForLimits(caller.ip);
    await countAttempts(engine.db, [{ limit: withoutPicture, subject }], (_, retry_after) =>
      refuse(call, texts.tooMany, { retry_after }),
    );
  } else if (id.length > 100 || !(await checkCaptcha(engine.db, id, typed))) throw refuse(call, texts.wrong);
}
