import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * Acts of officers, and of members for their enterprises: written by the server, immutable, enforced by the database
 * (wire contract §2.7 auth.adminLog). Searchable by action, person, record and time.
 */
export const operationLog = resource({
  name: 'auth/adminLog',
  label: text('操作日志', 'Operation log'),
  empty: text('还没有操作记录', 'No activity yet'),
  icon: 'file-search',
  title: 'title',
  scope: 'own',
  owner: 'admin_id',
  actions: ['index', 'export'],
  nulls: false,
  recycle: false,
  keep: { months: 'auth/security.log_months' },
  listed: ['createtime', 'username', 'title', 'outcome', 'subject', 'answer', 'ip'],
  fields: {
    subject: field.subject(text('记录', 'Record'), { write: 'server' }),
    record_key: field.text(text('记录编号', 'Record ID'), {
      write: 'server',
      list: 'offered',
      hint: text('业务与编号，如 enterprise/enterprise:12', 'Resource and ID, e.g. enterprise/enterprise:12'),
    }),
    admin_id: field.integer(text('管理员编号', 'Administrator ID'), { key: true, write: 'server', list: 'offered' }),
    user_id: field.integer(text('会员编号', 'Member ID'), { key: true, write: 'server', list: 'offered' }),
    username: field.text(text('用户名', 'Username'), { write: 'server', search: true }),
    title: field.text(text('操作', 'Operation'), { write: 'server', search: true, english: 'title_en' }),
    outcome: field.select(text('结果', 'Result'), {
      write: 'server',
      options: {
        done: { ...text('成功', 'Success'), tone: 'good' },
        refused: { ...text('未通过', 'Rejected'), tone: 'warning' },
        forbidden: { ...text('无权限', 'No permission'), tone: 'bad' },
        failed: { ...text('出错', 'Error'), tone: 'bad' },
      },
    }),
    answer: field.textarea(text('原因', 'Reason'), { write: 'server' }),
    times: field.integer(text('次数', 'Count'), {
      write: 'server',
      list: 'offered',
      hint: text(
        '一分钟内同样的操作被同样拒绝的次数，合并为一条',
        'The same operation refused for the same reason within a minute is merged into one entry',
      ),
      quantity: true,
    }),
    last_at: field.datetime(text('最后一次', 'Last time'), { write: 'server', list: 'offered' }),
    url: field.text(text('地址', 'Address'), { write: 'server' }),
    data: field.textarea(text('请求数据', 'Request data'), { write: 'server', list: 'offered' }),
    ip: field.text(text('IP', 'IP'), { write: 'server' }),
    useragent: field.text(text('浏览器', 'Browser'), { write: 'server', list: 'offered' }),
  },
});
export interface OperationLog extends Row<typeof operationLog> {}
