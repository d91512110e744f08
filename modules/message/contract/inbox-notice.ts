import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/**
 * A notification inside the platform, to an officer or a member: one row per recipient, in both languages, with the
 * text as sent. A legal notice must be signed for; its receipt records when, by whom and for which party (domain
 * reference Appendix E, G).
 */
export const inboxNotice = resource({
  name: 'message/notice',
  label: text('消息', 'Messages'),
  icon: 'bell',
  title: 'label',
  titleEnglish: 'label_en',
  scope: 'own',
  owner: 'admin_id',
  member: 'user_id',
  granted: false,
  members: { owner: ['index'] },
  actions: ['index'],
  facts: ['signed'],
  // news half a year after it was read, tasks a month after they were done; legal messages stay as proof of service
  keep: [
    { days: 180, from: 'read_at', where: [['kind', '=', 'system']] },
    { days: 30, from: 'read_at', where: [['kind', '=', 'todo']] },
  ],
  fields: {
    kind: field.select(text('类别', 'Category'), { ...server, options: inboxMessageKinds }),
    label: field.text(text('标题', 'Title'), { ...server, search: true }),
    label_en: field.text(text('英文标题', 'English title'), { ...server, list: 'offered', search: true }),
    content: field.textarea(text('内容', 'Content'), { ...server, search: true }),
    content_en: field.textarea(text('英文内容', 'English content'), { ...server, list: 'offered', search: true }),
    subject: field.subject(text('记录', 'Record'), server),
    opens: field.text(text('去往', 'Link'), { ...server, list: 'offered', filter: false }),
    file: field.text(text('文书', 'Document'), { ...server, list: 'offered', filter: false }),
    party: field.text(text('送达对象', 'Recipient'), { ...server, list: 'offered' }),
    read_at: field.datetime(text('阅读时间', 'Read at'), server),
    sign_until: field.datetime(text('签收期限', 'Receipt deadline'), { ...server, list: 'offered' }),
    signed_at: field.datetime(text('签收时间', 'Received at'), server),
    signed_by: field.text(text('签收人', 'Signed for by'), server),
    template_code: field.text(text('模板', 'Template'), { ...server, list: 'offered' }),
    admin_id: field.integer(text('管理员', 'Administrator'), { key: true, ...server, list: 'never', filter: false }),
    user_id: field.integer(text('会员', 'Member'), { key: true, ...server, list: 'never', filter: false }),
  },
});
export interface InboxNotice extends Row<typeof inboxNotice> {}

/** Unread messages by kind; for legal ones, those not signed for. */
export interface UnreadNoticeCounts {
  readonly legal: number;
  readonly todo: number;
  readonly system: number;
}
