import { Input } from 'antd';
import { type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { isMobile, normalizeMobile } from '#kernel/check/mobile.ts';
import { messages } from '#kernel/text/message.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { FieldRow } from '#web/form/field-row.tsx';
import { get, isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { useCaptcha } from '#web/sign-in/captcha.ts';
import CaptchaField from '#web/sign-in/captcha-field.tsx';
import { useCountdown } from '#web/sign-in/code-field.tsx';
import { applicationFields } from './application-fields.ts';
import type { Verified } from './store-application.ts';
import '#web/sign-in/sign-in.css';

const texts = {
  send: text('获取验证码', 'Get code'),
  sendAgain: text('重新获取', 'Resend code'),
  wait: text('{s} 秒后可重发', 'Resend in {s} s'),
  sent: text('验证码已发送，5 分钟内有效', 'Verification code sent; valid for 5 minutes'),
  code: text('短信验证码', 'SMS code'),
  codeHint: text('输入 6 位数字后自动验证', 'Verified automatically once 6 digits are entered'),
  verified: text('手机号已验证', 'Mobile verified'),
  another: text('更换手机号', 'Change mobile number'),
  first: text('请先验证手机号', 'Verify the mobile number first'),
  captchaRequired: text('请输入图中的数字', 'Enter the digits shown in the picture'),
  checking: text('正在验证…', 'Verifying…'),
} as const;

interface VerifyMobileProps {
  /** Whose mobile is asked for; the contact's unless told. */
  label?: Text;
  mobile: string;
  onMobile: (mobile: string) => void;
  verified: Verified | undefined;
  onVerified: (verified: Verified | undefined) => void;
  /** Lets the step ask for the verification and put the keyboard where it is missing. */
  handle: RefObject<{ require: () => void } | null>;
}

/** A mobile that proves itself: picture code, code by SMS, and a seal once it is right. */
export function VerifyMobile({ label, mobile, onMobile, verified, onVerified, handle }: VerifyMobileProps) {
  const id = useId();
  const captcha = useCaptcha();
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<{ mobile?: string; captcha?: string; code?: string }>({});
  const [busy, setBusy] = useState<'send' | 'check'>();
  const [codeSent, setCodeSent] = useState(false);
  const [sent, setSent] = useState(0);
  const codeInput = useRef<HTMLInputElement>(null);
  const seal = useRef<HTMLDivElement>(null);
  const wasVerified = useRef(verified !== undefined);
  const field = applicationFields.contact_mobile;
  const number = normalizeMobile(mobile);
  const [wait, setWait] = useCountdown(number);

  useEffect(() => {
    get<{ captcha?: boolean }>('/api/index/index', {}, { quiet: true, area: 'api', duplicate: 'allow' })
      .then((site) => setNeedsCaptcha(site.captcha ?? false))
      // the server says so in its refusal when it wants one
      .catch(() => undefined);
  }, []);

  // The keyboard goes where the work goes on: to the code once it was sent, past it once it was right.
  useEffect(() => {
    if (sent > 0) codeInput.current?.focus();
  }, [sent]);
  useEffect(() => {
    if (verified && !wasVerified.current) seal.current?.focus();
    wasVerified.current = verified !== undefined;
  }, [verified]);

  useImperativeHandle(handle, () => ({
    require: () => {
      setErrors(isMobile(number) ? { code: translate(texts.first) } : { mobile: translate(messages.invalid_mobile) });
      document.getElementById(isMobile(number) && codeSent ? `${id}-code` : `${id}-mobile`)?.focus();
    },
  }));

  const send = async () => {
    if (busy || wait > 0) return;
    if (!isMobile(number)) return setErrors({ mobile: translate(messages.invalid_mobile) });
    if (needsCaptcha && captcha.value.trim() === '') return setErrors({ captcha: translate(texts.captchaRequired) });
    setBusy('send');
    setErrors({});
    try {
      const body = {
        mobile: number,
        template_code: 'enterprise_register',
        captcha: captcha.value.trim(),
        captcha_id: captcha.id,
      };
      const answer = await post<{ retry_after: number }>('/api/Sms/send', body, { quiet: true, area: 'api' });
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

  const check = async (digits: string) => {
    setBusy('check');
    setErrors({});
    try {
      const answer = await post<{ ticket: string; expires_in: number; account: { username: string } | null }>(
        '/api/enterprise/verify',
        { mobile: number, code: digits },
        { quiet: true, area: 'api' },
      );
      onMobile(number);
      onVerified({
        ticket: answer.ticket,
        mobile: number,
        username: answer.account?.username ?? null,
        until: Date.now() + answer.expires_in * 1000,
      });
    } catch (error) {
      if (isCancelled(error) || !(error instanceof WireError)) return;
      setErrors({ code: error.message });
      setCode('');
      codeInput.current?.focus();
    } finally {
      setBusy(undefined);
    }
  };

  if (!field) return null;
  if (verified) {
    return (
      <div className="xj-verified" ref={seal} tabIndex={-1}>
        <span>
          <strong>{verified.mobile}</strong>
          <small role="status">✓ {translate(texts.verified)}</small>
        </span>
        <button type="button" className="xj-button" data-tone="quiet" onClick={() => onVerified(undefined)}>
          {translate(texts.another)}
        </button>
      </div>
    );
  }
  return (
    <div className="xj-verify">
      <FieldRow
        id={`${id}-mobile`}
        field={label ? { ...field, label } : field}
        errors={errors.mobile ? [errors.mobile] : undefined}
      >
        {({ describedBy, invalid }) => (
          <Input
            id={`${id}-mobile`}
            value={mobile}
            inputMode="tel"
            autoComplete="tel-national"
            aria-describedby={describedBy}
            status={invalid ? 'error' : ''}
            aria-invalid={invalid || undefined}
            maxLength={20}
            onChange={(event) => {
              onMobile(event.target.value);
              setErrors({});
            }}
          />
        )}
      </FieldRow>
      {needsCaptcha && wait === 0 && <CaptchaField captcha={captcha} error={errors.captcha} />}
      <div className="xj-verify-send">
        <button
          type="button"
          className="xj-button"
          aria-busy={busy === 'send'}
          disabled={wait > 0}
          onClick={() => void send()}
        >
          {wait > 0 ? translate(texts.wait, { s: wait }) : translate(codeSent ? texts.sendAgain : texts.send)}
        </button>
        <span role="status">{codeSent && !errors.mobile ? translate(texts.sent) : ''}</span>
      </div>
      <FieldRow
        id={`${id}-code`}
        field={{ kind: 'text', label: texts.code, hint: texts.codeHint, required: true, options: {} }}
        errors={errors.code ? [errors.code] : undefined}
      >
        {({ describedBy, invalid }) => (
          <Input
            id={`${id}-code`}
            ref={(made) => {
              codeInput.current = made?.input ?? null;
            }}
            className="xj-verify-code"
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            disabled={!codeSent || busy === 'check'}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            status={invalid ? 'error' : ''}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, 6);
              setCode(digits);
              if (digits.length === 6) void check(digits);
            }}
          />
        )}
      </FieldRow>
      {busy === 'check' && <p role="status">{translate(texts.checking)}</p>}
    </div>
  );
}
