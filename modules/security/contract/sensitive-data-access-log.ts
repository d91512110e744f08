import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { personalFields } from './resources-and-fields-as-select-options.ts';

/** Who viewed which personal data unmasked, and why (domain reference §2.V): written by the server, never changed. */
export const sensitiveDataAccessLog = resource({
  name: 'security/revealLog',
  table: 'reveal_log',
  label: text('敏感信息查看记录', 'Sensitive data access log'),
  empty: text('还没有人查看过敏感信息', 'Nobody has viewed sensitive data yet'),
  icon: 'file-protect',
  title: 'reason',
  scope: 'own',
  owner: 'admin_id',
  actions: ['index', 'export'],
  recycle: false,
  listed: ['createtime', 'username', 'subject', 'seen', 'reason', 'ip'],
  fields: {
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    admin_id: field.integer(text('管理员编号', 'Administrator ID'), { key: true, write: 'server', list: 'offered' }),
    username: field.text(text('用户名', 'Username'), { write: 'server', search: true }),
    resource: field.text(text('业务', 'Resource'), { write: 'server', list: 'offered' }),
    row_id: field.integer(text('记录编号', 'Record ID'), { key: true, write: 'server', list: 'offered' }),
    seen: field.selects(text('查看的字段', 'Fields viewed'), { write: 'server', optionList: personalFields }),
    /** Names without their resource, as BuildAdmin clients expect. */
    fields: field.selects(text('字段名', 'Field name'), {
      write: 'server',
      optionList: personalFields,
      list: 'offered',
      filter: false,
    }),
    reason: field.text(text('事由', 'Reason'), { write: 'server', search: true }),
    ip: field.text(text('IP', 'IP'), { write: 'server' }),
  },
});
export interface RevealLog extends Row<typeof sensitiveDataAccessLog> {}
