import { useEffect, useState } from 'react';
import { isEmail } from '#kernel/check/email.ts';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { get, WireError } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';

/** How a member receives a code. */
export type VerificationCodeChannel = 'mobile' | 'email';

interface CodeChannelTexts {
  readonly label: Text;
  readonly wrong: Text;
  readonly type: 'tel' | 'email';
  readonly complete: string;
  normalize(given: string): string;
  isRight(given: string): boolean;
}

export const verificationCodeChannels: Readonly<Record<VerificationCodeChannel, CodeChannelTexts>> = {
  mobile: {
    label: text('手机号', 'Mobile number'),
    wrong: validationMessages.invalid_mobile_for_code,
    type: 'tel',
    complete: 'tel-national',
    normalize: normalizeMobile,
    isRight: isMobile,
  },
  email: {
    label: text('电子邮箱', 'E-mail'),
    wrong: validationMessages.invalid_email,
    type: 'email',
    complete: 'email',
    normalize: (given) => given.trim(),
    isRight: isEmail,
  },
};

/**
 * The ways the platform offers to members (mobile until known), and the message shown when the member centre is closed.
 */
export function useVerificationCodeChannels(enabled = true): {
  readonly open: readonly VerificationCodeChannel[];
  readonly closed: string | undefined;
} {
  const [open, setOpen] = useState<readonly VerificationCodeChannel[]>(['mobile']);
  const [closed, setClosed] = useState<string>();
  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    get<{ accountVerificationType: VerificationCodeChannel[] }>(
      '/api/user/checkIn',
      {},
      { quiet: true, area: 'api', signal: controller.signal, duplicate: 'allow' },
    )
      .then(({ accountVerificationType }) => setOpen(accountVerificationType))
      // Mobile always works; the call that requests a code reports other problems.
      .catch((error: unknown) => {
        if (error instanceof WireError && error.reason === 'forbidden') setClosed(error.message);
      });
    return () => controller.abort();
  }, [enabled]);
  return { open, closed };
}

const by: Readonly<Record<VerificationCodeChannel, Text>> = {
  mobile: text('用手机', 'By mobile'),
  email: text('用邮箱', 'By e-mail'),
};
const question = text('验证方式', 'Verification method');

/** Choice between the ways; nothing when there is only one. */
export function VerificationCodeChannelChoice({
  open,
  way,
  onWay,
}: {
  open: readonly VerificationCodeChannel[];
  way: VerificationCodeChannel;
  onWay: (way: VerificationCodeChannel) => void;
}) {
  const t = useText();
  if (open.length < 2) return null;
  return (
    <fieldset className="xj-sign-way">
      <legend className="xj-visually-hidden">{t(question)}</legend>
      {open.map((one) => (
        <label key={one} className="xj-check">
          <input type="radio" name="way" checked={way === one} onChange={() => onWay(one)} />
          {t(by[one])}
        </label>
      ))}
    </fieldset>
  );
}

/** Calls that send a code, and their bodies (wire contract §2.8). */
export const sendVerificationCodePaths = { mobile: '/api/Sms/send', email: '/api/Ems/send' } as const;
export const sendVerificationCodeBody = (
  way: VerificationCodeChannel,
  address: string,
  purpose: string,
  captcha: { id: string; value: string },
) => ({
  [way]: address,
  ...(way === 'mobile' ? { template_code: purpose } : { event: purpose }),
  captcha: captcha.value.trim(),
  captcha_id: captcha.id,
});
