import { useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { LabelledInput } from './labelled-input.tsx';

const texts = {
  code: text('短信验证码', 'SMS verification code'),
  mail: text('邮件验证码', 'E-mail verification code'),
  send: text('获取验证码', 'Get code'),
  again: text('{seconds} 秒后可重发', 'Resend in {seconds} s'),
};

/** Seconds between two codes, as the server enforces them. */
const pause = 60;

/**
 * Seconds until another code may be sent to an address, and the function that starts them; another address starts at 0.
 */
export function useResendCountdown(address: string): [number, (seconds?: number) => void] {
  const [left, setLeft] = useState(0);
  const [sentTo, setSentTo] = useState(address);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const start = (seconds = pause): void => {
    setSentTo(address);
    setLeft(seconds);
  };
  return [sentTo === address ? left : 0, start];
}

interface VerificationCodeFieldProps {
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
  /** Seconds until another code may be requested. */
  left: number;
  busy: boolean;
  onSend: () => void;
  byMail?: boolean;
}

/** Input for a verification code, with the button that sends one. */
export function VerificationCodeField({
  value,
  onValue,
  error,
  left,
  busy,
  onSend,
  byMail = false,
}: VerificationCodeFieldProps) {
  const t = useText();
  return (
    <LabelledInput
      label={t(byMail ? texts.mail : texts.code)}
      name="code"
      value={value}
      onValue={onValue}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      after={
        <button type="button" className="xj-field-text" disabled={busy || left > 0} onClick={onSend}>
          {left > 0 ? t(texts.again, { seconds: left }) : t(texts.send)}
        </button>
      }
    />
  );
}
