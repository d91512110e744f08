import { type MessageTemplate, messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { defaultLocale, type Locale, type Text, text } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { parseUserAgent } from '#kernel/wire/user-agent.ts';
import { type AccountReference, accountTables } from '#server/auth/account-reference.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo } from '../write/statement/inbox-message-statement.ts';
import { queueMessage } from '../write/statement/queue-sms-email-and-wechat-messages.ts';

const account = { ...text('账号', 'Account'), sample: 'liyun' } as const;
const time = { ...text('时间', 'Time'), sample: '2026-11-22 17:30', needed: true } as const;

/** Sent at any hour, because a person who did not make the change must act at once. */
export const accountChangedMessage = messageTemplate({
  code: 'account_changed',
  inbox: 'system',
  urgency: 'alert',
  label: text('账号信息已变更', 'Account information changed'),
  text: text(
    '您的账号 {account} 的{what}已于 {time} 变更。如非本人操作，请立即找回密码并联系主管部门。',
    'The {what} of your account {account} was changed at {time}. If this was not you, reset your password and contact the authority at once.',
  ),
  places: { account, what: { ...text('变更的内容', 'What was changed'), sample: '密码', needed: true }, time },
});

export const secondFactorResetMessage = messageTemplate({
  code: 'factor_reset',
  inbox: 'system',
  urgency: 'alert',
  label: text('二次验证已重置', 'Two-factor verification reset'),
  text: text(
    '管理员已于 {time} 重置您账号 {account} 的二次验证，已登录的设备全部退出。如非本人申请，请立即联系主管部门。',
    'An administrator reset the two-factor verification of your account {account} at {time}; all devices have been signed out. If you did not request this, contact the authority at once.',
  ),
  places: { account, time },
});

export const newDeviceSignInMessage = messageTemplate({
  code: 'new_device',
  inbox: 'system',
  urgency: 'alert',
  label: text('账号在新设备上登录', 'Sign-in on a new device'),
  text: text(
    '您的账号 {account} 于 {time} 在新设备上登录：{device}，IP 地址 {address}。如非本人操作，请立即修改密码，并在“我的登录”中注销该设备。',
    'Your account {account} was signed in on a new device at {time}: {device}, IP address {address}. If this was not you, change your password at once and end that session under “My sessions”.',
  ),
  places: {
    account,
    time,
    device: { ...text('设备', 'Device'), sample: 'Chrome（Windows）', needed: true },
    address: { ...text('IP 地址', 'IP address'), sample: '203.0.113.7' },
  },
});

/** Credentials of an account. */
const parts = {
  password: text('密码', 'password'),
  mobile: text('手机号', 'mobile number'),
  email: text('电子邮箱', 'e-mail address'),
} as const satisfies Readonly<Record<string, Text>>;
/** Credentials stored outside the account's own row. */
const linked = { identity: text('统一身份认证关联', 'single sign-on link') } as const;
type WrittenPart = keyof typeof parts;
type AccountPart = WrittenPart | keyof typeof linked;
const allParts = { ...parts, ...linked };

/** The credentials that a write of an account changes. Every written password counts as changed. */
export const changedCredentials = (
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): readonly AccountPart[] =>
  (Object.keys(parts) as WrittenPart[]).filter(
    (one) => values[one] !== undefined && (one === 'password' || (values[one] ?? '') !== (before[one] ?? '')),
  );

/** Contact data of a person. */
interface Reached {
  readonly mobile?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/**
 * Notifies a person of a change of their account: in the inbox and by text message, or by e-mail if no mobile is bound.
 * `before`: the previous contact data, if these were changed.
 */
async function notifyAccount<P extends string>(
  engine: Pick<Engine, 'messages' | 'find' | 'settings' | 'seal'>,
  tx: Queryable,
  { type, id }: AccountReference,
  template: MessageTemplate<P>,
  message: {
    valuesOf(account: string): Readonly<Record<NoInfer<P>, string>>;
    english?: Readonly<Partial<Record<NoInfer<P>, string>>>;
    before?: Reached | undefined;
    /** The person's language, if they made the change themselves. */
    locale?: Locale | undefined;
  },
): Promise<void> {
  const row = await tx.row<{ username: string; mobile: string | null; email: string | null }>(
    sql`select username, mobile, email from ${sql.id(accountTables[type].table)} where id = ${id}`,
  );
  if (!row) return;
  const values = message.valuesOf(row.username);
  const whose = type === 'admin' ? sql`${id}::bigint, null::bigint` : sql`null::bigint, ${id}::bigint`;
  const to = sql`select * from (values (${whose}, null::text, null::bigint, null::text)) r (admin_id, user_id, resource, row_id, row_title)`;
  await tx.query(
    inboxMessagesTo(engine, template, { values, ...(message.english ? { english: message.english } : {}) }, to),
  );
  const mobile = message.before?.mobile || row.mobile;
  const email = message.before?.email || row.email;
  const locale = message.locale ?? defaultLocale;
  const sent = locale === 'en' ? { ...values, ...message.english } : values;
  if (mobile) await queueMessage(engine, tx, template, sent, { mobile, locale });
  else if (email) await queueMessage(engine, tx, template, sent, { email, locale });
}

const now = () => toShanghaiMinute(Date.now());

/**
 * Notifies of changed credentials, whoever changed them, at the previous contact data. In the person's language if they
 * made the change themselves.
 */
export async function notifyAccountChanged(
  engine: Engine,
  tx: Queryable,
  who: AccountReference,
  changed: readonly AccountPart[],
  { before, locale }: { readonly before?: Reached; readonly locale?: Locale | undefined } = {},
): Promise<void> {
  if (changed.length === 0) return;
  const what = changed.map((one) => allParts[one]['zh-cn']).join('、');
  await notifyAccount(engine, tx, who, accountChangedMessage, {
    valuesOf: (name) => ({ account: name, what, time: now() }),
    english: { what: changed.map((one) => allParts[one].en).join(' and ') },
    before,
    locale,
  });
}

/** Notifies that somebody else removed the second factor. */
export const notifyFactorReset = (engine: Engine, tx: Queryable, who: AccountReference): Promise<void> =>
  notifyAccount(engine, tx, who, secondFactorResetMessage, { valuesOf: (name) => ({ account: name, time: now() }) });

/** Describes a device by its user agent. The text of the header itself is not shown, because anybody may write it. */
const deviceText = (agent: string): Text => {
  const { browser = '', system = '' } = parseUserAgent(agent);
  if (!browser || !system) return text(browser || system || '未知设备', browser || system || 'an unknown device');
  return text(`${browser}（${system}）`, `${browser} on ${system}`);
};

/** Notifies of a sign-in from a new device, in the account's language rather than that of the sign-in. */
export async function notifyNewDevice(
  engine: Engine,
  tx: Queryable,
  who: AccountReference,
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): Promise<void> {
  const device = deviceText(userAgent);
  await notifyAccount(engine, tx, who, newDeviceSignInMessage, {
    valuesOf: (name) => ({ account: name, time: now(), device: device['zh-cn'], address: ip }),
    english: { device: device.en },
  });
}
