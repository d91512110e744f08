import { Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useFormSubmission } from '#web/sign-in/form/use-form-submission.ts';
import { useResendCountdown } from '#web/sign-in/form/verification-code-field.tsx';

export type BoundContactKind = 'mobile' | 'email';

const texts = {
  title: { mobile: text('绑定手机', 'Bind mobile'), email: text('绑定电子邮箱', 'Bind e-mail') },
  prove: {
    mobile: text('先验证当前手机 {bound}', 'First verify the current mobile {bound}'),
    email: text('先验证当前邮箱 {bound}', 'First verify the current e-mail {bound}'),
  },
  next: { mobile: text('新手机号', 'New mobile'), email: text('新电子邮箱', 'New e-mail address') },
  password: text('当前密码', 'Current password'),
  code: text('验证码', 'Verification code'),
  send: text('获取验证码', 'Get code'),
  again: text('{seconds} 秒后可重发', 'Resend in {seconds} s'),
  sent: text('验证码已发送', 'Verification code sent'),
  go: text('继续', 'Continue'),
  ok: text('绑定', 'Bind'),
  done: text('已绑定', 'Bound'),
} as const;

const calls = {
  mobile: {
    path: '/api/Sms/send',
    purpose: 'template_code',
    verify: 'user_mobile_verify',
    change: 'user_change_mobile',
  },
  email: { path: '/api/Ems/send', purpose: 'event', verify: 'user_email_verify', change: 'user_change_email' },
} as const;

interface BindDialogProps {
  way: BoundContactKind;
  /** The bound contact; empty if none. */
  bound: string;
  onDone(value: string): void;
  onClose(): void;
}

/** Verifies the bound contact by password and code, then the new one by a code. */
export function BindContactDialog({ way, bound, onDone, onClose }: BindDialogProps) {
  const t = useText();
  const [token, setToken] = useState('');
  const proving = bound !== '' && token === '';
  const [given, setGiven] = useState({ password: '', value: '', captcha: '' });
  const { faults, busy, attempt } = useFormSubmission();
  const address = proving ? bound : given.value.trim();
  const [left, startPause] = useResendCountdown(address);
  const call = calls[way];
  const set = (name: keyof typeof given) => (value: string) => setGiven((before) => ({ ...before, [name]: value }));

  const request = <T,>(path: string, body: object) => post<T>(path, body, { quiet: true, area: 'api' });
  const send = () =>
    attempt(async () => {
      const purpose = { [call.purpose]: proving ? call.verify : call.change };
      await request(call.path, { [way]: address, password: given.password, ...purpose });
      startPause();
      toast.success(t(texts.sent));
    });
  const go = () =>
    attempt(async () => {
      const { captcha, password, value } = given;
      if (proving) {
        const proof = await request<{ accountVerificationToken: string }>('/api/account/verification', {
          type: way,
          captcha,
        });
        setToken(proof.accountVerificationToken);
        setGiven({ password: '', value: '', captcha: '' });
        return;
      }
      const body = { type: way, [way]: value, captcha, password, accountVerificationToken: token };
      await request('/api/account/changeBind', body);
      toast.success(t(texts.done));
      onDone(value.trim());
    });

  return (
    <FormDialog
      title={t(texts.title[way])}
      okText={t(proving ? texts.go : texts.ok)}
      busy={busy}
      disabled={given.captcha.trim() === ''}
      dirty={given.value !== '' || given.captcha !== ''}
      className="xj-bind"
      onOk={() => void go()}
      onClose={onClose}
    >
      {faults.form && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {faults.form}
        </p>
      )}
      {proving && <p>{t(texts.prove[way], { bound })}</p>}
      {(proving || bound === '') && (
        <PasswordLine fault={faults.password} value={given.password} onChange={set('password')} />
      )}
      {!proving && <AddressLine way={way} fault={faults[way]} value={given.value} onChange={set('value')} />}
      <CodeLine
        fault={faults.captcha ?? (proving ? faults[way] : undefined)}
        value={given.captcha}
        disabled={busy || left > 0}
        left={left}
        onChange={set('captcha')}
        onSend={() => void send()}
      />
    </FormDialog>
  );
}

interface InputLineProps {
  fault: string | undefined;
  value: string;
  onChange(value: string): void;
}

function PasswordLine({ fault, value, onChange }: InputLineProps) {
  return (
    <Line label={texts.password} fault={fault}>
      {(id) => (
        <Input.Password
          {...id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="current-password"
          maxLength={64}
        />
      )}
    </Line>
  );
}

/** Input of the new mobile or e-mail. */
function AddressLine({ way, fault, value, onChange }: InputLineProps & { way: BoundContactKind }) {
  return (
    <Line label={texts.next[way]} fault={fault}>
      {(id) => (
        <Input
          {...id}
          type={way === 'mobile' ? 'tel' : 'email'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={100}
        />
      )}
    </Line>
  );
}

interface CodeLineProps extends InputLineProps {
  disabled: boolean;
  /** Seconds until another code can be sent. */
  left: number;
  onSend(): void;
}

/** Input of the code, with a button to resend it. */
function CodeLine({ fault, value, disabled, left, onChange, onSend }: CodeLineProps) {
  const t = useText();
  return (
    <Line label={texts.code} fault={fault}>
      {(id) => (
        <div className="xj-bind-line">
          <Input
            {...id}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
          <Button disabled={disabled} onClick={onSend}>
            {left > 0 ? t(texts.again, { seconds: left }) : t(texts.send)}
          </Button>
        </div>
      )}
    </Line>
  );
}

interface LineProps {
  label: Text;
  fault: string | undefined;
  children(input: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; status: 'error' | '' }): ReactNode;
}

/** A labelled input with its error. */
function Line({ label, fault, children }: LineProps) {
  const t = useText();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t(label)}</label>
      {children({
        id,
        status: fault ? 'error' : '',
        ...(fault ? { 'aria-invalid': true, 'aria-describedby': `${id}-note` } : {}),
      })}
      {fault && (
        <p id={`${id}-note`} className="xj-bind-error">
          {fault}
        </p>
      )}
    </div>
  );
}
