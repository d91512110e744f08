import { maskEmail, maskMobile } from '#kernel/check/mask.ts';
import { messageTemplate } from '#kernel/message/message-template.ts';
import type { Locale } from '#kernel/text/text.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { sendMessage } from '#server/message/send.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import {
  type Channels,
  defaultChannels,
  mentionCode,
  mutableTopics,
  type OwnChannels,
  type Topic,
  topicNames,
} from '../contract/channel.ts';
import { emailVerificationActions } from './verify-own-email.ts';

const texts = {
  saved: text('提醒方式已保存', 'Notification preferences saved'),
  email: text('还没有登记电子邮箱', 'No e-mail address registered'),
  mobile: text('还没有登记手机', 'No mobile number registered'),
  unproven: text('请先验证电子邮箱', 'Verify your e-mail address first'),
};

/**
 * A copy of an inbox message, sent by e-mail or SMS. The text of a legal notice is never copied: it is read and signed
 * for in the inbox.
 */
export const noticeCopy = messageTemplate({
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

const whose = ({ type, id }: Pick<Caller, 'type' | 'id'>): Sql =>
  type === 'member' ? sql`c.user_id = ${id}` : sql`c.admin_id = ${id}`;

async function addressesOf(db: Queryable, { type, id }: Caller): Promise<OwnChannels['addresses']> {
  // a member's address was verified when it was bound
  const found = await db.row<OwnChannels['addresses'] & Readonly<Record<string, unknown>>>(
    type === 'member'
      ? sql`select nullif(email, '') as email, nullif(mobile, '') as mobile, coalesce(email, '') <> '' as proven from member where id = ${id}`
      : sql`select nullif(email, '') as email, nullif(mobile, '') as mobile, proven_email(id) is not null as proven from auth_admin where id = ${id}`,
  );
  return found ?? { email: null, mobile: null, proven: false };
}

/** `GET index`: the caller's channels and the addresses they use. */
async function index({ engine: { db }, caller }: Call): Promise<OwnChannels> {
  const chosen = await db.row<Channels & Readonly<Record<string, unknown>>>(
    sql`select c.email, c.sms, c.muted, c.digest, c.digest_hour from message_channel c where ${whose(caller)}`,
  );
  const { email, mobile, proven } = await addressesOf(db, caller);
  return {
    ...(chosen ?? defaultChannels),
    addresses: { email: email && maskEmail(email), mobile: mobile && maskMobile(mobile), proven },
  };
}

function readTopics(value: unknown, among: readonly Topic[]): Topic[] {
  if (!Array.isArray(value)) throw badParameter();
  const requested = new Set(value as unknown[]);
  const topics = among.filter((one) => requested.has(one));
  if (topics.length < requested.size) throw badParameter();
  return topics;
}

/** `POST save`: replaces all choices. A topic for a channel without an address is an error at that channel. */
async function save({ engine: { db }, caller, body }: Call): Promise<Answer> {
  const email = readTopics(body.email, topicNames);
  const sms = readTopics(body.sms, topicNames);
  const muted = readTopics(body.muted, mutableTopics);
  const { digest, digest_hour: hour } = body;
  if (typeof digest !== 'boolean' || !(Number.isInteger(hour) && Number(hour) >= 0 && Number(hour) < 24))
    throw badParameter();
  const on = await addressesOf(db, caller);
  const errors = {
    ...((email.length > 0 || digest) && !on.proven
      ? { email: [texts[on.email ? 'unproven' : 'email'][caller.locale]] }
      : {}),
    ...(sms.length > 0 && !on.mobile ? { sms: [texts.mobile[caller.locale]] } : {}),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const person = sql.id(caller.type === 'member' ? 'user_id' : 'admin_id');
  await db.query(sql`insert into message_channel (${person}, email, sms, muted, digest, digest_hour, locale)
    values (${caller.id}, ${email}, ${sms}, ${muted}, ${digest}, ${Number(hour)}, ${caller.locale})
    on conflict (${person}) do update set email = excluded.email, sms = excluded.sms, muted = excluded.muted, digest = excluded.digest,
      digest_hour = excluded.digest_hour, locale = excluded.locale, since = case when (message_channel.email, message_channel.sms)
        is distinct from (excluded.email, excluded.sms) then now() else message_channel.since end`);
  return new Answer(null, texts.saved[caller.locale]);
}

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
}

/**
 * Copies inbox messages of the last 24 hours to the channels their recipients chose, as long as they are unread. A
 * message is claimed and queued in one transaction, so a process killed in between never sends it twice.
 */
export async function sendCopies(engine: Engine): Promise<void> {
  const topic = sql`case when n.template_code = ${mentionCode} then 'mention' else n.kind end`;
  await engine.db.transaction(async (tx) => {
    const copies = await tx.rows<Copy>(sql`
      with due as (
        select n.id, c.locale, case when c.locale = 'en' then n.label_en else n.label end as label,
          case when n.kind = 'legal' then '' when c.locale = 'en' then n.content_en else n.content end as content,
          case when ${topic} = any(c.email) then coalesce(proven_email(a.id), m.email) end as email,
          case when ${topic} = any(c.sms) then coalesce(a.mobile, m.mobile) end as mobile
        from message_channel c
          join message_notice n on (n.admin_id = c.admin_id or n.user_id = c.user_id)
            and n.createtime > greatest(c.since, now() - interval '1 day')
            -- read as it came: it is muted, and may go elsewhere all the same
            and (n.read_at is null or n.read_at = n.createtime)
          left join auth_admin a on a.id = c.admin_id and a.status = '1' left join member m on m.id = c.user_id and m.status in ('1', 'enable')
        where (c.email <> '{}' or c.sms <> '{}') and not exists (select from message_copied k where k.notice_id = n.id)
        order by n.id limit ${mostAtOnce}
      ), claimed as (
        insert into message_copied (notice_id) select id from due on conflict do nothing returning notice_id
      )
      select due.* from due join claimed on claimed.notice_id = due.id where due.email is not null or due.mobile is not null order by due.id`);
    for (const { id, label, content, locale, email, mobile } of copies) {
      const values = { label, content: locale === 'en' && content ? `${content} ` : content };
      const about = { locale, once: `notice ${id}` };
      if (email) await sendMessage(engine, tx, noticeCopy, values, { email, ...about });
      if (mobile) await sendMessage(engine, tx, noticeCopy, values, { mobile, ...about });
    }
  });
}

/** Calls for the caller's own channels, for officers and members. */
export const channelControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'message.channel',
  actions: {
    index: { gate: 'login', handle: index },
    save: { gate: 'login', methods: ['POST'], title: text('提醒方式', 'Notification preferences'), handle: save },
    ...(app === 'admin' ? emailVerificationActions : {}),
  },
}));
