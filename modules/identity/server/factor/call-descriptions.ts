import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, enumOf, integer, key, list, nothing, object, string } from '#server/open-api/schema.ts';
import { factorResetFields } from '../../contract/factor-reset-fields.ts';

const code = field.text(text('验证码', 'Verification code'), { max: 7 });
const recovery = field.text(text('备用码', 'Recovery code'), { max: 20 });
/** Inputs that confirm identity within a session. */
export const proofInputs = {
  password: field.password(text('当前密码', 'Current password'), { required: true }),
  code,
  recovery,
};
const ticket = { ticket: field.text(text('登录票据', 'Sign-in ticket'), { required: true, max: 100 }) };
const factor = { id: key, kind: enumOf('totp', 'passkey'), name: string, createtime: integer };
const totp = object({ secret: string, uri: string, svg: string });
const codes = object({ recovery_codes: list(string) });
const forBrowser = object({ challenge: string });

const one = { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) };

/** Calls of officers and members, each under its own app. */
const ofBoth: CallDescriptions = {
  'factor/index': {
    summary: text('我的二次验证', 'My two-factor methods'),
    data: object({ list: list(object(factor)), recovery_codes: integer, needed: boolean, passkeys: boolean }),
  },
  'factor/beginTotp': {
    summary: text('开始添加身份验证器', 'Start adding an authenticator app'),
    body: proofInputs,
    data: totp,
  },
  'factor/beginPasskey': {
    summary: text('开始添加通行密钥（WebAuthn 选项）', 'Start adding a passkey (WebAuthn options)'),
    body: proofInputs,
    data: forBrowser,
  },
  'factor/add': {
    summary: text(
      '添加：code，或浏览器的应答 passkey；首个附带备用码',
      'Add: code, or passkey as answered by the browser; the first comes with recovery codes',
    ),
    body: { code, name: field.text(text('名称', 'Name'), { max: 40 }) },
    data: codes,
  },
  'factor/remove': {
    summary: text('移除一种', 'Remove a method'),
    body: { ...one, ...proofInputs },
    data: nothing,
  },
  'factor/renewCodes': {
    summary: text('更换备用码', 'Replace recovery codes'),
    body: proofInputs,
    data: codes,
  },
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
      code,
      recovery,
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
    summary: text('以通行密钥登录：浏览器的应答 passkey', 'Sign in with a passkey: the browser’s answer'),
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

/** Descriptions of second-factor and sign-in step calls for the API document. */
export const factorCalls: CallDescriptions = {
  ...under('admin'),
  ...under('api'),
  'admin/auth.admin/factors': {
    summary: text('下级管理员的二次验证', 'Two-factor methods of a subordinate administrator'),
    query: one,
    data: object({ list: list(object(factor)) }),
  },
  'admin/auth.admin/resetFactor': {
    summary: text('重置下级管理员的二次验证', 'Reset two-factor verification of a subordinate administrator'),
    body: { ...one, ...factorResetFields },
    data: nothing,
  },
  'admin/session/lock': { summary: text('锁定本次登录', 'Lock this session'), data: nothing },
  'admin/session/stay': { summary: text('表明有人在操作', 'Report user activity'), data: nothing },
  'admin/session/usePasskey': {
    summary: text('以通行密钥证明本人（WebAuthn 选项）', 'Verify identity with a passkey (WebAuthn options)'),
    data: forBrowser,
  },
  'admin/session/unlock': {
    summary: text('证明本人，解锁本次登录', 'Verify identity and unlock this session'),
    body: proofInputs,
    data: nothing,
  },
  'admin/viewAs/start': {
    summary: text('以管理组的视角查看（只读，仅超级管理员）', 'View as a group (read-only, super administrators only)'),
    body: {
      group_id: field.integer(text('管理组编号', 'Group ID'), { required: true, min: 1 }),
      area_code: field.text(text('地区', 'Area'), { max: 6 }),
    },
    data: nothing,
  },
  'admin/viewAs/stop': { summary: text('退出管理组视角', 'Stop viewing as a group'), data: nothing },
  'admin/user.user/factors': {
    summary: text('会员的二次验证', 'Two-factor methods of a member'),
    query: one,
    data: object({ list: list(object(factor)) }),
  },
  'admin/user.user/resetFactor': {
    summary: text('重置会员的二次验证', 'Reset two-factor verification of a member'),
    body: { ...one, ...factorResetFields },
    data: nothing,
  },
  'api/session/confirm': {
    summary: text(
      '出示二次验证，十分钟内有效；未启用的为 0',
      'Show the second factor, valid for ten minutes; 0 if not enabled',
    ),
    body: { code, recovery },
    data: object({ confirmed: integer }),
  },
  'api/session/confirmed': {
    summary: text(
      '二次验证是否仍然有效；已过期的须先出示',
      'Whether the second factor is still valid; if expired it must be shown first',
    ),
    data: object({ confirmed: integer }),
  },
  'api/session/usePasskey': {
    summary: text('以通行密钥证明本人（WebAuthn 选项）', 'Verify identity with a passkey (WebAuthn options)'),
    data: forBrowser,
  },
};
