import { type FormEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isPassword } from '#kernel/check/account-and-password.ts';
import { passwordRuleText } from '#kernel/text/password-rule-text.ts';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { get, isCancelled, post, WireError } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { storeAdmin, storeMember } from '#web/session/session.ts';
import { readSessionEndReason, type SessionEndReason } from '#web/session/session-end-reason.ts';
import { takeAddressAfterSignIn } from './address-after-sign-in.ts';
import { PasskeyButton } from './factor/passkey-button.tsx';
import { type RequiredSignInStep, requiredSignInStepOf, type SignInAnswer } from './factor/required-sign-in-step.ts';
import { useCaptchaState } from './form/captcha-state.ts';
import { LabelledInput, LabelledPasswordInput } from './form/labelled-input.tsx';
import { type ErrorsByField, errorsByField, useFormSubmission } from './form/use-form-submission.ts';
import { isReturnFromIdentityProvider } from './is-return-from-identity-provider.ts';
import { signInTexts } from './page/sign-in-texts.ts';

/** Few accounts have further steps: loaded on demand. */
const SecondFactorAndNewPasswordSteps = lazy(() => import('./factor/second-factor-and-new-password-steps.tsx'));
const CaptchaField = lazy(() => import('./form/captcha-field.tsx'));
const SessionEndedNote = lazy(() => import('./session-ended-note.tsx'));
const IdentityProviderReturn = lazy(() => import('./identity-provider-return.tsx'));
const IdentityProviderButton = lazy(() => import('./identity-provider-button.tsx'));

const calls = {
  admin: { path: '/admin/index/login', home: '/admin', reset: '/admin/resetpwd', area: 'admin' },
  member: { path: '/api/user/checkIn', home: '/user', reset: '/user/resetpwd', area: 'api' },
} as const;

/** Members also sign in by mobile or e-mail address, which is longer than an account name. */
const maxLength = { admin: 30, member: 100 } as const satisfies Record<SignInArea, number>;

function check(area: SignInArea, username: string, password: string, captcha: string | undefined): ErrorsByField {
  const { length } = username.trim();
  const fault = {
    username:
      length === 0
        ? signInTexts.usernameRequired
        : length < 3 || length > maxLength[area]
          ? signInTexts.usernameLength
          : undefined,
    password: password === '' ? signInTexts.passwordRequired : isPassword(password) ? undefined : passwordRuleText,
    captcha: captcha?.trim() === '' ? signInTexts.captchaRequired : undefined,
  };
  return Object.fromEntries(
    Object.entries(fault).flatMap(([name, message]) => (message ? [[name, translate(message)]] : [])),
  );
}

/** The field of a refusal that names none, found by its text: texts of the catalogue are about one field. */
function place(error: Error): ErrorsByField {
  if (error instanceof WireError && error.errors) return errorsByField(error);
  const { message } = error;
  if (/验证码|captcha/i.test(message)) return { captcha: message };
  if (/^(密码不正确|(wrong|incorrect) password)$/i.test(message)) return { password: message };
  if (/^((用户名|帐户|账户)不(正确|存在)|incorrect username)$/i.test(message)) return { username: message };
  return errorsByField(error);
}

type Call = (typeof calls)[SignInArea];

/** Whether the server requires a captcha: it answers so when the page opens, and later perhaps with a refusal. */
function useCaptchaRequired(call: Call, isPaused: boolean, refuse: (found: ErrorsByField) => boolean) {
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const latestRefuse = useRef(refuse);
  latestRefuse.current = refuse;
  useEffect(() => {
    if (isPaused) return;
    const controller = new AbortController();
    const options = { quiet: true, area: call.area, signal: controller.signal } as const;
    // The 302 of the answer leads users who are signed in already to their area.
    get<{ captcha?: boolean } | null>(call.path, {}, options)
      .then((answer) => setNeedsCaptcha(answer?.captcha ?? false))
      .catch((error: unknown) => {
        if (!isCancelled(error) && error instanceof WireError) latestRefuse.current({ form: error.message });
      });
    return () => controller.abort();
  }, [call, isPaused]);
  return [needsCaptcha, setNeedsCaptcha] as const;
}

