import { maskEmail, maskMobile } from '#kernel/check/mask-personal-data.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
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
import type { CarrierToBoundPeople } from '#server/platform/message-carrier.ts';
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
  unbound: text('还没有绑定公众号', 'Not bound to an official account'),
  unreached: text('所绑定的公众号目前发不到您', 'The official account does not reach you at present'),
  unproven: text('请先验证电子邮箱', 'Verify your e-mail address first'),
};

const whose = ({ type, id }: Pick<Caller, 'type' | 'id'>): Sql =>
  type === 'member' ? sql`c.user_id = ${id}` : sql`c.admin_id = ${id}`;

/** What carries messages to people in WeChat; undefined: no module does. */
type FindWechatCarrier = () => CarrierToBoundPeople | undefined;

async function addressesOf(
  engine: Engine,
  { type, id }: Caller,
  find: FindWechatCarrier,
): Promise<OwnNotificationChannels['addresses']> {
  const { db } = engine;
  const person = { type: type === 'member' ? type : 'admin', id } as const;
  const binding = await find()?.readBinding(engine, person);
  // a member's address was verified when it was bound
  const found = await db.row<OwnNotificationChannels['addresses'] & Readonly<Record<string, unknown>>>(
    type === 'member'
      ? sql`select nullif(email, '') as email, nullif(mobile, '') as mobile, coalesce(email, '') <> '' as proven from member where id = ${id}`
      : sql`select nullif(email, '') as email, nullif(mobile, '') as mobile, proven_email(id) is not null as proven from auth_admin where id = ${id}`,
  );
  const wechat = { wechat: binding?.isReached ?? false, wechat_bound: binding?.isBound ?? false };
  return { email: null, mobile: null, proven: false, ...found, ...wechat };
}

const readChoice = async ({ db }: Engine, caller: Caller): Promise<NotificationChannelChoice> =>
  (await db.row<NotificationChannelChoice & Readonly<Record<string, unknown>>>(
    sql`select c.email, c.sms, c.wechat, c.muted, c.digest, c.digest_hour from message_channel c where ${whose(caller)}`,
  )) ?? defaultNotificationChannels;

/** `GET index`: the caller's channels and the addresses they use. */
const readOwn =
  (find: FindWechatCarrier) =>
  async ({ engine, caller }: Call): Promise<OwnNotificationChannels> => {
    const { email, mobile, ...rest } = await addressesOf(engine, caller, find);
    return {
      ...(await readChoice(engine, caller)),
      addresses: { email: email && maskEmail(email), mobile: mobile && maskMobile(mobile), ...rest },
    };
  };

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
  wechat: field.selects(text('另发微信的消息', 'Topics sent on by WeChat'), { options: notificationTopics }),
  muted: field.selects(text('不响铃的消息', 'Topics without the bell'), { options: mutable }),
  digest: field.switch(text('每日摘要邮件', 'Daily digest e-mail'), { required: true }),
  digest_hour: field.integer(text('发送的钟点（北京时间）', 'Hour of sending (Beijing time)'), {
    required: true,
    min: 0,
    max: 23,
  }),
};

/**
 * `POST save`: replaces all choices. A topic for a channel without an address is an error at that channel, unless it was
 * chosen while there was one: the others can be saved without giving it up.
 */
const save =
  (find: FindWechatCarrier) =>
  async ({ engine, caller, input }: CallWithValidatedInput<typeof channelFields>): Promise<Answer<null>> => {
    const [email, sms, muted] = [inOrder(input.email), inOrder(input.sms), inOrder(input.muted)];
    // clients that do not know it leave it as it is
    const wechat = input.wechat === null ? null : inOrder(input.wechat);
    const [digest, hour] = [input.digest === '1', input.digest_hour];
    const on = await addressesOf(engine, caller, find);
    const stored = await readChoice(engine, caller);
    const isAdded = (way: 'email' | 'sms' | 'wechat', chosen: readonly NotificationTopic[]) =>
      chosen.some((topic) => !stored[way].includes(topic));
    const errors = {
      ...((isAdded('email', email) || (digest && !stored.digest)) && !on.proven
        ? { email: [texts[on.email ? 'unproven' : 'email'][caller.locale]] }
        : {}),
      ...(isAdded('sms', sms) && !on.mobile ? { sms: [texts.mobile[caller.locale]] } : {}),
      ...(wechat && isAdded('wechat', wechat) && !on.wechat
        ? { wechat: [texts[on.wechat_bound ? 'unreached' : 'unbound'][caller.locale]] }
        : {}),
    };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const person = sql.id(caller.type === 'member' ? 'user_id' : 'admin_id');
    await engine.db.query(sql`insert into message_channel (${person}, email, sms, wechat, muted, digest, digest_hour, locale)
    values (${caller.id}, ${email}, ${sms}, ${wechat ?? []}, ${muted}, ${digest}, ${hour}, ${caller.locale})
    on conflict (${person}) do update set email = excluded.email, sms = excluded.sms,
      wechat = coalesce(${wechat}::text[], message_channel.wechat), muted = excluded.muted, digest = excluded.digest,
      digest_hour = excluded.digest_hour, locale = excluded.locale, since = case when (message_channel.email, message_channel.sms, message_channel.wechat)
        is distinct from (excluded.email, excluded.sms, coalesce(${wechat}::text[], message_channel.wechat)) then now() else message_channel.since end`);
    return new Answer(null, texts.saved[caller.locale]);
  };

const indexCall = (find: FindWechatCarrier) =>
  call({
    gate: 'login',
    summary: text('本人的提醒方式', 'Own notification preferences'),
    answer: object({
      email: topics,
      sms: topics,
      wechat: topics,
      muted: topics,
      digest: boolean,
      digest_hour: integer,
      addresses: object({
        email: orNull(string),
        mobile: orNull(string),
        proven: boolean,
        wechat: boolean,
        wechat_bound: boolean,
      }),
    }),
    run: readOwn(find),
  });

/** Calls for the caller's own channels, for officers and members. */
export const ownNotificationChannelsControllers = (find: FindWechatCarrier): readonly Controller[] =>
  (['admin', 'api'] as const).map((app) => ({
    app,
    name: 'message.channel',
    actions: {
      index: indexCall(find),
      save: call({
        gate: 'login',
        methods: ['POST'],
        title: text('提醒方式', 'Notification preferences'),
        summary: text('保存本人的提醒方式', 'Save own notification preferences'),
        input: channelFields,
        answer: nothing,
        run: save(find),
      }),
      ...(app === 'admin' ? ownEmailVerificationActions : {}),
    },
  }));
