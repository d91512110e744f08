import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** An account of the member centre (wire contract §2.7 user.user). Balance and score change only through their logs. */
export const memberAccount = resource({
  name: 'user/user',
  table: 'member',
  label: text('会员', 'Members'),
  icon: 'user',
  title: 'username',
  scope: 'all',
  nulls: false,
  actions: ['index', 'add', 'edit', 'del', 'export', 'import', 'reveal'],
  // the account was deleted; subscribers of other modules react
  facts: ['left'],
  nodes: { resetFactor: text('重置二次验证', 'Reset two-factor verification') },
  fields: {
    username: field.account(text('账号', 'Account'), { required: true, unique: true, search: true }),
    nickname: field.text(text('昵称', 'Nickname'), { required: true, max: 50, search: true }),
    password: field.password(text('密码', 'Password'), {
      privacy: 'hidden',
      list: 'never',
      filter: false,
      hint: text(
        '没有手机号的会员须设；6 到 32 个字符，不能包含 & < > " \'',
        'Needed without a mobile number; 6 to 32 characters, without & < > " or \'',
      ),
    }),
    group_id: field.reference(text('会员组', 'Member group'), { to: 'user/group', required: true }),
    mobile: field.mobile(text('手机', 'Mobile'), { unique: true, privacy: 'masked' }),
    email: field.email(text('电子邮箱', 'E-mail'), { unique: true, privacy: 'masked' }),
    avatar: field.image(text('头像', 'Avatar'), { list: 'offered' }),
    gender: field.radio(text('性别', 'Gender'), {
      initial: '0',
      list: 'offered',
      options: { '0': text('未知', 'Unknown'), '1': text('男', 'Male'), '2': text('女', 'Female') },
    }),
    birthday: field.date(text('生日', 'Birthday'), { list: 'offered' }),
    money: field.money(text('余额（元）', 'Balance (CNY)'), { write: 'server', quantity: true }),
    score: field.integer(text('积分', 'Points'), { write: 'server', quantity: true }),
    motto: field.text(text('签名', 'Signature'), { max: 255, list: 'offered' }),
    lastlogintime: field.datetime(text('最后登录', 'Last sign-in'), { write: 'server' }),
    lastloginip: field.text(text('最后登录 IP', 'Last sign-in IP'), { write: 'server', list: 'offered' }),
    joinip: field.text(text('注册 IP', 'Registration IP'), { write: 'server', list: 'offered' }),
    jointime: field.datetime(text('注册时间', 'Registered at'), { write: 'server', list: 'offered' }),
    username_changed: field.datetime(text('上次更改账号', 'Account last renamed'), { write: 'server', list: 'never' }),
    status: field.radio(text('状态', 'Status'), {
      initial: 'enable',
      required: true,
      options: {
        enable: { ...text('启用', 'Enabled'), tone: 'good' },
        disable: { ...text('禁用', 'Disabled'), tone: 'muted' },
      },
    }),
  },
});
export interface MemberAccount extends Row<typeof memberAccount> {}
