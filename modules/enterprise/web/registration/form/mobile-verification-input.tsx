import { Input } from 'antd';
import { type RefObject, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { FormFieldWithLabelAndError } from '#web/form/field/form-field-with-label-and-error.tsx';
import { translate } from '#web/i18n/locale.ts';
import CaptchaField from '#web/sign-in/form/captcha-field.tsx';
import { applicationFields } from '../application/registration-fields-by-step.ts';
import { type MobileVerification, useMobileVerification } from '../application/use-mobile-verification.ts';
import type { VerifiedMobile } from '../application/verified-mobile-storage.ts';
import '#web/sign-in/page/sign-in.css';

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
  checking: text('正在验证…', 'Verifying…'),
} as const;

interface VerifyMobileProps {
  /** Label of the mobile field; default: that of the contact. */
  label?: Text;
  mobile: string;
  onMobile: (mobile: string) => void;
  verified: VerifiedMobile | undefined;
  onVerified: (verified: VerifiedMobile | undefined) => void;
  /** Lets the step require the verification and focus what is missing. */
  handle: RefObject<{ require: () => void } | null>;
}

/** Verifies a mobile: captcha, SMS code, and a seal once verified. */
export function MobileVerificationInput({ label, mobile, onMobile, verified, onVerified, handle }: VerifyMobileProps) {
  const id = useId();
  const verification = useMobileVerification(mobile, onMobile, onVerified);
  const { captcha, needsCaptcha, errors, setErrors, busy, codeSent, sent, wait, checkMobile } = verification;
  const codeInput = useRef<HTMLInputElement>(null);
  const seal = useRef<HTMLDivElement>(null);
  const wasVerified = useRef(verified !== undefined);
  const field = applicationFields.contact_mobile;

  // Focus the code once it is sent, and the next field once it is verified.
  useEffect(() => {
    if (sent > 0) codeInput.current?.focus();
  }, [sent]);
  useEffect(() => {
    if (verified && !wasVerified.current) seal.current?.focus();
    wasVerified.current = verified !== undefined;
  }, [verified]);

  useImperativeHandle(handle, () => ({
    require: () => {
      const wrong = checkMobile();
      setErrors(wrong ? { mobile: wrong } : { code: translate(texts.first) });
      document.getElementById(!wrong && codeSent ? `${id}-code` : `${id}-mobile`)?.focus();
    },
  }));

  if (!field) return null;
  if (verified) return <Seal box={seal} mobile={verified.mobile} onAnother={() => onVerified(undefined)} />;
  return (
    <div className="xj-verify">
      <FormFieldWithLabelAndError
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
      </FormFieldWithLabelAndError>
      {needsCaptcha && wait === 0 && <CaptchaField captcha={captcha} error={errors.captcha} />}
      <div className="xj-verify-send">
        <button
          type="button"
          className="xj-button"
          aria-busy={busy === 'send'}
          disabled={wait > 0}
          onClick={() => void verification.send()}
        >
          {wait > 0 ? translate(texts.wait, { s: wait }) : translate(codeSent ? texts.sendAgain : texts.send)}
        </button>
        <span role="status">{codeSent && !errors.mobile ? translate(texts.sent) : ''}</span>
      </div>
      <CodeRow id={`${id}-code`} input={codeInput} verification={verification} />
      {busy === 'check' && <p role="status">{translate(texts.checking)}</p>}
    </div>
  );
}

interface SealProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly mobile: string;
  onAnother(): void;
}

/** The verified mobile, with a button to change it. */
function Seal({ box, mobile, onAnother }: SealProps) {
  return (
    <div className="xj-verified" ref={box} tabIndex={-1}>
      <span>
        <strong>{mobile}</strong>
        <small role="status">✓ {translate(texts.verified)}</small>
      </span>
      <button type="button" className="xj-button" data-tone="quiet" onClick={onAnother}>
        {translate(texts.another)}
      </button>
    </div>
  );
}

interface CodeRowProps {
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly verification: MobileVerification;
}

/** Input of the six digits, checked once complete. */
function CodeRow({ id, input, verification: { code, setCode, errors, busy, codeSent, check } }: CodeRowProps) {
  return (
    <FormFieldWithLabelAndError
      id={id}
      field={{ kind: 'text', label: texts.code, hint: texts.codeHint, required: true, options: {} }}
      errors={errors.code ? [errors.code] : undefined}
    >
      {({ describedBy, invalid }) => (
        <Input
          id={id}
          ref={(made) => {
            input.current = made?.input ?? null;
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
            if (digits.length === 6) void check(digits, () => input.current?.focus());
          }}
        />
      )}
    </FormFieldWithLabelAndError>
  );
}
