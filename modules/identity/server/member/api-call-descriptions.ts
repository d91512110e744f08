import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { captchaFields } from '#server/auth/limit-tries-by-address-with-captcha.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { boolean, enumOf, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { memberProfile } from '../../contract/profile-fields.ts';

const way = field.select(text('方式', 'Method'), {
  required: true,
  options: { mobile: text('手机', 'Mobile'), email: text('电子邮箱', 'E-mail') },
});
const mobile = field.mobile(text('手机', 'Mobile'));
const email = field.email(text('电子邮箱', 'E-mail'));
const code = field.text(text('验证码', 'Verification code'), { required: true, max: 6 });
const password = field.password(text('密码', 'Password'), { required: true });
const newPassword = field.password(text('新密码', 'New password'), { required: true });
const person = { id: key, username: string, nickname: string, avatar: string };

/** Descriptions of a member's own-account calls for the API document. */
export const memberAccountApiCallDescriptions: CallDescriptions = {
  'api/user/checkIn.get': {
    summary: text('会员登录的要求', 'Requirements for member sign-in'),
    data: object({ accountVerificationType: list(string), captcha: boolean }),
  },
  'api/user/checkIn.post': {
    summary: text('会员登录，或注册后登录', 'Member sign-in, or registration followed by sign-in'),
    body: {
      tab: field.select(text('操作', 'Operation'), {
        required: true,
        options: { login: text('登录', 'Sign in'), register: text('注册', 'Register') },
      }),
      username: field.text(text('用户名、手机或邮箱', 'Username, mobile or e-mail'), { required: true, max: 100 }),
      password,
      keep: field.switch(text('保持登录', 'Stay signed in')),
      registerType: { ...way, required: false },
      mobile,
      email,
      captcha: field.text(text('图形验证码；注册时为收到的验证码', 'Captcha; when registering, the code received'), {
        max: 6,
      }),
      captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
    },
    data: object({ userInfo: object({ ...person, token: string, refreshToken: string }), routePath: string }),
  },
  'api/user/logout': {
    summary: text('会员退出登录', 'Member sign-out'),
    body: { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) },
    data: nothing,
  },
  'api/account/retrievePassword': {
    summary: text('凭验证码重设会员密码', 'Reset member password by code'),
    body: {
      type: way,
      account: field.text(text('手机或电子邮箱', 'Mobile or e-mail'), { required: true, max: 100 }),
      captcha: code,
      password: newPassword,
      ...captchaFields,
    },
    data: nothing,
  },
  'api/account/profile.get': {
    summary: text('可用的账户验证方式', 'Available account verification methods'),
    data: object({ accountVerificationType: list(string) }),
  },
  'api/account/profile.post': {
    summary: text('修改本人资料', 'Edit own profile'),
    body: memberProfile,
    data: nothing,
  },
  'api/account/changePassword': {
    summary: text('修改本人密码；所有登录随即结束', 'Change own password; all sessions end'),
    body: { oldPassword: field.password(text('原密码', 'Current password'), { required: true }), newPassword },
    data: nothing,
  },
  'api/account/verification': {
    summary: text(
      '凭发送到绑定手机或邮箱的验证码验证账户',
      'Verify the account by a code sent to the bound mobile or e-mail',
    ),
    body: { type: way, captcha: code },
    data: object({ type: enumOf('mobile', 'email'), accountVerificationToken: string }),
  },
  'api/account/changeBind': {
    summary: text(
      '绑定手机或邮箱：已绑定的凭账户验证，未绑定的凭密码',
      'Bind mobile or e-mail: with account verification if one is bound, otherwise with the password',
    ),
    body: {
      type: way,
      captcha: code,
      mobile,
      email,
      accountVerificationToken: field.text(text('账户验证令牌', 'Account verification token'), { max: 64 }),
      password: { ...password, required: false },
    },
    data: nothing,
  },
  'api/account/remove': {
    summary: text('注销本人账号', 'Delete own account'),
    body: { password },
    data: nothing,
  },
};
