import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAccount, isPassword } from '#kernel/check/account.ts';
import { messages } from '#kernel/message.ts';
import { text } from '#kernel/text.ts';
import { useSite } from '#web/boot/site.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { speak, useText } from '#web/i18n/locale.ts';
import { keepMember } from '#web/session/session.ts';
import { CaptchaField, useCaptcha } from './captcha.tsx';
import { CodeField, useCountdown } from './code-field.tsx';
import { sendBody, sendCall, useWays, type Way, WayChoice, ways } from './code-way.tsx';
import { Field, PasswordField } from './field.tsx';
import type { SignedIn } from './owed.ts';
import { takeReturn } from './return-to.ts';
import { words as shared } from './words.ts';

const words = {
  username: text('账号', 'Account'),
  usernameHint: text('3 到 15 个字符，以字母开头', '3 to 15 characters, beginning with a letter'),
  password: text('密码', 'Password'),
  passwordHint: text('6 到 32 个字符，不含 & < > " \'', '6 to 32 characters, without & < > " or \''),
  sent: text('验证码已发送', 'The code is on its way'),
  codeRequired: text('请输入收到的验证码', 'Enter the code you received'),
  agree: text('我已阅读并同意服务条款与隐私说明', 'I have read and accept the terms and the privacy notice'),
  agreeFirst: text('请先阅读并同意', 'Read and accept them first'),
  read: text('服务条款与隐私说明', 'Terms and privacy notice'),
  submit: text('注册并登录', 'Create it and sign in'),
};

/** What is promised and what is kept, in as many words as it takes. */
const terms = [
  text(
    '账号由您本人使用，登记与提交的内容应当真实。',
    'The account is yours alone, and what you register and submit has to be true.',
  ),
  text(
    '手机号仅用于登录、验证本人和通知办理结果；除法律规定外不向他人提供。',
    'Your mobile serves to sign in, to prove who you are and to tell you results; nobody else is given it unless the law says so.',
  ),
  text(
    '您可以随时查阅、更正、下载本人信息，或注销账号；依法须保存的记录按规定期限保存。',
    'You may read, correct and download what is kept of you at any time, or delete the account; what the law says to keep is kept for as long as it says.',
  ),
];

type Name = 'address' | 'picture' | 'code' | 'username' | 'password' | 'terms' | 'form';
type Errors = Partial<Record<Name, string>>;
const order = ['address', 'picture', 'code', 'username', 'password', 'terms'] as const;
/** What fields are called in the page. */
const named: Partial<Record<Name, string>> = { picture: 'captcha' };

/** A new account for whoever has a mobile: the code first, then a name and a password. */
export default function RegisterForm() {
  const say = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const captcha = useCaptcha();
  const needsCaptcha = useSite()?.captcha !== false;
  const [given, setGiven] = useState({ address: '', code: '', username: '', password: '' });
  const open = useWays();
  const [way, setWay] = useState<Way>('mobile');
  const [agreed, setAgreed] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [left, startPause] = useCountdown();
  const set = (name: keyof typeof given) => (value: string) => setGiven((before) => ({ ...before, [name]: value }));

  /** Shows what is wrong, at the first of it; true when something is. */
  const refuse = (found: Errors): boolean => {
    setErrors(found);
    const first = order.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${named[first] ?? first}]`)?.focus();
    return Object.keys(found).length > 0;
  };
  const address = ways[way].normalize(given.address);
  const checkAddress = (): Errors => (ways[way].isRight(address) ? {} : { address: speak(ways[way].wrong) });

  /** `captcha` is what the picture shows when a code is asked for, and the code itself when it is used. */
  const attempt = async (captchaIs: 'picture' | 'code', work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setErrors({});
    try {
      await work();
    } catch (error) {
      if (isCancelled(error) || !(error instanceof WireError)) return;
      const { captcha: about, [way]: where, username, password } = error.errors ?? {};
      const found: Errors = {
        ...(about?.[0] ? { [captchaIs]: about[0] } : {}),
        ...(where?.[0] ? { address: where[0] } : {}),
        ...(username?.[0] ? { username: username[0] } : {}),
        ...(password?.[0] ? { password: password[0] } : {}),
      };
      if (captchaIs === 'picture') captcha.renew();
      refuse(Object.keys(found).length > 0 ? found : { form: error.message });
    } finally {
      setBusy(false);
    }
  };

  const send = (): void => {
    const found = checkAddress();
    if (needsCaptcha && way === 'mobile' && captcha.value.trim() === '') found.picture = speak(shared.captchaRequired);
    if (refuse(found)) return;
    void attempt('picture', async () => {
      await post(sendCall[way], sendBody(way, address, 'user_register', captcha), { quiet: true, area: 'api' });
      captcha.renew();
      startPause();
      toast.success(speak(words.sent));
    });
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = checkAddress();
    if (given.code.trim() === '') found.code = speak(words.codeRequired);
    if (!isAccount(given.username.trim())) found.username = speak(messages.invalid_account);
    if (!isPassword(given.password)) found.password = speak(messages.invalid_password);
    if (!agreed) found.terms = speak(words.agreeFirst);
    if (refuse(found) || busy) return;
    void attempt('code', async () => {
      const { userInfo, routePath } = await post<SignedIn>(
        '/api/user/checkIn',
        {
          ...{ tab: 'register', registerType: way, [way]: address, keep: false },
          username: given.username.trim(),
          password: given.password,
          captcha: given.code.trim(),
        },
        { quiet: true, area: 'api' },
      );
      keepMember(userInfo);
      await navigate(takeReturn('/user') ?? routePath ?? '/user', { replace: true });
    });
  };

  return (
    <form ref={form} className="xj-sign-form" onSubmit={submit} noValidate>
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
          set('address')('');
        }}
      />
      <Field
        label={say(ways[way].label)}
        name="address"
        value={given.address}
        onValue={set('address')}
        error={errors.address}
        type={ways[way].type}
        autoComplete={ways[way].complete}
        maxLength={100}
      />
      {needsCaptcha && way === 'mobile' && <CaptchaField captcha={captcha} error={errors.picture} />}
      <CodeField
        value={given.code}
        onValue={set('code')}
        error={errors.code}
        left={left}
        busy={busy}
        onSend={send}
        byMail={way === 'email'}
      />
      <Field
        label={say(words.username)}
        name="username"
        value={given.username}
        onValue={set('username')}
        error={errors.username}
        hint={say(words.usernameHint)}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={15}
      />
      <PasswordField
        label={say(words.password)}
        name="password"
        value={given.password}
        onValue={set('password')}
        error={errors.password}
        hint={say(words.passwordHint)}
        autoComplete="new-password"
        maxLength={32}
      />
      <div className="xj-field xj-sign-terms" data-invalid={errors.terms ? '' : undefined}>
        <label className="xj-check">
          <input
            type="checkbox"
            name="terms"
            checked={agreed}
            aria-invalid={errors.terms ? true : undefined}
            aria-describedby={errors.terms ? 'xj-terms-note' : undefined}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          {say(words.agree)}
        </label>
        {errors.terms && (
          <p id="xj-terms-note" className="xj-field-note" role="alert">
            {errors.terms}
          </p>
        )}
        <details>
          <summary>{say(words.read)}</summary>
          {terms.map((one) => (
            <p key={one.en}>{say(one)}</p>
          ))}
        </details>
      </div>
      <button type="submit" className="xj-button xj-sign-button" data-tone="primary" aria-busy={busy}>
        {say(words.submit)}
      </button>
    </form>
  );
}
