import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { inboxMessagesTo } from '../write/statement/inbox-message-statement.ts';
import { queueMessage } from '../write/statement/queue-sms-email-and-wechat-messages.ts';

/** The person who made the change gets it too, because somebody may have acted in their name. */
export const guardedSettingChanged = messageTemplate({
  code: 'guarded_setting_changed',
  inbox: 'system',
  urgency: 'alert',
  label: text('安全设置已变更', 'Security setting changed'),
  text: text(
    '{who} 于 {time} 修改了系统设置“{what}”。如不知情，请立即核对系统设置并停用该账号。',
    '{who} changed the setting “{what}” at {time}. If you do not know why, check the settings at once and disable that account.',
  ),
  places: {
    who: { ...text('修改人', 'Changed by'), sample: 'admin' },
    what: { ...text('设置', 'Setting'), sample: '短信 / 接口地址', needed: true },
    time: { ...text('时间', 'Time'), sample: '2026-11-22 17:30' },
  },
});

/** A changed setting and its section. */
interface ChangedSetting {
  readonly section: Text;
  readonly setting: Text;
}

/**
 * Notifies every super administrator, in the transaction of the write: in the inbox about each setting, and once per
 * section by text message and by e-mail where they have them. Both are used, because the change may concern one of the
 * channels.
 */
export async function notifySuperAdminsOfChangedSetting(
  engine: Pick<Engine, 'messages' | 'settings' | 'seal'>,
  tx: Queryable,
  caller: Pick<Caller, 'id' | 'name'>,
  { section, setting }: ChangedSetting,
): Promise<void> {
  const time = toShanghaiMinute(Date.now());
  const supers = await tx.rows<{ id: number; mobile: string | null; email: string | null }>(sql`
    select a.id, nullif(a.mobile, '') as mobile, nullif(a.email, '') as email from auth_admin a
    where a.status = '1' and exists (select from auth_group g where g.id = any(a.group_arr) and g.status = '1' and g.rules is null)`);
  const to = sql`select id as admin_id, null::bigint as user_id, null::text as resource, null::bigint as row_id, null::text as row_title
    from unnest(${supers.map(({ id }) => id)}::bigint[]) id`;
  const what = (locale: Locale) => `${section[locale]} / ${setting[locale]}`;
  const message = { values: { who: caller.name, what: what('zh-cn'), time }, english: { what: what('en') } };
  await tx.query(inboxMessagesTo(engine, guardedSettingChanged, message, to));
  const values = { ...message.values, what: section['zh-cn'] };
  for (const { id, mobile, email } of supers) {
    const once = `guarded ${section.en} ${time} ${caller.id} ${id}`;
    if (mobile) await queueMessage(engine, tx, guardedSettingChanged, values, { mobile, once });
    if (email) await queueMessage(engine, tx, guardedSettingChanged, values, { email, once });
  }
}
