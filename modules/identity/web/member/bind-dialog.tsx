import { Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { type Text, text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { AskDialog } from '#web/form/ask-dialog.tsx';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { useCountdown } from '#web/sign-in/code-field.tsx';

export type Way = 'mobile' | 'email';

const words = {
  title: { mobile: text('绑定手机', 'Bind a mobile'), email: text('绑定电子邮箱', 'Bind an e-mail') },
  prove: {
    mobile: text('先验证当前手机 {bound}', 'First prove the present one, {bound}'),
    email: text('先验证当前邮箱 {bound}', 'First prove the present one, {bound}'),
  },
  next: { mobile: text('新手机号', 'New mobile'), email: text('新电子邮箱', 'New e-mail') },
  password: text('当前密码', 'Current password'),
  code: text('验证码', 'Code'),
  send: text('获取验证码', 'Send a code'),
  again: text('{seconds} 秒后可重发', 'Again in {seconds} s'),
  sent: text('验证码已发送', 'The code is on its way'),
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
  way: Way;
  /** What is bound now; empty: nothing is. */
  bound: string;
  onDone(value: string): void;
  onClose(): void;
}

type Errors = Readonly<Record<string, readonly string[]>>;

/** The present one is proved first, by a code after the password; then the new one by a code of its own. */
export function BindDialog({ way, bound, onDone, onClose }: BindDialogProps) {
  const say = useText();
  const [token, setToken] = useState('');
  const proving = bound !== '' && token === '';
  const [given, setGiven] = useState({ password: '', value: '', captcha: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [left, startPause] = useCountdown();
  const call = calls[way];
  const set = (name: keyof typeof given) => (value: string) => setGiven((before) => ({ ...before, [name]: value }));

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setErrors({});
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      setErrors(error.errors ?? {});
      if (!error.errors) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const ask = <T,>(path: string, body: object) => post<T>(path, body, { quiet: true, area: 'api' });
  const send = () =>
    attempt(async () => {
      const purpose = { [call.purpose]: proving ? call.verify : call.change };
      await ask(call.path, { [way]: proving ? bound : given.value, password: given.password, ...purpose });
      startPause();
      toast.success(say(words.sent));
    });
  const go = () =>
    attempt(async () => {
      const { captcha, password, value } = given;
      if (proving) {
        const told = await ask<{ accountVerificationToken: string }>('/api/account/verification', {
          type: way,
          captcha,
        });
        setToken(told.accountVerificationToken);
        setGiven({ password: '', value: '', captcha: '' });
        return;
      }
      const body = { type: way, [way]: value, captcha, password, accountVerificationToken: token };
      await ask('/api/account/changeBind', body);
      toast.success(say(words.done));
      onDone(value.trim());
    });

  return (
    <AskDialog
      title={say(words.title[way])}
      okText={say(proving ? words.go : words.ok)}
      busy={busy}
      disabled={given.captcha.trim() === ''}
      dirty={given.value !== '' || given.captcha !== ''}
      className="xj-bind"
      onOk={() => void go()}
      onClose={onClose}
    >
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {proving && <p>{say(words.prove[way], { bound })}</p>}
      {(proving || bound === '') && (
        <Line label={words.password} errors={errors.password}>
          {(id) => (
            <Input.Password
              {...id}
              value={given.password}
              onChange={(event) => set('password')(event.target.value)}
              autoComplete="current-password"
              maxLength={64}
            />
          )}
        </Line>
      )}
      {!proving && (
        <Line label={words.next[way]} errors={errors[way]}>
          {(id) => (
            <Input
              {...id}
              type={way === 'mobile' ? 'tel' : 'email'}
              value={given.value}
              onChange={(event) => set('value')(event.target.value)}
              maxLength={100}
            />
          )}
        </Line>
      )}
      <Line label={words.code} errors={errors.captcha ?? (proving ? errors[way] : undefined)}>
        {(id) => (
          <div className="xj-bind-line">
            <Input
              {...id}
              value={given.captcha}
              onChange={(event) => set('captcha')(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
            />
            <Button disabled={busy || left > 0} onClick={() => void send()}>
              {left > 0 ? say(words.again, { seconds: left }) : say(words.send)}
            </Button>
          </div>
        )}
      </Line>
    </AskDialog>
  );
}

interface LineProps {
  label: Text;
  errors: readonly string[] | undefined;
  children(input: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; status: 'error' | '' }): ReactNode;
}

/** A labelled line that says what is wrong with it. */
function Line({ label, errors, children }: LineProps) {
  const say = useText();
  const id = useId();
  const wrong = errors?.[0];
  return (
    <div>
      <label htmlFor={id}>{say(label)}</label>
      {children({
        id,
        status: wrong ? 'error' : '',
        ...(wrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-note` } : {}),
      })}
      {wrong && (
        <p id={`${id}-note`} className="xj-bind-error">
          {wrong}
        </p>
      )}
    </div>
  );
}
