import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

export const enabledOptions = {
  '1': { ...text('启用', 'Enabled'), tone: 'good' },
  '0': { ...text('禁用', 'Disabled'), tone: 'muted' },
} as const;

/** An officer's account in the back office (wire contract §2.7 auth.admin). */
export const admin = resource({
  name: 'auth/admin',
  label: text('管理员', 'Administrators'),
  icon: 'user',
  title: 'username',
  heading: ['nickname'],
  subtitle: ['username'],
  scope: 'area',
  below: 'group_arr',
  actions: ['index', 'add', 'edit', 'del'],
  nulls: false,
  nodes: { resetFactor: text('重置二次验证', 'Reset two-factor verification') },
  fields: {
    username: field.account(text('用户名', 'Username'), {
      personal: 'name',
      required: true,
      unique: true,
      search: true,
    }),
    nickname: field.text(text('姓名', 'Name'), { personal: 'name', required: true, max: 50, search: true }),
    password: field.password(text('密码', 'Password'), {
      required: true,
      min: 8,
      privacy: 'hidden',
      list: 'never',
      filter: false,
      hint: text(
        '8 到 32 个字符，不含空格、用户名与 & < > " \'，不能是常见密码',
        '8 to 32 characters, without spaces, the account name or & < > " \', and none of the common ones',
      ),
    }),
    job_arr: field.references(text('岗位', 'Positions'), {
      to: 'auth/job',
      list: 'offered',
      hint: text('随岗位加入其默认管理组', 'Adds the default groups of the positions'),
    }),
    main_job_id: field.reference(text('主岗位', 'Main position'), { to: 'auth/job' }),
    group_arr: field.references(text('管理组', 'Groups'), {
      to: 'auth/group',
      // the hook checks which groups may be granted, with the messages of wire contract §2.7; likewise for jobs
      reach: 'all',
      hint: text('至少一个；可由岗位带出', 'At least one; may come with the position'),
    }),
    area_code: field.area(text('管辖地区', 'Jurisdiction'), {
      hint: text(
        '只能看到该地区及其下级的数据；不填则与添加人相同',
        'Only data of this area and below are visible; same as the person adding it if left empty',
      ),
    }),
    department_id: field.reference(text('部门', 'Department'), { to: 'auth/department' }),
    avatar: field.image(text('头像', 'Avatar'), { list: 'offered' }),
    email: field.email(text('电子邮箱', 'E-mail'), { unique: true }),
    mobile: field.mobile(text('手机', 'Mobile'), { unique: true }),
    motto: field.text(text('签名', 'Signature'), { max: 255, list: 'offered' }),
    password_due: field.switch(text('须修改密码', 'Password change required'), {
      write: 'server',
      list: 'offered',
      initial: '0',
    }),
    lastlogintime: field.datetime(text('最后登录', 'Last sign-in'), { write: 'server' }),
    lastloginip: field.text(text('最后登录 IP', 'Last sign-in IP'), { write: 'server', list: 'offered' }),
    status: field.radio(text('状态', 'Status'), { options: enabledOptions, initial: '1', required: true }),
  },
});
export interface Admin extends Row<typeof admin> {}
