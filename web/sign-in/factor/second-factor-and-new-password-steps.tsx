import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { post, WireError } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { LabelledInput, LabelledPasswordInput } from '../form/labelled-input.tsx';
import { type ErrorsByField, errorsByField, useFormSubmission } from '../form/use-form-submission.ts';
import { hasPasskeys, makePasskey, requestPasskey } from './create-and-request-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  type FactorMethod,
  type RequiredSignInStep,
  requiredSignInStepOf,
  type SignInAnswer,
} from './required-sign-in-step.ts';
import { TotpQrCode, type TotpSecret } from './totp-qr-code.tsx';
import './steps-after-password.css';

const texts = {
  second_factor: text('二次验证', 'Two-factor verification'),
  enrol: text('设置二次验证', 'Set up two-factor verification'),
  new_password: text('修改密码', 'Change password'),
  enrolLead: text('您的账号须启用二次验证才能登录。', 'Your account must enable two-factor verification to sign in.'),
  passwordLead: text(
    '您的密码由他人设置。请换成只有您知道的密码：8 到 32 个字符，不含空格、用户名与 & < > " \'，不能是常见密码。',
    'Somebody else set your password. Choose one only you know: 8 to 32 characters, without spaces, your account name or & < > " \', none of the common ones.',
  ),
  code: text('验证器上的 6 位数字', '6-digit code from the authenticator'),
  recovery: text('备用码', 'Recovery code'),
  password: text('新密码', 'New password'),
  repeat: text('再次输入新密码', 'Confirm new password'),
  differs: text('两次输入的新密码不一致', 'The two new passwords do not match'),
  empty: text('请填写', 'Required'),
  go: text('继续', 'Continue'),
  usePasskey: text('使用通行密钥', 'Use a passkey'),
  makePasskey: text('添加通行密钥', 'Add passkey'),
  passkeyLead: text(
    '用指纹、面容、设备密码或安全密钥证明是您本人。',
    'Verify your identity with fingerprint, face, device PIN or security key.',
  ),
  by: {
    totp: text('改用验证器', 'Use authenticator instead'),
    passkey: text('改用通行密钥', 'Use passkey instead'),
    recovery: text('改用备用码', 'Use recovery code instead'),
  },
  back: text('返回，重新登录', 'Back to sign-in'),
};

interface Props {
  area: SignInArea;
  required: RequiredSignInStep;
  onIn(answer: SignInAnswer): void;
  /** Returns to the sign-in form, with a reason. */
  onRestart(why?: string): void;
}

