import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import type { DeliveryFailureReason } from '#kernel/message/delivery-failure-reasons.ts';
import { inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { DeliveryError } from '#server/message/message-delivery-error.ts';
import {
  type CarrierToBoundPeople,
  type DeliveryResult,
  type OutgoingMessage,
  type Person,
  recipientAsPerson,
} from '#server/platform/message-carrier.ts';
import { canAccountMessageFollowers } from '../account/can-account-message-followers-sql.ts';
import { readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { callWechatApi } from './call-wechat-api-renewing-token-once.ts';
import { WechatError } from './wechat-api-error.ts';

/** Characters that WeChat allows in a field of a template, by the beginning of its name. */
const maxCharacters: readonly (readonly [prefix: string, most: number])[] = [
  ['thing', 20],
  ['phrase', 5],
  ['name', 10],
  ['character_string', 32],
  ['letter', 32],
  ['number', 32],
];
const maxOtherCharacters = 200;

/** Cuts a value to what its field allows. */
export function fitTemplateValue(name: string, value: string): string {
  const [, most = maxOtherCharacters] = maxCharacters.find(([prefix]) => name.startsWith(prefix)) ?? [];
  const characters = [...value.replaceAll(/\s+/g, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** The fields of a template with the parts of a message filled in. */
export const fillTemplate = (
  pairs: readonly Pair[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, { readonly value: string }>> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      {
        value: fitTemplateValue(
          key,
          value.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
        ),
      },
    ]),
  );

/** Condition on alias `f`: a follower of a person whose account is active. */
const boundTo = ({ type, id }: Person): Sql =>
  type === 'member'
    ? sql`f.user_id = ${id} and exists (select from member p where p.id = f.user_id and p.status in ('1', 'enable'))`
    : sql`f.admin_id = ${id} and exists (select from auth_admin p where p.id = f.admin_id and p.status = '1')`;

interface BoundFollower {
  readonly [column: string]: unknown;
  readonly account_id: number;
  readonly openid: string;
  readonly is_connected: boolean;
  readonly template_id: string | null;
  readonly values: readonly Pair[] | null;
}

/** The follower to whom a person is bound, with the template for a topic: one with a template, and connected, comes first. */
const findFollower = ({ db }: Engine, person: Person, topic: string): Promise<BoundFollower | undefined> =>
  db.row<BoundFollower>(sql`
    select f.account_id, f.openid, a.connected as is_connected, t.template_id, t.values from wechat_fan f
    join wechat_account a on a.id = f.account_id
    left join lateral (select template_id, values from wechat_template w
      where w.account_id = f.account_id and w.enabled and ${topic} = any(w.topics) order by w.id limit 1) t on true
    where ${boundTo(person)} and f.subscribed order by t.template_id is null, a.connected desc, f.messaged_at desc nulls last, f.id limit 1`);

const topicOf = (label: string | undefined): string =>
  Object.entries(inboxMessageKinds).find(([, kind]) => Object.values(kind).includes(label as never))?.[0] ?? 'system';

/** 43004, 43101, 43103: does not follow, or declined; 40003: not a follower. */
const unreachable: ReadonlySet<number> = new Set([43004, 43101, 43103, 40003]);
/** The secret, or the address from which the platform calls, is not accepted. */
const credentials: ReadonlySet<number> = new Set([40001, 40013, 40125, 40164, 41004, 48001]);

function explain({ errcode, errmsg, isTransient }: WechatError): DeliveryError {
  const statuses = `${errcode ?? ''} ${errmsg}`.trim();
  const [fault, final]: [DeliveryFailureReason, boolean] =
    errcode === null
      ? ['unreachable', false]
      : unreachable.has(errcode)
        ? ['address', true]
        : credentials.has(errcode)
          ? ['credentials', false]
          : isTransient
            ? ['limited', false]
            : ['words', true];
  return new DeliveryError(fault, { final, statuses });
}

async function carry(engine: Engine, { to, values }: OutgoingMessage): Promise<DeliveryResult> {
  const person = recipientAsPerson(to);
  const follower = person && (await findFollower(engine, person, topicOf(values.kind)));
  if (!follower) throw new DeliveryError('address', { final: true });
  if (!follower.template_id || !follower.values) throw new DeliveryError('unregistered');
  if (!follower.is_connected) throw new DeliveryError('unconnected', { waits: true });
  const account = await readOfficialAccount(engine, sql`t.id = ${follower.account_id}`);
  if (!account) throw new DeliveryError('address', { final: true });
  try {
    const answer = await callWechatApi(engine, account, '/cgi-bin/message/template/send', {
      touser: follower.openid,
      template_id: follower.template_id,
      ...(account.platform.startsWith('https://') ? { url: account.platform } : {}),
      data: fillTemplate(follower.values, { ...values, time: toShanghaiMinute(Date.now()) }),
    });
    return { provider: account.appId, id: String(answer.msgid ?? '') };
  } catch (error) {
    throw error instanceof WechatError ? explain(error) : error;
  }
}

/** Carries messages of inboxes to followers as template messages. */
export const inboxMessageCarrier: CarrierToBoundPeople = {
  async readBinding({ db }, person) {
    const row = await db.row<{ is_bound: boolean; is_reached: boolean }>(sql`
      select count(*) > 0 as is_bound, coalesce(bool_or(f.subscribed and ${canAccountMessageFollowers(sql`a`)}), false) as is_reached
      from wechat_fan f join wechat_account a on a.id = f.account_id where ${boundTo(person)}`);
    return { isBound: row?.is_bound ?? false, isReached: row?.is_reached ?? false };
  },
  carry,
};
