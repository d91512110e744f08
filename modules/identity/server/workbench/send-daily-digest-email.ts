import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { MemberHome, MemberHomeLine } from '#kernel/module/member-home-page-declaration.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { UnreadNoticeCounts } from '#modules/message/contract/inbox-notice.ts';
import { readMemberCaller, readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readMemberTasks } from '#server/read/list/read-tasks-and-home-rows-of-member.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { readWorkbench } from './read-open-work-of-officer.ts';

const texts = {
  waiting: text('{title}：{count} 件', '{title}: {count}'),
  overdue: text('{title}：{count} 件，其中已逾期 {overdue} 件', '{title}: {count}, {overdue} of them overdue'),
  legal: text('待签收文书 {n} 件', '{n} {n|document|documents} to sign for'),
  unread: text('未读消息 {n} 条', '{n} unread {n|message|messages}'),
  separator: text('；', '; '),
};

/** Daily digest e-mail, for users who chose it. */
export const dailyDigestTemplate = messageTemplate({
  code: 'daily_digest',
  label: text('每日摘要', 'Daily digest'),
  urgency: 'news',
  text: text('您在平台的待办与未读：{lines}。', 'Your to-dos and unread messages on the platform: {lines}.'),
  places: { lines: { ...text('事项', 'Items'), sample: '企业 · 五华区：3 件；未读消息 2 条' } },
});

interface Due {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly admin_id: number | null;
  readonly user_id: number | null;
  readonly locale: Locale;
  readonly email: string;
  readonly day: string;
}

/** Most recipients per run; the next run, minutes later, serves the others. */
const mostAtOnce = 200;

/**
 * Sends digests due by the hour in Shanghai and not yet sent today. Date and e-mail are stored in one transaction, so
 * nobody gets two a day. An empty digest only stores the date.
 */
export const sendDailyDigests =
  (home: () => MemberHome) =>
  async (engine: Engine): Promise<void> => {
    const due = await engine.db.rows<Due>(sql`
    select c.id, c.admin_id, c.user_id, c.locale, coalesce(proven_email(c.admin_id), m.email) as email, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
    from message_channel c left join member m on m.id = c.user_id and m.status in ('1', 'enable')
    where c.digest and c.digest_hour <= extract(hour from now() at time zone 'Asia/Shanghai')
      and c.digest_on is distinct from (now() at time zone 'Asia/Shanghai')::date and coalesce(proven_email(c.admin_id), m.email, '') <> ''
    order by c.id limit ${mostAtOnce}`);
    const { lines } = home();
    for (const one of due) await sendDigest(engine, one, lines);
  };

async function sendDigest(
  engine: Engine,
  { id, email, locale, day, ...person }: Due,
  home: readonly MemberHomeLine[],
): Promise<void> {
  const lines = [...(await waitingOf(engine, person, locale, home)), ...(await unreadOf(engine, person, locale))];
  await engine.db.transaction(async (tx) => {
    const noted = await tx.row(
      sql`update message_channel set digest_on = ${day}::date where id = ${id} and digest and digest_on is distinct from ${day}::date returning id`,
    );
    if (!noted || lines.length === 0) return;
    const values = { lines: lines.join(texts.separator[locale]) };
    await queueMessage(engine, tx, dailyDigestTemplate, values, { email, locale, once: `digest ${id} ${day}` });
  });
}

type Person = Pick<Due, 'admin_id' | 'user_id'>;

/** Pending work under the user's current permissions: an officer's by view, a member's as on the home page. */
async function waitingOf(
  engine: Engine,
  { admin_id, user_id }: Person,
  locale: Locale,
  home: readonly MemberHomeLine[],
): Promise<string[]> {
  if (admin_id === null) {
    const member = await readMemberCaller(engine.db, user_id ?? 0, locale);
    const work = member ? await readMemberTasks(engine, member, home) : [];
    return work.map(({ title, count }) => textIn(texts.waiting, locale, { title, count }));
  }
  const caller = await readOfficerCaller(engine.db, admin_id, locale);
  if (!caller) return [];
  const { todo } = await readWorkbench(engine, caller);
  return todo
    .filter(({ count }) => count > 0)
    .map((one) => textIn(one.overdue > 0 ? texts.overdue : texts.waiting, locale, { ...one }));
}

async function unreadOf(engine: Engine, { admin_id, user_id }: Person, locale: Locale): Promise<string[]> {
  const open = await engine.db.row<Pick<UnreadNoticeCounts, 'legal'> & { n: number }>(sql`
    select count(*) filter (where kind = 'legal' and signed_at is null)::int as legal, count(*) filter (where kind <> 'legal' and read_at is null)::int as n
    from message_notice where ${admin_id === null ? sql`user_id = ${user_id}` : sql`admin_id = ${admin_id}`}
      and (read_at is null or (kind = 'legal' and signed_at is null))`);
  return [
    ...(open?.legal ? [textIn(texts.legal, locale, { n: open.legal })] : []),
    ...(open?.n ? [textIn(texts.unread, locale, { n: open.n })] : []),
  ];
}
