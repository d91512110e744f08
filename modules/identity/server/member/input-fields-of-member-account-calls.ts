import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Inputs of a member's calls that stock clients make. The calls check them themselves, because those clients know the
 * messages.
 */
export const memberAccountCallInputs = {
  type: field.select(text('方式', 'Method'), {
    required: true,
    options: { mobile: text('手机', 'Mobile'), email: text('电子邮箱', 'E-mail') },
  }),
  mobile: field.mobile(text('手机', 'Mobile')),
  email: field.email(text('电子邮箱', 'E-mail')),
  captcha: field.text(text('验证码', 'Verification code'), { required: true, max: 6 }),
  password: field.password(text('密码', 'Password'), { required: true }),
  newPassword: field.password(text('新密码', 'New password'), { required: true }),
};
