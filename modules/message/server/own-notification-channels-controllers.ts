import { maskEmail, maskMobile } from '#kernel/check/mask-personal-data.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { type CallWithCheckedInput, call } from '#server/http/declare-call-with-checked-input.ts';
import {
  boolean,
  enumOf,
  integer,
  list,
  nothing,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import {
  defaultNotificationChannels,
  type NotificationChannelChoice,
  type NotificationTopic,
  notificationTopicNames,
  notificationTopics,
  type OwnNotificationChannels,
} from '../contract/notification-channels.ts';
import { ownEmailVerificationActions } from './own-email-verification-actions.ts';

const texts = {
  saved: text('提醒方式已保存', 'Notification preferences saved'),
  email: text('还没有登记电子邮箱', 'No e-mail address registered'),
  mobile: text('还没有登记手机', 'No mobile number registered'),
  unproven: text('请先验证电子邮箱', 'Verify your e-mail address first'),
};

const whose = ({ type, id }: Pick<Caller, 'type' | 'id'>): Sql =>
  type === 'member' ? sql`c.user_id = ${id}` : sql`c.admin_id = ${id}`;

async function addressesOf(db: Queryable, { type, id }: Caller): Promise<OwnNotificationChannels['addresses']> {
  // a member's address was verified when it was bound
  const found = await db.row<OwnNotificationChannels['addresses'] & Readonly<Record<string, unknown>>>(
    type === 'member'
      ? sql`select nullif(email, '') as email, nullif(mobile, '') as mobile, coalesce(email, '') <> '' as proven from member where id = ${id}`
      : sql`select nullif(email, '') as email, nullif(mobile, '') as mobile, proven_email(id) is not null as proven from auth_admin where id = ${id}`,
  );
  return found ?? { email: null, mobile: null, proven: false };
}

/** `GET index`: the caller's channels and the addresses they use. */
async function readOwn({ engine: { db }, caller }: Call): Promise<OwnNotificationChannels> {
  const chosen = await db.row<NotificationChannelChoice & Readonly<Record<string, unknown>>>(
    sql`select c.email, c.sms, c.muted, c.digest, c.digest_hour from message_channel c where ${whose(caller)}`,
  );
  const { email, mobile, proven } = await addressesOf(db, caller);
  return {
    ...(chosen ?? defaultNotificationChannels),
    addresses: { email: email && maskEmail(email), mobile: mobile && maskMobile(mobile), proven },
  };
}

/** The topics of a choice, which is replaced as a whole; each once, in their order. */
function inOrder<T extends NotificationTopic>(chosen: readonly T[] | null): NotificationTopic[] {
  if (!chosen) throw badParameter();
  return notificationTopicNames.filter((one) => (chosen as readonly NotificationTopic[]).includes(one));
}

const topics = list(enumOf(...notificationTopicNames));
const mutable = { system: notificationTopics.system, mention: notificationTopics.mention };
const channelFields = {
  email: field.selects(text('另发邮件的消息', 'Topics sent on by e-mail'), { options: notificationTopics }),
  sms: field.selects(text('另发短信的消息', 'Topics sent on by SMS'), { options: notificationTopics }),
  muted: field.selects(text('不响铃的消息', 'Topics without the bell'), { options: mutable }),
  digest: field.switch(text('每日摘要邮件', 'Daily digest e-mail'), { required: true }),
  digest_hour: field.integer(text('发送的钟点（北京时间）', 'Hour of sending (Beijing time)'), {
    required: true,
    min: 0,
    max: 23,
  }),
};

/** `POST save`: replaces all choices. A topic for a channel without an address is an error at that channel. */
async function save({
  engine: { db },
  caller,
  input,
}: CallWithCheckedInput<typeof channelFields>): Promise<Answer<null>> {
  const [email, sms, muted] = [inOrder(input.email), inOrder(input.sms), inOrder(input.muted)];
  const [digest, hour] = [input.digest === '1', input.digest_hour];
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
    values (${caller.id}, ${email}, ${sms}, ${muted}, ${digest}, ${hour}, ${caller.locale})
    on conflict (${person}) do update set email = excluded.email, sms = excluded.sms, muted = excluded.muted, digest = excluded.digest,
      digest_hour = excluded.digest_hour, locale = excluded.locale, since = case when (message_channel.email, message_channel.sms)
        is distinct from (excluded.email, excluded.sms) then now() else message_channel.since end`);
  return new Answer(null, texts.saved[caller.locale]);
}

const index = call({
  gate: 'login',
  summary: text('本人的提醒方式', 'Own notification preferences'),
  answer: object({
    email: topics,
    sms: topics,
    muted: topics,
    digest: boolean,
    digest_hour: integer,
    addresses: object({ email: orNull(string), mobile: orNull(string), proven: boolean }),
  }),
  run: readOwn,
});

/** Calls for the caller's own channels, for officers and members. */
export const ownNotificationChannelsControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'message.channel',
  actions: {
    index,
    save: call({
      gate: 'login',
      methods: ['POST'],
      title: text('提醒方式', 'Notification preferences'),
      summary: text('保存本人的提醒方式', 'Save own notification preferences'),
      input: channelFields,
      answer: nothing,
      run: save,
    }),
    ...(app === 'admin' ? ownEmailVerificationActions : {}),
  },
}));
