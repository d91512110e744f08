import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { captchaFields } from '#server/auth/tries-by-address.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, bootQuery, enumOf, integer, key, list, nothing, object, string } from '#server/open-api/schema.ts';
import { officerProfile } from '../contract/profile.ts';
import { proofInputs } from './factor/call-descriptions.ts';

const captcha = {
  captcha: field.text(text('图形验证码', 'Captcha'), { max: 6 }),
  captcha_id: field.text(text('图形验证码编号', 'Captcha ID'), { max: 100 }),
};
const persistentSignIn = field.switch(text('保持登录', 'Stay signed in'));
const refreshToken = { refresh_token: field.text(text('刷新令牌', 'Refresh token'), { required: true }) };
const person = { id: key, username: string, nickname: string, avatar: string };
const rule = object({ id: key, pid: integer, type: enumOf('menu_dir', 'menu', 'button'), name: string, title: string });
const newPassword = field.password(text('新密码', 'New password'), { required: true, min: 8 });

/** Descriptions of sign-in and own-account calls for the API document. */
export const identityCalls: CallDescriptions = {
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
  'admin/index/index': {
    summary: text('后台启动数据：本人、菜单、站点', 'Start-up data of the back office: user, menus, site'),
    query: bootQuery,
    data: object({
      adminInfo: object({ ...person, lastlogintime: string, failures: integer, super: boolean, area_code: string }),
      menus: list(rule),
      siteConfig: object({ siteName: string, version: string, cdnUrl: string, apiUrl: string, upload: object({}) }),
      settings: object({}),
      words: string,
      terminal: object({}),
      now: integer,
    }),
  },
  'admin/index/confirm': {
    summary: text('证明本人，十分钟内有效', 'Verify identity; valid for ten minutes'),
    body: proofInputs,
    data: object({ confirmed: integer }),
  },
  'admin/index/elsewhere': {
    summary: text(
      '没有对应页面的客户端在框中显示的说明，链接到本平台的界面',
      'Notice with a link to this platform, shown in a frame by clients that have no such page',
    ),
    query: { page: field.text(text('规则路径', 'Rule path'), { required: true, max: 100 }) },
    raw: 'text/html',
  },
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
  'admin/routine.AdminInfo/index': {
    summary: text('本人资料', 'Own profile'),
    data: object({
      info: object({ ...person, email: string, mobile: string, motto: string, lastlogintime: string }),
    }),
  },
  'admin/routine.AdminInfo/edit': {
    summary: text(
      '修改本人资料或密码；改密码会结束其他登录',
      'Edit own profile or password; changing the password ends other sessions',
    ),
    body: {
      ...officerProfile,
      old_password: field.password(text('原密码', 'Current password')),
      password: field.password(text('新密码', 'New password'), { min: 8 }),
    },
    data: nothing,
  },
  'admin/session/index': {
    summary: text('我的登录', 'My sessions'),
    data: object({
      list: list(
        object({ id: key, ip: string, useragent: string, createtime: integer, last_seen: integer, current: boolean }),
      ),
    }),
  },
  'admin/session/revoke': {
    summary: text('结束一处登录', 'End a session'),
    body: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: nothing,
  },
  'admin/auth.lock/index': {
    summary: text('被锁定的账号', 'Locked accounts'),
    data: object({
      list: list(
        object({
          type: enumOf('admin', 'member'),
          id: key,
          username: string,
          name: string,
          locked_at: integer,
          until: integer,
        }),
      ),
    }),
  },
  'admin/auth.lock/unlock': {
    summary: text('解锁账号', 'Unlock an account'),
    body: {
      type: field.select(text('类型', 'Kind'), {
        required: true,
        options: { admin: text('管理员', 'Administrator'), member: text('会员', 'Member') },
      }),
      id: field.integer(text('编号', 'ID'), { required: true, min: 1 }),
    },
    data: nothing,
  },
  'admin/preference/index': {
    summary: text('我的界面偏好', 'My interface preferences'),
    data: object({ values: { type: 'object', additionalProperties: true } }),
  },
  'admin/preference/save': {
    summary: text('保存一项界面偏好（value 为任意 JSON）', 'Save an interface preference (value is any JSON)'),
    body: { key: field.text(text('名称', 'Name'), { required: true, max: 120 }) },
    data: nothing,
  },
  'admin/auth.view/mine': {
    summary: text('一个列表的共享视图，与本人关注的视图', 'Shared views of a list and the views one follows'),
    query: { list: field.text(text('列表', 'List'), { required: true, max: 60 }) },
    data: object({
      shared: list(object({ id: integer, name: string, address: string, group: { type: ['string', 'null'] } })),
      watched: list(object({ id: integer, name: string, address: string })),
    }),
  },
  'admin/auth.view/watch': {
    summary: text('关注一个视图：有新记录时告知', 'Follow a view: be notified of new records'),
    body: {
      list: field.text(text('列表', 'List'), { required: true, max: 60 }),
      name: field.text(text('名称', 'Name'), { required: true, max: 40 }),
      address: field.text(text('条件', 'Filter'), { required: true, max: 2000 }),
    },
    data: object({ id: integer }),
  },
  'admin/auth.view/unwatch': {
    summary: text('不再关注一个视图', 'Unfollow a view'),
    body: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: nothing,
  },
  'admin/dashboard/dashboard': {
    summary: text('工作台：待我办理', 'Workbench: awaiting my action'),
    data: object({
      remark: string,
      todo: list(
        object({
          resource: string,
          title: string,
          count: integer,
          overdue: integer,
          path: string,
          overdue_path: string,
        }),
      ),
      alarms: { ...integer, description: 'scheduled work that was missed, for who may see it' },
      pressing: list(
        object({
          resource: string,
          id: key,
          title: string,
          state: string,
          tone: enumOf('neutral', 'progress', 'good', 'warning', 'bad', 'muted'),
          due_at: integer,
          unit: { anyOf: [enumOf('workingDay', 'day', 'hour'), { type: 'null' }] },
        }),
      ),
    }),
  },
  'admin/search/index': {
    summary: text('跨业务搜索，至少两个字', 'Search across resources, at least two characters'),
    query: { quick_search: field.text(text('关键词', 'Keyword'), { required: true, min: 2 }) },
    data: object({ list: list(object({ resource: string, id: key, title: string, subtitle: string })) }),
  },
  'admin/search/code': {
    summary: text('扫描或输入的码所对应的记录', 'Record behind a scanned or entered code'),
    query: {
      code: field.text(text('码或其网址', 'Code or its URL'), { required: true, max: 500 }),
    },
    data: object({ resource: string, id: key }),
  },
  'api/common/captcha': {
    summary: text(
      '图形验证码（PNG），有效十分钟；再取即换，答错三次作废',
      'Captcha (PNG), valid for ten minutes; requesting again replaces it, three wrong answers void it',
    ),
    query: {
      id: field.text(text('调用方取的编号', 'ID chosen by the caller'), { required: true, min: 4, max: 100 }),
    },
    raw: 'image/png',
  },
  'api/common/captchaSound': {
    summary: text(
      '读出图形验证码的数字（WAV，语言由 lang 决定），供看不清图片的人使用；有效期与次数同图片',
      'The digits of a captcha picture as they are said (WAV, in the language of lang), for who cannot see it; as long and as often as the picture',
    ),
    query: {
      id: field.text(text('图片的编号', 'The ID of the picture'), { required: true, min: 4, max: 100 }),
    },
    raw: 'audio/wav',
  },
  'api/common/refreshToken': {
    summary: text(
      '以刷新令牌换新令牌；旧令牌放在 batoken 或 ba-user-token',
      'Exchange a refresh token for a new token; the old one goes in batoken or ba-user-token',
    ),
    body: refreshToken,
    data: object({ type: enumOf('admin-refresh', 'user-refresh'), token: string }),
  },
  'api/common/reportError': {
    summary: text('上报页面错误', 'Report a page error'),
    body: {
      message: field.text(text('错误', 'Error'), { max: 500 }),
      stack: field.textarea(text('调用栈', 'Stack trace'), { max: 4000 }),
      url: field.text(text('页面', 'Page'), { max: 500 }),
    },
    data: nothing,
  },
  'api/Sms/send': {
    summary: text('发送短信验证码', 'Send SMS code'),
    body: {
      mobile: field.mobile(text('手机', 'Mobile'), { required: true }),
      template_code: field.select(text('用途', 'Purpose'), {
        required: true,
        options: {
          enterprise_register: text('企业登记', 'Enterprise registration'),
          enterprise_query: text('进度查询', 'Progress query'),
          reward_objection: text('奖励公示异议', 'Objection to a reward'),
          user_register: text('会员注册', 'Member registration'),
          user_mobile_verify: text('验证绑定的手机', 'Verify bound mobile'),
          user_change_mobile: text('绑定新手机', 'Bind new mobile'),
          user_retrieve_pwd: text('会员重设密码', 'Member password reset'),
          admin_retrieve_pwd: text('管理员重设密码', 'Administrator password reset'),
        },
      }),
      ...captcha,
    },
    data: object({ expires_in: integer, retry_after: integer }),
  },
  'api/Ems/send': {
    summary: text('发送邮件验证码', 'Send e-mail code'),
    body: {
      email: field.email(text('电子邮箱', 'E-mail'), { required: true }),
      event: field.select(text('用途', 'Purpose'), {
        required: true,
        options: {
          user_register: text('会员注册', 'Member registration'),
          user_change_email: text('更换邮箱', 'Change e-mail address'),
          user_retrieve_pwd: text('会员重设密码', 'Member password reset'),
          user_email_verify: text('验证本人邮箱', 'Verify own e-mail address'),
        },
      }),
      ...captcha,
      password: field.text(text('密码（验证本人邮箱时）', 'Password (when verifying one’s own e-mail address)'), {
        max: 100,
      }),
    },
    data: object({ expires_in: integer, retry_after: integer }),
  },
  'api/index/index': {
    summary: text('公开的站点信息', 'Public site information'),
    data: object({
      site: object({ siteName: string, version: string }),
      openMemberCenter: boolean,
      captcha: boolean,
      settings: object({}),
      words: string,
    }),
  },
  'api/preference/index': {
    summary: text('我的界面偏好（会员）', 'My interface preferences (member)'),
    data: object({ values: { type: 'object', additionalProperties: true } }),
  },
  'api/preference/save': {
    summary: text(
      '保存一项界面偏好（value 为任意 JSON，会员）',
      'Save an interface preference (value is any JSON, member)',
    ),
    body: { key: field.text(text('名称', 'Name'), { required: true, max: 120 }) },
    data: nothing,
  },
};
