import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** What members did for an enterprise: their lines of the operation log, visible to its owners and the bureau. */
export const enterpriseMemberLog = resource({
  name: 'enterprise/log',
  label: text('企业操作日志', 'Enterprise activity log'),
  empty: text('还没有操作记录', 'No activity yet'),
  icon: 'file-search',
  title: 'title',
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'export'],
  members: { owner: ['index', 'export'] },
  recycle: false,
  listed: ['createtime', 'enterprise_id', 'username', 'title', 'subject', 'ip'],
  remark: text('各成员代表企业所做的操作。', 'What members have done on behalf of the enterprise.'),
  fields: {
    enterprise_id: field.reference(text('企业', 'Enterprise'), { to: 'enterprise/enterprise', write: 'server' }),
    username: field.text(text('账号', 'Account'), { write: 'server', search: true }),
    title: field.text(text('操作', 'Operation'), { write: 'server', search: true, english: 'title_en' }),
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    url: field.text(text('地址', 'Address'), { write: 'server', list: 'offered' }),
    ip: field.text(text('IP', 'IP'), { write: 'server' }),
    useragent: field.text(text('浏览器', 'Browser'), { write: 'server', list: 'offered' }),
    user_id: field.integer(text('会员编号', 'Member ID'), { key: true, write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id', list: 'offered' }),
  },
});
export interface OperationByEnterpriseMember extends Row<typeof enterpriseMemberLog> {}
