import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

export const appCodeInput = field.text(text('验证码', 'Verification code'), { max: 7 });
export const recoveryCodeInput = field.text(text('备用码', 'Recovery code'), { max: 20 });

/** Inputs that confirm identity within a session. */
export const identityProofInputs = {
  password: field.password(text('当前密码', 'Current password'), { required: true }),
  code: appCodeInput,
  recovery: recoveryCodeInput,
};
