import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';

const otherWays = {
  email: text('{wrong}。也可以改用邮箱接收', '{wrong}. You can receive one by e-mail instead'),
  telephone: text('{wrong}。没有这种号码的，请拨打 {hotline}', '{wrong}. If you have none, call {hotline}'),
};

/**
 * What is wrong with the address that a code should be sent to. For a mobile it names the way that is left to people who
 * have no such number: e-mail where codes are sent by it, otherwise the telephone.
 */
export function messageForWrongMobileOrEmail(
  way: 'mobile' | 'email',
  open: readonly ('mobile' | 'email')[],
  hotline: string | undefined,
  locale: Locale,
): string {
  if (way === 'email') return validationMessages.invalid_email[locale];
  const wrong = validationMessages.invalid_mobile_for_code[locale];
  if (open.includes('email')) return textIn(otherWays.email, locale, { wrong });
  return hotline ? textIn(otherWays.telephone, locale, { wrong, hotline }) : wrong;
}
