import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isPassword } from '#kernel/check/account-and-password.ts';
import { passwordRuleText } from '#kernel/text/password-rule-text.ts';
import { text } from '#kernel/text/text.ts';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { ContactAndVerificationCodeFields } from './form/contact-and-verification-code-fields.tsx';
import { LabelledPasswordInput } from './form/labelled-input.tsx';
import type { ErrorsByField } from './form/use-form-submission.ts';
import { useVerificationCodeForm } from './form/use-verification-code-form.ts';
import { BronzeMirrorSignInLayout } from './page/bronze-mirror-sign-in-layout.tsx';

const texts = {
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

/** Advice for users without a mobile or e-mail address. */
const otherWay = {
  admin: {
    title: text('没有绑定手机号？', 'No mobile on your account?'),
    way: text('请本单位的系统管理员为您重设密码。', 'Ask the administrator of your office to set a new password.'),
  },
  member: {
    title: text('没有绑定手机号或邮箱？', 'Neither a mobile nor an e-mail on your account?'),
    way: text(
      '企业可用新账号申请认领本企业，由主管部门核实；导游请携导游证到主管部门办理。',
      'For an enterprise, claim it with a new account: the authority checks the claim. Guides see the authority with their card.',
    ),
    claim: text('去认领企业', 'Claim the enterprise'),
  },
  telephone: text('{authority}电话：', '{authority}, telephone: '),
  authority: text('主管部门', 'The authority'),
};

/** Advice for users to whom no code can be sent, with the authority's telephone number if set. */
function OtherWay({ area }: { area: SignInArea }) {
  const t = useText();
  const { hotline, authority } = (usePublicSiteInfo()?.settings?.site ?? {}) as {
    hotline?: string;
    authority?: string;
  };
  const { title, way } = otherWay[area];
  return (
    <p className="xj-sign-other">
      <strong>{t(title)}</strong> {t(way)}{' '}
      {area === 'member' && <Link to="/enterprise/register">{t(otherWay.member.claim)}</Link>}{' '}
      {hotline && (
        <span>
          {t(otherWay.telephone, { authority: authority || t(otherWay.authority) })}
          <a href={`tel:${hotline.replaceAll(/[^\d+,;]/g, '')}`}>{hotline}</a>
        </span>
      )}
    </p>
  );
}

const calls = {
  admin: { path: '/admin/index/retrievePassword', login: '/admin/login', area: 'admin', purpose: 'admin_retrieve_pwd' },
  member: { path: '/api/account/retrievePassword', login: '/user/login', area: 'api', purpose: 'user_retrieve_pwd' },
} as const;

/** `/admin/resetpwd` and `/user/resetpwd`: a verification code, then a new password. */
export function ResetPassword({ area }: { area: SignInArea }) {
  const t = useText();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const call = calls[area];
  const proof = useVerificationCodeForm(form, { purpose: call.purpose, sent: texts.sent, byMail: area === 'member' });
  const { way, address, faults } = proof;
  const [password, setPassword] = useState('');

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const weak: ErrorsByField = isPassword(password) ? {} : { password: translate(passwordRuleText) };
    if (proof.refuse({ ...proof.checkCode(), ...weak })) return;
    void proof.use(async () => {
      const body = { type: way, account: address, captcha: proof.code.trim(), password, ...proof.pictureTyped() };
      // The server also reports when the account is still locked.
      await post(call.path, body, { quiet: true, successMessage: true, area: call.area });
      await navigate(call.login, { replace: true });
    }, 'code');
  };

  return (
    <BronzeMirrorSignInLayout title={t(texts.title)} foot={<Link to={call.login}>{t(texts.back)}</Link>}>
      <form ref={form} className="xj-sign-form" onSubmit={submit} noValidate>
        {faults.form && (
          <p className="xj-form-error" role="alert">
            {faults.form}
          </p>
        )}
        <ContactAndVerificationCodeFields form={proof} label={texts[way]} />
        <LabelledPasswordInput
          label={t(texts.password)}
          value={password}
          onValue={setPassword}
          error={faults.password}
          autoComplete="new-password"
          maxLength={32}
        />
        <button type="submit" className="xj-button xj-sign-button" data-tone="primary" disabled={proof.busy}>
          {t(texts.submit)}
        </button>
        <OtherWay area={area} />
      </form>
    </BronzeMirrorSignInLayout>
  );
}