/** The steps between password and session: second factor, its set-up, or a new password. */
export default function SecondFactorAndNewPasswordSteps({ area, required: first, onIn, onRestart }: Props) {
  const t = useText();
  const [required, setRequired] = useState(first);
  const [codes, setCodes] = useState<readonly string[]>();
  const [answer, setAnswer] = useState<SignInAnswer>();
  const ways = required.ways.filter((way) => way !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<FactorMethod>();
  const way = chosen && ways.includes(chosen) ? chosen : ways[0];
  const { step, ticket } = required;
  const { app } = areaPaths(area);

  const { faults: errors, busy, attempt: tryOut } = useFormSubmission();

  /** Continues with the next step, or returns to the form when the ticket has expired. */
  const leadOn = (error: Error): ErrorsByField | undefined => {
    const next = requiredSignInStepOf(error);
    if (next) {
      setRequired(next);
      setChosen(undefined);
      if (next.recovery_codes) setCodes(next.recovery_codes);
      return undefined;
    }
    if (!(error instanceof WireError) || error.reason !== 'not_found') return errorsByField(error);
    onRestart(error.message);
    return undefined;
  };
  /** Sends the answer to the present step. */
  const attempt = (work: () => Promise<object>): Promise<void> =>
    tryOut(async () => {
      const body = { ticket, ...(await work()) };
      const inside = await post<SignInAnswer>(`/${app}/signIn/next`, body, { quiet: true, area: app });
      if (inside.recovery_codes) {
        setCodes(inside.recovery_codes);
        setAnswer(inside);
      } else onIn(inside);
    }, leadOn);

  if (codes) {
    const go = () => {
      setCodes(undefined);
      if (answer) onIn(answer);
    };
    return <RecoveryCodes codes={codes} onSaved={go} />;
  }
  const postStep = (path: string) => post<unknown>(`/${app}/signIn/${path}`, { ticket }, { quiet: true, area: app });
  const shared = { errors, busy, attempt };
  const others = step === 'new_password' ? [] : ways.filter((one) => one !== way);
  return (
    <section className="xj-sign-form" aria-label={t(texts[step])}>
      <h2>{t(texts[step])}</h2>
      {(errors.form || errors.passkey) && (
        <p className="xj-form-error" role="alert">
          {errors.form ?? errors.passkey}
        </p>
      )}
      {step === 'enrol' && <p className="xj-step-lead">{t(texts.enrolLead)}</p>}
      {step === 'new_password' ? (
        <NewPassword {...shared} />
      ) : way === 'passkey' ? (
        <PasskeyStep enrols={step === 'enrol'} postStep={postStep} {...shared} />
      ) : step === 'enrol' ? (
        <EnrolTotp begin={() => postStep('beginTotp') as Promise<TotpSecret>} {...shared} />
      ) : (
        <Code key={way} name={way === 'recovery' ? 'recovery' : 'code'} {...shared} />
      )}
      <div className="xj-step-ways">
        {others.map((one) => (
          <button key={one} type="button" className="xj-field-text" onClick={() => setChosen(one)}>
            {t(texts.by[one])}
          </button>
        ))}
        <button type="button" className="xj-field-text" onClick={() => onRestart()}>
          {t(texts.back)}
        </button>
      </div>
    </section>
  );
}

interface PartProps {
  errors: Readonly<Record<string, string>>;
  busy: boolean;
  attempt(work: () => Promise<object>): Promise<void>;
}

interface PasskeyStepProps extends PartProps {
  /** Whether a new passkey is created instead of used. */
  enrols: boolean;
  postStep(path: string): Promise<unknown>;
}

function PasskeyStep({ enrols, postStep, busy, attempt }: PasskeyStepProps) {
  const t = useText();
  const work = async () => ({
    passkey: enrols
      ? await makePasskey(await postStep('beginPasskey'))
      : await requestPasskey(await postStep('usePasskey')),
  });
  return (
    <>
      <p className="xj-step-lead">{t(texts.passkeyLead)}</p>
      <button
        type="button"
        className="xj-button xj-sign-button"
        data-tone="primary"
        aria-busy={busy}
        onClick={() => void attempt(work)}
      >
        {t(enrols ? texts.makePasskey : texts.usePasskey)}
      </button>
    </>
  );
}

function Part({ busy, onSend, children }: { busy: boolean; onSend: () => void; children: ReactNode }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      className="xj-sign-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
      <button type="submit" className="xj-button xj-sign-button" data-tone="primary" aria-busy={busy}>
        {t(texts.go)}
      </button>
    </form>
  );
}

function Code({
  name,
  errors,
  busy,
  attempt,
  children,
}: PartProps & { name: 'code' | 'recovery'; children?: ReactNode }) {
  const t = useText();
  const [value, setValue] = useState('');
  const [empty, setEmpty] = useState(false);
  const send = () => {
    setEmpty(value.trim() === '');
    if (value.trim() !== '') void attempt(async () => ({ [name]: value.trim() }));
  };
  return (
    <Part busy={busy} onSend={send}>
      {children}
      <LabelledInput
        label={t(texts[name])}
        name={name}
        value={value}
        onValue={setValue}
        error={empty ? t(texts.empty) : errors[name]}
        autoComplete={name === 'code' ? 'one-time-code' : 'off'}
        inputMode={name === 'code' ? 'numeric' : 'text'}
        maxLength={name === 'code' ? 7 : 20}
      />
    </Part>
  );
}

function EnrolTotp({ begin, ...shared }: PartProps & { begin: () => Promise<TotpSecret> }) {
  const [totp, setTotp] = useState<TotpSecret>();
  const [problem, setProblem] = useState('');
  const started = useRef(false);
  useEffect(() => {
    // Each call creates another secret: call it once.
    if (started.current) return;
    started.current = true;
    begin()
      .then(setTotp)
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  }, [begin]);
  if (problem) return <p className="xj-form-error">{problem}</p>;
  return totp ? (
    <Code name="code" {...shared}>
      <TotpQrCode totp={totp} />
    </Code>
  ) : null;
}

function NewPassword({ errors, busy, attempt }: PartProps) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = () => {
    const differs = password !== repeat ? translate(texts.differs) : undefined;
    setProblem(differs);
    if (!differs) void attempt(async () => ({ password }));
  };
  return (
    <Part busy={busy} onSend={send}>
      <p className="xj-step-lead">{t(texts.passwordLead)}</p>
      <LabelledPasswordInput
        label={t(texts.password)}
        name="password"
        value={password}
        onValue={setPassword}
        error={errors.password}
        autoComplete="new-password"
        maxLength={32}
      />
      <LabelledPasswordInput
        label={t(texts.repeat)}
        name="repeat"
        value={repeat}
        onValue={setRepeat}
        error={problem}
        autoComplete="new-password"
        maxLength={32}
      />
    </Part>
  );
}
