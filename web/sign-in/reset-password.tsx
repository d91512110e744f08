import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isPassword } from '#kernel/check/account.ts';
import { messages } from '#kernel/message.ts';
import { text } from '#kernel/text.ts';
import { useSite } from '#web/boot/site.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { speak, useText } from '#web/i18n/locale.ts';
import type { Area } from '#web/session/area.ts';
import { CaptchaField, useCaptcha } from './captcha.tsx';
import { CodeField, useCountdown } from './code-field.tsx';
import { sendBody, sendCall, useWays, type Way, WayChoice, ways } from './code-way.tsx';
import { Field, PasswordField } from './field.tsx';
import { MirrorPage } from './frame.tsx';
import { words as shared } from './words.ts';

const words = {
  title: text('找回密码', 'Reset your password'),
  mobile: text('绑定的手机号', 'Mobile number of the account'),
  email: text('绑定的电子邮箱', 'E-mail of the account'),
  sent: {
    mobile: text('如该手机号已绑定账号，验证码将发送至该手机', 'If an account has this number, a code is on its way'),
    email: text('如该邮箱已绑定账号，验证码将发送至该邮箱', 'If an account has this e-mail, a code is on its way'),
  },
  codeRequired: text('请输入收到的验证码', 'Enter the code you received'),
  password: text('新密码', 'New password'),
  submit: text('重设密码', 'Set the new password'),
  back: text('返回登录', 'Back to sign-in'),
};

const calls = {
  admin: { path: '/admin/index/retrievePassword', login: '/admin/login', area: 'admin', purpose: 'admin_retrieve_pwd' },
  member: { path: '/api/account/retrievePassword', login: '/user/login', area: 'api', purpose: 'user_retrieve_pwd' },
} as const;

type Name = 'address' | 'captcha' | 'code' | 'password' | 'form';
type Errors = Partial<Record<Name, string>>;

/** The field a refusal names; a code that is refused with the picture is the picture's. */
function fieldOf(error: WireError): Name | undefined {
  if (error.reason === 'captcha') return 'captcha';
  return error.errors?.mobile || error.errors?.email ? 'address' : error.errors?.password ? 'password' : undefined;
}

/** `/admin/resetpwd` and `/user/resetpwd`: a code by text message, then a new password. */
export function ResetPassword({ area }: { area: Area }) {
  const say = useText();
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const needsCaptcha = useSite()?.captcha !== false;
  const open = useWays(area === 'member');
  const [way, setWay] = useState<Way>('mobile');
  const [given, setGiven] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [left, startPause] = useCountdown();
  const call = calls[area];

  /** Shows what is wrong; true when something is. */
  const refuse = (found: Errors): boolean => {
    if (Object.keys(found).length === 0) return false;
    setErrors(found);
    return true;
  };

  /** What is refused without naming a field belongs to the one given. */
  const attempt = async (otherwise: Name, work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setErrors({});
    try {
      await work();
    } catch (error) {
      if (isCancelled(error) || !(error instanceof WireError)) return;
      captcha.renew();
      const name = fieldOf(error) ?? otherwise;
      setErrors({ [name]: error.message });
    } finally {
      setBusy(false);
    }
  };

  const address = ways[way].normalize(given);
  const checkAddress = (): Errors => (ways[way].isRight(address) ? {} : { address: speak(ways[way].wrong) });

  const send = (): void => {
    const found = checkAddress();
    if (needsCaptcha && way === 'mobile' && captcha.value.trim() === '') found.captcha = speak(shared.captchaRequired);
    if (refuse(found)) return;
    void attempt('form', async () => {
      await post(sendCall[way], sendBody(way, address, call.purpose, captcha), { quiet: true, area: 'api' });
      captcha.renew();
      startPause();
      toast.success(speak(words.sent[way]));
    });
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = checkAddress();
    if (code.trim() === '') found.code = speak(words.codeRequired);
    if (!isPassword(password)) found.password = speak(messages.invalid_password);
    if (refuse(found)) return;
    void attempt('code', async () => {
      const body = { type: way, account: address, captcha: code.trim(), password };
      // the server also says when the account is still locked
      await post(call.path, body, { quiet: true, successMessage: true, area: call.area });
      await navigate(call.login, { replace: true });
    });
  };

  return (
    <MirrorPage title={say(words.title)} foot={<Link to={call.login}>{say(words.back)}</Link>}>
      <form className="xj-sign-form" onSubmit={submit} noValidate>
        {errors.form && (
          <p className="xj-form-error" role="alert">
            {errors.form}
          </p>
        )}
        <WayChoice
          open={open}
          way={way}
          onWay={(next) => {
            setWay(next);
            setErrors({});
            setGiven('');
          }}
        />
        <Field
          label={say(words[way])}
          value={given}
          onValue={setGiven}
          error={errors.address}
          type={ways[way].type}
          autoComplete={ways[way].complete}
          maxLength={100}
        />
        {needsCaptcha && way === 'mobile' && <CaptchaField captcha={captcha} error={errors.captcha} />}
        <CodeField
          value={code}
          onValue={setCode}
          error={errors.code}
          left={left}
          busy={busy}
          onSend={send}
          byMail={way === 'email'}
        />
        <PasswordField
          label={say(words.password)}
          value={password}
          onValue={setPassword}
          error={errors.password}
          autoComplete="new-password"
          maxLength={32}
        />
        <button type="submit" className="xj-button xj-sign-button" data-tone="primary" disabled={busy}>
          {say(words.submit)}
        </button>
      </form>
    </MirrorPage>
  );
}