/** State of the sign-in form: input, errors, the next required step, and submission. */
function useSignIn(area: SignInArea, form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const captcha = useCaptchaState();
  const username = useState('');
  const password = useState('');
  const stay = useState(false);
  const { faults: errors, busy, refuse, attempt } = useFormSubmission(form);
  const required = useState<RequiredSignInStep>();
  const returning = useState(() => area === 'admin' && isReturnFromIdentityProvider());
  const call = calls[area];
  const [needsCaptcha, setNeedsCaptcha] = useCaptchaRequired(call, returning[0], refuse);

  useEffect(() => {
    // On a computer the user types next; on a phone the on-screen keyboard would cover the page.
    if (matchMedia('(hover: hover)').matches) form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
  }, [form]);

  const enter = async ({ userInfo, routePath }: SignInAnswer): Promise<void> => {
    const lasts = area === 'admin' ? storeAdmin(userInfo) : storeMember(userInfo);
    if (!lasts)
      void import('./show-sign-in-not-saved-by-browser-toast.ts').then(
        ({ showSignInNotSavedByBrowserToast: reportNotStored }) => reportNotStored(),
      );
    await navigate(takeAddressAfterSignIn(call.home) ?? routePath ?? call.home, { replace: true });
  };

  /** Handles a refusal: a further step, or an error. */
  const leadOn = (error: unknown): ErrorsByField | undefined => {
    const next = requiredSignInStepOf(error);
    if (next) required[1](next);
    return next ? undefined : place(error instanceof Error ? error : new Error(String(error)));
  };

  const submit = async (): Promise<void> => {
    if (refuse(check(area, username[0], password[0], needsCaptcha ? captcha.value : undefined))) return;
    const body = {
      ...(area === 'member' ? { tab: 'login', registerType: 'mobile', email: '', mobile: '' } : { steps: true }),
      username: username[0].trim(),
      password: password[0],
      keep: stay[0],
      ...(needsCaptcha ? { captcha: captcha.value.trim(), captcha_id: captcha.id, captchaId: captcha.id } : {}),
    };
    await attempt(
      async () => enter(await post<SignInAnswer>(call.path, body, { quiet: true, area: call.area })),
      (error) => {
        captcha.renew();
        // A server that starts to require a captcha says so in a refusal first.
        if (error instanceof WireError && error.reason === 'captcha') setNeedsCaptcha(true);
        const found = leadOn(error);
        if (!found) password[1]('');
        return found;
      },
    );
  };

  const shownCaptcha = needsCaptcha ? captcha : undefined;
  return {
    call,
    captcha: shownCaptcha,
    username,
    password,
    stay,
    errors,
    busy,
    refuse,
    required,
    returning,
    enter,
    leadOn,
    submit,
  };
}

interface SignInFieldsProps {
  readonly area: SignInArea;
  readonly signIn: ReturnType<typeof useSignIn>;
}

/** The sign-in form of both areas. */
export function SignInForm({ area }: { area: SignInArea }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const t = useText();
  const provided = usePublicSiteInfo()?.settings?.['auth/oidc']?.enabled === '1';
  const signIn = useSignIn(area, form);
  const { call, errors, busy, refuse, enter, leadOn, submit } = signIn;
  const [required, setRequired] = signIn.required;
  const [returning, setReturning] = signIn.returning;
  const [staySignedIn] = signIn.stay;

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };

  if (returning)
    return (
      <Suspense fallback={null}>
        <IdentityProviderReturn
          onIn={(answer) => void enter(answer)}
          onRequired={(next) => {
            setRequired(next);
            setReturning(false);
          }}
          onLinked={() => void navigate(call.home, { replace: true })}
          onProblem={(message) => {
            refuse({ form: message });
            setReturning(false);
          }}
        />
      </Suspense>
    );
  if (required) {
    const restart = (why?: string) => {
      setRequired(undefined);
      refuse(why ? { form: why } : {});
    };
    return (
      <Suspense fallback={null}>
        <SecondFactorAndNewPasswordSteps
          area={area}
          required={required}
          onIn={(answer) => void enter(answer)}
          onRestart={restart}
        />
      </Suspense>
    );
  }
  return (
    <form ref={form} className="xj-sign-form" onSubmit={onSubmit} noValidate>
      <RefusalOrSessionEnd refusal={errors.form} ended={readSessionEndReason(area)} />
      <SignInFields area={area} signIn={signIn} />
      <button type="submit" className="xj-button xj-sign-button" data-tone="primary" aria-busy={busy}>
        {t(busy ? signInTexts.signingIn : signInTexts.signIn)}
      </button>
      <PasskeyButton
        area={area}
        staySignedIn={staySignedIn}
        onIn={(answer) => void enter(answer)}
        onProblem={(error) => refuse(leadOn(error) ?? {})}
      />
      {area === 'admin' && provided && (
        <Suspense fallback={null}>
          <IdentityProviderButton staySignedIn={staySignedIn} onProblem={(message) => refuse({ form: message })} />
        </Suspense>
      )}
    </form>
  );
}

/** Why the sign-in was refused; before that, why the last session ended. */
function RefusalOrSessionEnd({
  refusal,
  ended,
}: {
  refusal?: string | undefined;
  ended?: SessionEndReason | undefined;
}) {
  if (refusal)
    return (
      <p className="xj-form-error" role="alert">
        {refusal}
      </p>
    );
  return ended ? (
    <Suspense fallback={null}>
      <SessionEndedNote reason={ended} />
    </Suspense>
  ) : null;
}

/** Account, password, captcha, and whether to stay signed in. */
function SignInFields({ area, signIn }: SignInFieldsProps) {
  const t = useText();
  const { call, captcha, errors } = signIn;
  const [username, setUsername] = signIn.username;
  const [password, setPassword] = signIn.password;
  const [staySignedIn, setStaySignedIn] = signIn.stay;
  return (
    <>
      <LabelledInput
        label={t(area === 'admin' ? signInTexts.username : signInTexts.memberName)}
        name="username"
        value={username}
        onValue={setUsername}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={maxLength.member}
      />
      <LabelledPasswordInput
        label={t(signInTexts.password)}
        name="password"
        value={password}
        onValue={setPassword}
        error={errors.password}
        autoComplete="current-password"
        maxLength={64}
      />
      {captcha && (
        <Suspense fallback={null}>
          <CaptchaField captcha={captcha} error={errors.captcha} />
        </Suspense>
      )}
      <div className="xj-sign-row">
        <label className="xj-check" title={t(signInTexts.sharedComputer)}>
          <input type="checkbox" checked={staySignedIn} onChange={(event) => setStaySignedIn(event.target.checked)} />
          {t(signInTexts.staySignedIn)}
        </label>
        <Link to={call.reset}>{t(signInTexts.forgot)}</Link>
      </div>
    </>
  );
}
