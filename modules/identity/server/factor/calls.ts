import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { boolean, integer, key, list, nothing, object, string, words } from '#server/open-api/schema.ts';
import { resetReason } from '../../contract/reset-reason.ts';

const code = field.text(text('验证码', 'Verification code'), { max: 7 });
const recovery = field.text(text('备用码', 'Recovery code'), { max: 20 });
/** What proves who sits before an open session. */
export const proof = {
  password: field.password(text('当前密码', 'Current password'), { required: true }),
  ...{ code, recovery },
};
const ticket = { ticket: field.text(text('登录票据', 'Ticket of the sign-in'), { required: true, max: 100 }) };
const factor = { id: key, kind: words('totp', 'passkey'), name: string, createtime: integer };
const totp = object({ secret: string, uri: string, svg: string });
const codes = object({ recovery_codes: list(string) });
const forBrowser = object({ challenge: string });

const one = { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) };

/** Of both audiences, each under its own application. */
const ofBoth: CallDescriptions = {
  'factor/index': {
    summary: text('我的二次验证', 'Own second factors'),
    data: object({ list: list(object(factor)), recovery_codes: integer, needed: boolean, passkeys: boolean }),
  },
  'factor/beginTotp': {
    summary: text('开始添加身份验证器', 'Begin to add an authenticator app'),
    body: proof,
    data: totp,
  },
  'factor/beginPasskey': {
    summary: text('开始添加通行密钥（WebAuthn 选项）', 'Begin to add a passkey (WebAuthn options)'),
    body: proof,
    data: forBrowser,
  },
  'factor/add': {
    summary: text(
      '添加：code，或浏览器的应答 passkey；首个附带备用码',
      'Add it: code, or what the browser answered as passkey; recovery codes come with the first',
    ),
    body: { code, name: field.text(text('名称', 'Name'), { max: 40 }) },
    data: codes,
  },
  'factor/remove': {
    summary: text('移除一种', 'Remove one'),
    body: { ...one, ...proof },
    data: nothing,
  },
  'factor/renewCodes': {
    summary: text('更换备用码', 'New recovery codes'),
    body: proof,
    data: codes,
  },
  'signIn/resume': {
    summary: text('继续一次登录：登录成功，或下一步', 'Go on with a sign-in: let in, or told the next step'),
    body: ticket,
    data: object({ routePath: string }),
  },
  'signIn/next': {
    summary: text(
      '完成下一步：code、recovery、passkey 或新 password',
      'Take the next step: code, recovery, passkey, or a new password',
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
    summary: text('以通行密钥完成下一步（WebAuthn 选项）', 'Options to use a passkey with'),
    body: ticket,
    data: forBrowser,
  },
  'signIn/offerPasskey': {
    summary: text('以通行密钥登录：WebAuthn 选项与凭据', 'Options to sign in by a passkey with, and a binder'),
    data: object({ options: forBrowser, binder: string }),
  },
  'signIn/enter': {
    summary: text('以通行密钥登录：浏览器的应答 passkey', 'Sign in by what the browser answered as passkey'),
    body: {
      binder: field.text(text('凭据', 'Binder'), { required: true, max: 100 }),
      keep: field.switch(text('保持登录', 'Keep signed in')),
    },
    data: object({ routePath: string }),
  },
  'signIn/beginTotp': {
    summary: text('登录途中开始添加身份验证器', 'Begin to add an authenticator app on the way in'),
    body: ticket,
    data: totp,
  },
  'signIn/beginPasskey': {
    summary: text('登录途中开始添加通行密钥', 'Begin to add a passkey on the way in'),
    body: ticket,
    data: forBrowser,
  },
};

const under = (app: 'admin' | 'api'): CallDescriptions =>
  Object.fromEntries(Object.entries(ofBoth).map(([path, described]) => [`${app}/${path}`, described]));

/** What the API document says of second factors and of what stands between the password and the door. */
export const factorCalls: CallDescriptions = {
  ...under('admin'),
  ...under('api'),
  'admin/auth.admin/factors': {
    summary: text('下级管理员的二次验证', 'Second factors of an administrator below'),
    query: one,
    data: object({ list: list(object(factor)) }),
  },
  'admin/auth.admin/resetFactor': {
    summary: text('重置下级管理员的二次验证', 'Take the second factors of an administrator below away'),
    body: { ...one, ...resetReason },
    data: nothing,
  },
  'admin/session/lock': { summary: text('锁定本次登录', 'Lock this session'), data: nothing },
  'admin/session/stay': { summary: text('表明有人在操作', 'Says that somebody is there'), data: nothing },
  'admin/session/usePasskey': {
    summary: text('以通行密钥证明本人（WebAuthn 选项）', 'Options to prove by a passkey who one is'),
    data: forBrowser,
  },
  'admin/session/unlock': {
    summary: text('证明本人，解锁本次登录', 'Unlock this session'),
    body: proof,
    data: nothing,
  },
  'admin/viewAs/start': {
    summary: text(
      '以管理组的视角查看（只读，仅超级管理员）',
      'Look as a group sees things (read only, super administrators)',
    ),
    body: {
      group_id: field.integer(text('管理组编号', 'ID of the group'), { required: true, min: 1 }),
      area_code: field.text(text('地区', 'Area'), { max: 6 }),
    },
    data: nothing,
  },
  'admin/viewAs/stop': { summary: text('退出管理组视角', 'Stop looking as a group'), data: nothing },
  'admin/user.user/factors': {
    summary: text('会员的二次验证', 'Second factors of a member'),
    query: one,
    data: object({ list: list(object(factor)) }),
  },
  'admin/user.user/resetFactor': {
    summary: text('重置会员的二次验证', 'Take the second factors of a member away'),
    body: { ...one, ...resetReason },
    data: nothing,
  },
  'api/session/confirm': {
    summary: text(
      '出示二次验证，十分钟内有效；未启用的为 0',
      'Show the second factor, good for ten minutes; 0 for whoever has none',
    ),
    body: { code, recovery },
    data: object({ confirmed: integer }),
  },
  'api/session/confirmed': {
    summary: text(
      '二次验证是否仍然有效；已过期的须先出示',
      'Whether the second factor still counts; refused where it has to be shown first',
    ),
    data: object({ confirmed: integer }),
  },
  'api/session/usePasskey': {
    summary: text('以通行密钥证明本人（WebAuthn 选项）', 'Options to prove by a passkey who one is'),
    data: forBrowser,
  },
};
