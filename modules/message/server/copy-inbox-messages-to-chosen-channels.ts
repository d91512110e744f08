import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type InboxMessageKind, inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import type { Locale } from '#kernel/text/text.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { mentionCode } from '../contract/notification-channels.ts';

/**
 * A copy of an inbox message, sent by e-mail or SMS. The text of a legal notice is never copied: it is read and signed
 * for in the inbox.
 */
export const inboxMessageCopy = messageTemplate({
  code: 'notice_copy',
  label: text('站内消息提醒', 'Inbox message alert'),
  // nobody is waiting for it: never at night, and after all other messages
  urgency: 'news',
  text: text('{label}：{content}请登录平台查看。', '{label}: {content}Sign in to the platform to view it.'),
  places: {
    label: { ...text('标题', 'Title'), sample: '待您审批' },
    content: { ...text('内容', 'Content'), sample: '王芳提请吊销昆明某旅行社。' },
  },
});

/** The same for a follower of an official account, whose template has a place for each part. */
export const wechatMessageCopy = messageTemplate({
  code: 'notice_wechat',
  label: text('微信提醒', 'WeChat alert'),
  urgency: 'news',
  text: text('〔{kind}〕{label}：{content}', '[{kind}] {label}: {content}'),
  places: {
    kind: { ...text('类别', 'Category'), sample: '待办' },
    label: { ...text('标题', 'Title'), sample: '待您审批' },
    content: { ...text('内容', 'Content'), sample: '王芳提请吊销昆明某旅行社。' },
  },
});

/** Messages copied per run; the rest follow in the next run. */
const mostAtOnce = 500;

interface Copy {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly label: string;
  readonly content: string;
  readonly locale: Locale;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly kind: InboxMessageKind;
  /** Whom it reaches in WeChat; null: it was not chosen, or the account is disabled. */
  readonly person: string | null;
}

/**
 * Copies inbox messages of the last 24 hours to the channels their recipients chose, as long as they are unread. A
 * message is claimed and queued in one transaction, so a process killed in between never sends it twice.
 */
export async function copyInboxMessages(engine: Engine): Promise<void> {
  const topic = sql`case when n.template_code = ${mentionCode} then 'mention' else n.kind end`;
  await engine.db.transaction(async (tx) => {
    const copies = await tx.rows<Copy>(sql`
      with due as (
        select n.id, c.locale, case when c.locale = 'en' then n.label_en else n.label end as label,
          case when n.kind = 'legal' then '' when c.locale = 'en' then n.content_en else n.content end as content,
          case when ${topic} = any(c.email)
              -- not if whoever sent it wrote an e-mail of its own
              and not exists (select from message_email e where e.once = n.once and e.email = lower(coalesce(proven_email(a.id), m.email)))
            then coalesce(proven_email(a.id), m.email) end as email,
          case when ${topic} = any(c.sms) then coalesce(a.mobile, m.mobile) end as mobile, n.kind,
          case when ${topic} = any(c.wechat) then coalesce('admin ' || a.id, 'member ' || m.id) end as person
        from message_channel c
          join message_notice n on (n.admin_id = c.admin_id or n.user_id = c.user_id)
            and n.createtime > greatest(c.since, now() - interval '1 day')
            -- read as it came: it is muted, and may go elsewhere all the same
            and (n.read_at is null or n.read_at = n.createtime)
          left join auth_admin a on a.id = c.admin_id and a.status = '1' left join member m on m.id = c.user_id and m.status in ('1', 'enable')
        where (c.email <> '{}' or c.sms <> '{}' or c.wechat <> '{}') and not exists (select from message_copied k where k.notice_id = n.id)
        order by n.id limit ${mostAtOnce}
      ), claimed as (
        insert into message_copied (notice_id) select id from due on conflict do nothing returning notice_id
      )
      select due.* from due join claimed on claimed.notice_id = due.id where num_nonnulls(due.email, due.mobile, due.person) > 0 order by due.id`);
    for (const { id, label, content, locale, email, mobile, kind, person } of copies) {
      const values = { label, content: locale === 'en' && content ? `${content} ` : content };
      const about = { locale, once: `notice ${id}` };
      if (email) await queueMessage(engine, tx, inboxMessageCopy, values, { email, ...about });
      if (mobile) await queueMessage(engine, tx, inboxMessageCopy, values, { mobile, ...about });
      if (person) {
        const parts = { kind: inboxMessageKinds[kind][locale], label, content };
        await queueMessage(engine, tx, wechatMessageCopy, parts, { recipient: person, ...about });
      }
    }
  });
}
