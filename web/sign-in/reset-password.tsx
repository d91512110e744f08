import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { invalidPassword, isPassword } from '#kernel/check/account.ts';
import { text } from '#kernel/text.ts';
import { post } from '#web/http/client.ts';
import { speak, useText } from '#web/i18n/locale.ts';
import type { Area } from '#web/session/area.ts';
import { CodeFields } from './code-fields.tsx';
import { PasswordField } from './field.tsx';
import { MirrorPage } from './frame.tsx';
import type { Faults } from './use-attempt.ts';
import { useCodeForm } from './use-code-form.ts';

const words = {
  title: text('找回密码', 'Reset your password'),
  mobile: text('绑定的手机号', 'Bound mobile number'),
  email: text('绑定的电子邮箱', 'Bound e-mail address'),
  sent: {
    mobile: text(
      '如该手机号已绑定账号，验证码将发送至该手机',
      'If this mobile number is bound to an account, a code will be sent to it',
    ),
    email: text(
      '如该邮箱已绑定账号，验证码将发送至该邮箱',
      'If this e-mail address is bound to an account, a code will be sent to it',
    ),
  },
  password: text('新密码', 'New password'),
  submit: text('重设密码', 'Reset password'),
  back: text('返回登录', 'Back to sign-in'),
};

const calls = {
  admin: { path: '/admin/index/retrievePassword', login: '/admin/login', area: 'admin', purpose: 'admin_retrieve_pwd' },
  member: { path: '/api/account/retrievePassword', login: '/user/login', area: 'api', purpose: 'user_retrieve_pwd' },
} as const;

/** `/admin/resetpwd` and `/user/resetpwd`: a code by text message, then a new password. */
export function ResetPassword({ area }: { area: Area }) {
  const say = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const call = calls[area];
  const proof = useCodeForm(form, { purpose: call.purpose, sent: words.sent, byMail: area === 'member' });
  const { way, address, faults } = proof;
  const [password, setPassword] = useState('');

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const weak: Faults = isPassword(password) ? {} : { password: speak(invalidPassword) };
    if (proof.refuse({ ...proof.checkCode(), ...weak })) return;
    void proof.use(async () => {
      const body = { type: way, account: address, captcha: proof.code.trim(), password, ...proof.pictureTyped() };
      // the server also says when the account is still locked
      await post(call.path, body, { quiet: true, successMessage: true, area: call.area });
      await navigate(call.login, { replace: true });
    }, 'code');
  };

  return (
    <MirrorPage title={say(words.title)} foot={<Link to={call.login}>{say(words.back)}</Link>}>
      <form ref={form} className="xj-sign-form" onSubmit={submit} noValidate>
        {faults.form && (
          <p className="xj-form-error" role="alert">
            {faults.form}
          </p>
        )}
        <CodeFields form={proof} label={words[way]} />
        <PasswordField
          label={say(words.password)}
          value={password}
          onValue={setPassword}
          error={faults.password}
          autoComplete="new-password"
          maxLength={32}
        />
        <button type="submit" className="xj-button xj-sign-button" data-tone="primary" disabled={proof.busy}>
          {say(words.submit)}
        </button>
      </form>
    </MirrorPage>
  );
}
