import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isPassword } from '#kernel/check/account.ts';
import { messages } from '#kernel/message.ts';
import { get, isCancelled, post, WireError } from '#web/http/client.ts';
import { speak, useText } from '#web/i18n/locale.ts';
import type { Area } from '#web/session/area.ts';
import { keepAdmin, keepMember } from '#web/session/session.ts';
import { CaptchaField, useCaptcha } from './captcha.tsx';
import { Field, PasswordField } from './field.tsx';
import { comesFromProvider, ProviderButton, ProviderReturn } from './identity-provider.tsx';
import { type Owed, owedOf, type SignedIn } from './owed.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { takeReturn } from './return-to.ts';
import { words } from './words.ts';

/** Few are asked for more than a password: it comes when it is. */
const NextStep = lazy(() => import('./next-step.tsx'));

interface Errors {
  username?: string;
  password?: string;
  captcha?: string;
  /** Concerns no single field. */
  form?: string;
}

const calls = {
  admin: { path: '/admin/index/login', home: '/admin', reset: '/admin/resetpwd', area: 'admin' },
  member: { path: '/api/user/checkIn', home: '/user', reset: '/user/resetpwd', area: 'api' },
} as const;

function check(username: string, password: string, captcha: string | undefined): Errors {
  const errors: Errors = {};
  const length = username.trim().length;
  if (length === 0) errors.username = speak(words.usernameRequired);
  else if (length < 3 || length > 30) errors.username = speak(words.usernameLength);
  if (password === '') errors.password = speak(words.passwordRequired);
  else if (!isPassword(password)) errors.password = speak(messages.invalid_password);
  if (captcha?.trim() === '') errors.captcha = speak(words.captchaRequired);
  return errors;
}

/** The server says what is wrong in words; the two it shares with the catalogue belong to a field. */
function place(error: WireError): Errors {
  const { message } = error;
  if (error.errors) {
    const [username, password, captcha] = ['username', 'password', 'captcha'].map((name) => error.errors?.[name]?.[0]);
    if (username || password || captcha) {
      return { ...(username ? { username } : {}), ...(password ? { password } : {}), ...(captcha ? { captcha } : {}) };
    }
  }
  if (error.reason === 'captcha' || /验证码|captcha/i.test(message)) return { captcha: message };
  if (/^(密码不正确|(wrong|incorrect) password)$/i.test(message)) return { password: message };
  if (/^((用户名|帐户|账户)不(正确|存在)|incorrect username)$/i.test(message)) return { username: message };
  return { form: message };
}

/** The sign-in form of both audiences. */
export function SignInForm({ area }: { area: Area }) {
  const say = useText();
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const form = useRef<HTMLFormElement>(null);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [owed, setOwed] = useState<Owed>();
  const [returning, setReturning] = useState(() => area === 'admin' && comesFromProvider());
  const call = calls[area];

  useEffect(() => {
    if (returning) return;
    const controller = new AbortController();
    const options = { quiet: true, area: call.area, signal: controller.signal } as const;
    // Someone who has signed in already is led inside by the answer's 302.
    get<{ captcha?: boolean } | null>(call.path, {}, options)
      .then((answer) => setNeedsCaptcha(answer?.captcha ?? false))
      .catch((error: unknown) => {
        if (!isCancelled(error) && error instanceof WireError) setErrors({ form: error.message });
      });
    return () => controller.abort();
  }, [call, returning]);

  useEffect(() => {
    // On a desk one starts to type; on a phone the keyboard would cover the page unasked.
    if (matchMedia('(hover: hover)').matches) form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
  }, []);

  const show = (found: Errors): void => {
    setErrors(found);
    const first = (['username', 'password', 'captcha'] as const).find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  const enter = async ({ userInfo, routePath }: SignedIn): Promise<void> => {
    if (area === 'admin') keepAdmin(userInfo);
    else keepMember(userInfo);
    await navigate(takeReturn(call.home) ?? routePath ?? call.home, { replace: true });
  };

  const goOn = (error: unknown): void => {
    const next = owedOf(error);
    if (next) setOwed(next);
    else setErrors({ form: error instanceof Error ? error.message : String(error) });
  };

  const submit = async (): Promise<void> => {
    const found = check(username, password, needsCaptcha ? captcha.value : undefined);
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    setBusy(true);
    setErrors({});
    try {
      const body = {
        ...(area === 'member' ? { tab: 'login', registerType: 'mobile', email: '', mobile: '' } : { steps: true }),
        username: username.trim(),
        password,
        keep,
        ...(needsCaptcha ? { captcha: captcha.value.trim(), captcha_id: captcha.id, captchaId: captcha.id } : {}),
      };
      await enter(await post<SignedIn>(call.path, body, { quiet: true, area: call.area }));
    } catch (error) {
      if (isCancelled(error) || !(error instanceof WireError)) return;
      captcha.renew();
      if (error.reason === 'next_step') {
        setPassword('');
        setOwed(error.data as Owed);
        return;
      }
      show(place(error));
      // A server that starts to ask for a code says so first in a refusal.
      if (error.reason === 'captcha') setNeedsCaptcha(true);
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void submit();
  };

  if (returning)
    return (
      <ProviderReturn
        onIn={(answer) => void enter(answer)}
        onOwed={(next) => {
          setOwed(next);
          setReturning(false);
        }}
        onLinked={() => void navigate(call.home, { replace: true })}
        onProblem={(message) => {
          setErrors({ form: message });
          setReturning(false);
        }}
      />
    );
  if (owed) {
    const restart = (why?: string) => {
      setOwed(undefined);
      setErrors(why ? { form: why } : {});
    };
    return (
      <Suspense fallback={null}>
        <NextStep area={area} owed={owed} onIn={(answer) => void enter(answer)} onRestart={restart} />
      </Suspense>
    );
  }
  return (
    <form ref={form} className="xj-sign-form" onSubmit={onSubmit} noValidate>
      {errors.form && (
        <p className="xj-form-error" role="alert">
          {errors.form}
        </p>
      )}
      <Field
        label={say(area === 'admin' ? words.username : words.memberName)}
        name="username"
        value={username}
        onValue={setUsername}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={60}
      />
      <PasswordField
        label={say(words.password)}
        name="password"
        value={password}
        onValue={setPassword}
        error={errors.password}
        autoComplete="current-password"
        maxLength={64}
      />
      {needsCaptcha && <CaptchaField captcha={captcha} error={errors.captcha} />}
      <div className="xj-sign-row">
        <label className="xj-check" title={say(words.sharedDesk)}>
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
          {say(words.keep)}
        </label>
        <Link to={call.reset}>{say(words.forgot)}</Link>
      </div>
      <button type="submit" className="xj-button xj-sign-button" data-tone="primary" aria-busy={busy}>
        {say(busy ? words.signingIn : words.signIn)}
      </button>
      <PasskeyButton area={area} keep={keep} onIn={(answer) => void enter(answer)} onProblem={goOn} />
      {area === 'admin' && <ProviderButton keep={keep} onProblem={(form) => setErrors({ form })} />}
    </form>
  );
}
