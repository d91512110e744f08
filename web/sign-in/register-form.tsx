import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isAccountName, isPassword } from '#kernel/check/account-and-password.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { storeMember } from '#web/session/session.ts';
import { takeAddressAfterSignIn } from './address-after-sign-in.ts';
import type { SignInAnswer } from './factor/required-sign-in-step.ts';
import { ContactAndVerificationCodeFields } from './form/contact-and-verification-code-fields.tsx';
import { LabelledInput, LabelledPasswordInput } from './form/labelled-input.tsx';
import { useVerificationCodeForm } from './form/use-verification-code-form.ts';
import { verificationCodeChannels } from './form/verification-code-channel.tsx';

const texts = {
  username: text('账号', 'Account'),
  usernameHint: text('3 到 15 个字符，以字母开头', '3 to 15 characters, starting with a letter'),
  password: text('密码', 'Password'),
  passwordHint: text('6 到 32 个字符，不含 & < > " \'', '6 to 32 characters, without & < > " or \''),
  sent: text('验证码已发送', 'Verification code sent'),
  agree: text('我已阅读并同意服务条款与隐私说明', 'I have read and agree to the terms of service and privacy notice'),
  agreeFirst: text('请先阅读并同意', 'Please read and agree first'),
  read: text('服务条款与隐私说明', 'Terms of service and privacy notice'),
  submit: text('注册并登录', 'Register and sign in'),
};

/** Short form of the terms: what the user agrees to, and which data are stored. */
const terms = [
  text(
    '账号由您本人使用，登记与提交的内容应当真实。',
    'The account is for your own use; what you register and submit must be true.',
  ),
  text(
    '手机号仅用于登录、验证本人和通知办理结果；除法律规定外不向他人提供。',
    'Your mobile number is used only for sign-in, identity verification and result notifications; it is not provided to others except as required by law.',
  ),
  text(
    '您可以随时查阅、更正、下载本人信息，或注销账号；依法须保存的记录按规定期限保存。',
    'You can view, correct and download your information or delete your account at any time; records required by law are kept for the prescribed period.',
  ),
];

interface TermsProps {
  readonly agreed: boolean;
  readonly fault: string | undefined;
  onAgree(agreed: boolean): void;
}

/** The terms of the platform, with a checkbox. */
function Terms({ agreed, fault, onAgree }: TermsProps) {
  const t = useText();
  return (
    <div className="xj-field xj-sign-terms" data-invalid={fault ? '' : undefined}>
      <label className="xj-check">
        <input
          type="checkbox"
          name="terms"
          checked={agreed}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'xj-terms-note' : undefined}
          onChange={(event) => onAgree(event.target.checked)}
        />
        {t(texts.agree)}
      </label>
      {fault && (
        <p id="xj-terms-note" className="xj-field-note" role="alert">
          {fault}
        </p>
      )}
      <details>
        <summary>{t(texts.read)}</summary>
        {terms.map((one) => (
          <p key={one.en}>{t(one)}</p>
        ))}
      </details>
    </div>
  );
}

/** Registration of a member by mobile: first the code, then a name and a password. */
export default function RegisterForm() {
  const t = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const proof = useVerificationCodeForm(form, {
    purpose: 'user_register',
    sent: { mobile: texts.sent, email: texts.sent },
    byMail: true,
  });
  const { way, address, faults } = proof;
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [agreed, setAgreed] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = {
      ...proof.checkCode(),
      ...(isAccountName(username.trim()) ? {} : { username: translate(validationMessages.invalid_account) }),
      ...(isPassword(password) ? {} : { password: translate(validationMessages.invalid_password) }),
      ...(agreed ? {} : { terms: translate(texts.agreeFirst) }),
    };
    if (proof.refuse(found)) return;
    void proof.use(async () => {
      const given = { tab: 'register', registerType: way, [way]: address, keep: false };
      const { userInfo, routePath } = await post<SignInAnswer>(
        '/api/user/checkIn',
        { ...given, username: username.trim(), password, captcha: proof.code.trim() },
        { quiet: true, area: 'api' },
      );
      storeMember(userInfo);
      await navigate(takeAddressAfterSignIn('/user') ?? routePath ?? '/user', { replace: true });
    });
  };

  if (proof.closed)
    return (
      <p className="xj-form-error" role="alert">
        {proof.closed}
      </p>
    );
  return (
    <form ref={form} className="xj-sign-form" onSubmit={submit} noValidate>
      {faults.form && (
        <p className="xj-form-error" role="alert">
          {faults.form}
        </p>
      )}
      <ContactAndVerificationCodeFields form={proof} label={verificationCodeChannels[way].label} />
      <LabelledInput
        label={t(texts.username)}
        name="username"
        value={username}
        onValue={setUsername}
        error={faults.username}
        hint={t(texts.usernameHint)}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={15}
      />
      <LabelledPasswordInput
        label={t(texts.password)}
        name="password"
        value={password}
        onValue={setPassword}
        error={faults.password}
        hint={t(texts.passwordHint)}
        autoComplete="new-password"
        maxLength={32}
      />
      <Terms agreed={agreed} fault={faults.terms} onAgree={setAgreed} />
      <button type="submit" className="xj-button xj-sign-button" data-tone="primary" aria-busy={proof.busy}>
        {t(texts.submit)}
      </button>
    </form>
  );
}
