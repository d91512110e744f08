import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

const outcomes = {
  sent: { ...text('已发送', 'Sent'), tone: 'good' },
  failed: { ...text('未能发送', 'Failed'), tone: 'bad' },
} as const;

/** Days for which a file can be opened, as the results of other exports. */
export const daysOfSentFile = 7;

/**
 * A file made of a view for its subscriber, or why there is none. The row stays for a year, also after the subscription
 * ended; the file is removed after a week, because its reader may have another office by then.
 */
export const sentView = resource({
  name: 'auth/sentView',
  label: text('已发送的视图', 'Sent views'),
  empty: text('还没有发送过', 'Nothing sent yet'),
  icon: 'file-done',
  title: 'title',
  unlisted: true,
  scope: 'own',
  owner: 'admin_id',
  member: 'user_id',
  members: { owner: ['index'] },
  actions: ['index'],
  comments: false,
  recycle: false,
  keep: { months: 12 },
  listed: ['title', 'outcome', 'file', 'rows', 'problem', 'createtime'],
  fields: {
    subscription_id: field.reference(text('视图订阅', 'View subscription'), { ...server, to: 'auth/subscription' }),
    title: field.text(text('视图', 'View'), { ...server, max: 40, search: true }),
    outcome: field.select(text('结果', 'Result'), { ...server, options: outcomes }),
    file: field.file(text('文件', 'File'), {
      ...server,
      private: true,
      accept: 'xlsx,pdf',
      hint: text(`${daysOfSentFile} 天内可下载`, `Can be downloaded for ${daysOfSentFile} days`),
    }),
    rows: field.integer(text('条数', 'Records'), { ...server, quantity: true }),
    problem: field.textarea(text('原因', 'Reason'), { ...server, max: 500 }),
    admin_id: field.integer(text('管理员', 'Administrator'), { key: true, ...server, list: 'never', filter: false }),
    user_id: field.integer(text('会员', 'Member'), { key: true, ...server, list: 'never', filter: false }),
    job_id: field.integer(text('任务', 'Job'), { key: true, ...server, list: 'never', filter: false }),
  },
});
export interface SentView extends Row<typeof sentView> {}
