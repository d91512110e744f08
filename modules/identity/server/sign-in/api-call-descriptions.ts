import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { captchaFields } from '#server/auth/limit-tries-by-address-with-captcha.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { boolean, key, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { appCodeInput, recoveryCodeInput } from '../second-factor/proof-inputs.ts';

const captcha = {
  captcha: field.text(text('图形验证码', 'Captcha'), { max: 6 }),
  captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
};
const persistentSignIn = field.switch(text('保持登录', 'Stay signed in'));
const refreshToken = { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) };
const person = { id: key, username: string, nickname: string, avatar: string };
const newPassword = field.password(text('新密码', 'New password'), { required: true, min: 8 });
const ticket = { ticket: field.text(text('登录票据', 'Sign-in ticket'), { required: true, max: 100 }) };
const totp = object({ secret: string, uri: string, svg: string });
const forBrowser = object({ challenge: string });

/** Calls of officers and members, each under its own app. */
const ofBoth: CallDescriptions = {
  'signIn/resume': {
    summary: text('继续一次登录：登录成功，或下一步', 'Continue a sign-in: success or the next step'),
    body: ticket,
    data: object({ routePath: string }),
  },
  'signIn/next': {
    summary: text(
      '完成下一步：code、recovery、passkey 或新 password',
      'Complete the next step: code, recovery, passkey or new password',
    ),
    body: {
      ...ticket,
      code: appCodeInput,
      recovery: recoveryCodeInput,
      password: field.password(text('新密码', 'New password')),
    },
    data: object({ routePath: string }),
  },
  'signIn/usePasskey': {
    summary: text('以通行密钥完成下一步（WebAuthn 选项）', 'Complete the next step with a passkey (WebAuthn options)'),
    body: ticket,
    data: forBrowser,
  },
  'signIn/offerPasskey': {
    summary: text('以通行密钥登录：WebAuthn 选项与凭据', 'Sign in with a passkey: WebAuthn options and binder'),
    data: object({ options: forBrowser, binder: string }),
  },
  'signIn/enter': {
    summary: text('以通行密钥登录：浏览器的应答 passkey', "Sign in with a passkey: the browser's answer"),
    body: {
      binder: field.text(text('凭据', 'Binder'), { required: true, max: 100 }),
      keep: field.switch(text('保持登录', 'Stay signed in')),
    },
    data: object({ routePath: string }),
  },
  'signIn/beginTotp': {
    summary: text('登录途中开始添加身份验证器', 'Start adding an authenticator app during sign-in'),
    body: ticket,
    data: totp,
  },
  'signIn/beginPasskey': {
    summary: text('登录途中开始添加通行密钥', 'Start adding a passkey during sign-in'),
    body: ticket,
    data: forBrowser,
  },
};

const under = (app: 'admin' | 'api'): CallDescriptions =>
  Object.fromEntries(Object.entries(ofBoth).map(([path, described]) => [`${app}/${path}`, described]));

/** Descriptions of the calls of signing in and its steps for the API document. */
export const signInApiCallDescriptions: CallDescriptions = {
  ...under('admin'),
  ...under('api'),
  'admin/index/login.get': {
    summary: text('登录是否需要图形验证码', 'Whether signing in asks for a captcha'),
    data: object({ captcha: boolean }),
  },
  'admin/index/login.post': {
    summary: text('管理员登录', 'Sign in as administrator'),
    body: {
      username: field.text(text('用户名', 'Username'), { required: true, min: 3, max: 30 }),
      password: field.password(text('密码', 'Password'), { required: true }),
      keep: persistentSignIn,
      steps: field.switch(
        text('客户端支持后续步骤（修改密码）', 'The client supports further steps (password change)'),
      ),
      ...captcha,
    },
    data: object({
      userInfo: object({ ...person, lastlogintime: string, token: string, refreshToken: string }),
      routePath: string,
    }),
  },
  'admin/index/logout.get': { summary: text('不做任何事', 'Does nothing'), data: nothing },
  'admin/index/logout.post': { summary: text('退出登录', 'Sign out'), body: refreshToken, data: nothing },
  'admin/index/retrievePassword': {
    summary: text('凭短信验证码重设密码', 'Reset password by SMS code'),
    body: {
      account: field.mobile(text('手机', 'Mobile'), { required: true }),
      captcha: field.text(text('短信验证码', 'SMS code'), { required: true, max: 6 }),
      password: newPassword,
      ...captchaFields,
    },
    data: nothing,
  },
};
