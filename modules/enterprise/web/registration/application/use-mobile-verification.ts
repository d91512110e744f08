import { useEffect, useState } from 'react';
import { isMobile, normalizeMobile } from '#kernel/check/phone-number.ts';
import { text } from '#kernel/text/text.ts';
import { get, isCancelled, post, WireError } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { useCaptchaState } from '#web/sign-in/form/captcha-state.ts';
import { useResendCountdown } from '#web/sign-in/form/verification-code-field.tsx';
import { messageForWrongMobileOrEmail } from '#web/sign-in/form/wrong-mobile-or-email-message-with-other-way-to-get-code.ts';
import type { VerifiedMobile } from './verified-mobile-storage.ts';

const captchaRequired = text('请输入图中的数字', 'Enter the digits shown in the picture');

const requestCode = (mobile: string, captcha: string, captcha_id: string) =>
  post<{ retry_after: number }>(
    '/api/Sms/send',
    { mobile, template_code: 'enterprise_register', captcha, captcha_id },
    { quiet: true, area: 'api' },
  );

async function verifyCode(mobile: string, code: string): Promise<VerifiedMobile> {
  const answer = await post<{ ticket: string; expires_in: number; account: { username: string } | null }>(
    '/api/enterprise/verify',
    { mobile, code },
    { quiet: true, area: 'api' },
  );
  return {
    ticket: answer.ticket,
    mobile,
    username: answer.account?.username ?? null,
    until: Date.now() + answer.expires_in * 1000,
  };
}

interface PublicSite {
  readonly captcha?: boolean;
  readonly settings?: { readonly site?: { readonly hotline?: string } };
}

/** Whether a captcha is needed, and the telephone number for people to whom no code can be sent. */
function usePublicSite() {
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [hotline, setHotline] = useState<string>();
  useEffect(() => {
    get<PublicSite>('/api/index/index', {}, { quiet: true, area: 'api', duplicate: 'allow' })
      .then(({ captcha: isWanted = false, settings }) => {
        setNeedsCaptcha(isWanted);
        setHotline(settings?.site?.hotline);
      })
      // the server's refusal says when it requires a captcha
      .catch(() => undefined);
  }, []);
  return { needsCaptcha, setNeedsCaptcha, hotline };
}

/** How far the verification is. */
function useProgress() {
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<{ mobile?: string; captcha?: string; code?: string }>({});
  const [busy, setBusy] = useState<'send' | 'check'>();
  const [codeSent, setCodeSent] = useState(false);
  const [sent, setSent] = useState(0);
  return { code, setCode, errors, setErrors, busy, setBusy, codeSent, setCodeSent, sent, setSent };
}

export type MobileVerification = ReturnType<typeof useMobileVerification>;

/** Sends an SMS code and verifies it: state, field errors, seconds until the next code. */
export function useMobileVerification(
  mobile: string,
  onMobile: (mobile: string) => void,
  onVerified: (verified: VerifiedMobile | undefined) => void,
) {
  const captcha = useCaptchaState();
  const { needsCaptcha, setNeedsCaptcha, hotline } = usePublicSite();
  const { code, setCode, errors, setErrors, busy, setBusy, codeSent, setCodeSent, sent, setSent } = useProgress();
  const number = normalizeMobile(mobile);
  const [wait, setWait] = useResendCountdown(number);

  /** What is wrong with the number: its code comes by SMS only. */
  const checkMobile = (): string | undefined =>
    isMobile(number) ? undefined : messageForWrongMobileOrEmail('mobile', ['mobile'], hotline, currentLocale());

  const send = async (): Promise<void> => {
    if (busy || wait > 0) return;
    const wrong = checkMobile();
    if (wrong) return setErrors({ mobile: wrong });
    if (needsCaptcha && captcha.value.trim() === '') return setErrors({ captcha: translate(captchaRequired) });
    setBusy('send');
    setErrors({});
    try {
      const answer = await requestCode(number, captcha.value.trim(), captcha.id);
      setWait(answer.retry_after);
      setCodeSent(true);
      setCode('');
      captcha.renew();
      setSent((times) => times + 1);
    } catch (error) {
      if (isCancelled(error) || !(error instanceof WireError)) return;
      captcha.renew();
      const after = (error.data as { retry_after?: number } | null)?.retry_after;
      if (after) {
        setWait(after);
        setCodeSent(true);
      }
      if (error.reason === 'captcha') {
        setNeedsCaptcha(true);
        setErrors({ captcha: error.message });
      } else setErrors({ mobile: error.message });
    } finally {
      setBusy(undefined);
    }
  };

  const check = async (digits: string, onRefused: () => void): Promise<void> => {
    setBusy('check');
    setErrors({});
    try {
      const verified = await verifyCode(number, digits);
      onMobile(number);
      onVerified(verified);
    } catch (error) {
      if (isCancelled(error) || !(error instanceof WireError)) return;
      setErrors({ code: error.message });
      setCode('');
      onRefused();
    } finally {
      setBusy(undefined);
    }
  };

  return {
    captcha,
    needsCaptcha,
    code,
    setCode,
    errors,
    setErrors,
    busy,
    codeSent,
    sent,
    wait,
    checkMobile,
    send,
    check,
  };
}
