import type { ExpiringDocument } from '#kernel/declaration/expiring-documents-of-row.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { expiryNoticeDays, expirySmsNoticeDays } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { reminderMobileFieldInRowOrParent } from '#kernel/resource/mobile-number-field-of-row-or-parent-for-expiry-reminders.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { can } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { urlPathOfFilteredList } from '#server/read/list/url-path-of-filtered-list.ts';
import { hasCountyDuties } from '#server/read/scope/areas-where-caller-acts-at-office-level.ts';
import { areaOfRowSql } from '#server/read/scope/areas-where-row-is-seen-sql.ts';
import { whereValidityFollowsDates } from '#server/write/row-set/refresh-document-validity.ts';
import { notifyHolders, notifyMemberNamedByField } from '../write/statement/inbox-message-statement.ts';
import { queueMessages } from '../write/statement/queue-sms-email-and-wechat-messages.ts';
import {
  type OfficersWithSamePermissions,
  readOfficersGroupedByPermissions,
} from './officers-grouped-by-permissions.ts';
import { sendInboxMessageAboutRows } from './send-inbox-message-about-rows.ts';

const name = { ...text('持证者', 'Holder'), sample: '昆明滇池国际旅行社有限公司' } as const;
const paper = { ...text('证件', 'Document'), sample: '旅行社业务经营许可证（L-YN00123）', needed: true } as const;
const date = { ...text('有效期至', 'Valid until'), sample: '2026-12-31', needed: true } as const;
const n = { ...text('件数', 'Number of items'), sample: '12', needed: true } as const;

/** To the members who hold the row with the document. */
const ending = messageTemplate({
  code: 'paper_ending',
  inbox: 'todo',
  label: text('证件将到期', 'Document expiring soon'),
  text: text(
    '{name}的{paper}将于 {date} 到期，请及时换证或续期，并在平台更新。',
    '{paper} of {name} expires on {date}. Please renew it in time and update it on the platform.',
  ),
  places: { name, paper, date },
});
const ended = messageTemplate({
  code: 'paper_ended',
  inbox: 'todo',
  label: text('证件已过期', 'Document expired'),
  text: text(
    '{name}的{paper}已于 {date} 过期，过期期间不得从事相应活动。',
    '{paper} of {name} expired on {date}. The activities it permits must not be carried out until it is renewed.',
  ),
  places: { name, paper, date },
});
/** To officers: one message for all documents of the night. */
const endingHere = messageTemplate({
  code: 'papers_ending',
  inbox: 'todo',
  label: text('辖区证件将到期', 'Documents in your area expiring soon'),
  text: text(
    '辖区内 {n} 件{paper}将于 {date} 及以前到期，请提醒换证。',
    'In your area {n} {n|document|documents} ({paper}) {n|expires|expire} by {date}. Please remind the holders to renew.',
  ),
  places: { n, paper, date },
});
const endedHere = messageTemplate({
  code: 'papers_ended',
  inbox: 'todo',
  label: text('辖区证件已过期', 'Documents in your area expired'),
  text: text(
    '辖区内 {n} 件{paper}近 30 日内过期，请核查是否仍在从事相应活动。',
    'In your area {n} {n|document|documents} ({paper}) expired within the last 30 days. Check whether the activities continue.',
  ),
  places: { n, paper },
});
export const expiryMessages = [ending, ended, endingHere, endedHere];

/** Days after the end of a document during which its end is still notified. */
const maxDaysEnded = 30;
/** Maximum number of rows notified by one statement. */
const maxRowsPerStatement = 500;

/** A document about which a notification is due. */
interface Ending {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly holder: string;
  readonly title: string;
  readonly mobile: string | null;
  readonly area: string | null;
  /** The kind of document, if the resource has several. */
  readonly kind: string | null;
  /** Last day of validity. */
  readonly date: string;
  /** Days before the end that have been reached: 30, 7 or 1; -1: expired. */
  readonly days: number;
}

/** A document of a resource. */
interface Notified {
  readonly resource: AnyResource;
  readonly day: string;
  readonly paper: ExpiringDocument;
}

/**
 * Notifies of documents that end within a month, a week or a day, or have ended (domain reference Appendix E): the
 * members who hold the row, by text message too a week and a day before, and the competent officers in one message per
 * night. Each notification is sent once, also after missed nights, in one transaction with the record that it was sent.
 * Returns the number of notified documents.
 */
export async function notifyExpiry(engine: Engine, today = shanghaiToday()): Promise<number> {
  let count = 0;
  for (const resource of engine.resources)
    for (const [day, paper] of Object.entries<ExpiringDocument | undefined>(resource.ends?.papers ?? {}))
      if (paper) count += await notifyOf(engine, { resource, day, paper }, today);
  return count;
}

const notifyOf = (engine: Engine, one: Notified, today: string): Promise<number> =>
  engine.db.transaction(async (tx) => {
    const all: Ending[] = [];
    for (;;) {
      const some = await claimUnnotified(engine, tx, one, today);
      await notifyRows(engine, tx, one, some);
      all.push(...some);
      if (some.length < maxRowsPerStatement) break;
    }
    if (all.length > 0) await notifyOfficersOf(engine, tx, one, all, today);
    return all.length;
  });

/** Documents with a notification that has not been sent. */
function claimUnnotified({ find }: Engine, tx: Transaction, { resource, day, paper }: Notified, today: string) {
  const table = sql.id(tableOf(resource));
  const column = sql.id(day);
  const above = resource.partOf === undefined ? undefined : parentOf(resource, find);
  const mobile = reminderMobileFieldInRowOrParent(resource, find) === 'row' ? sql.raw('t') : sql.raw('a');
  const [month, week, eve] = expiryNoticeDays;
  return tx.rows<Ending>(sql`
    with ending as (
      select t.id, t.${column} as date, d.days from ${table} t, lateral (select t.${column} - ${today}::date as "left") l,
        lateral (select case when "left" < 0 then -1 when "left" <= ${eve} then ${eve}::int when "left" <= ${week} then ${week}::int else ${month}::int end as days) d
      where t.${column} between ${addDays(today, -maxDaysEnded)}::date and ${addDays(today, month)}::date
        and ${whereValidityFollowsDates(resource)}${whereNotTwice(resource, day, find)}
        and not exists (select from message_expiry_notice o where o.resource = ${resource.name} and o.row_id = t.id
          and o.field = ${day} and o.last_day = t.${column} and o.days = d.days)
      order by t.id limit ${maxRowsPerStatement}
    ), told as (
      insert into message_expiry_notice (resource, row_id, field, last_day, days)
      select ${resource.name}, id, ${day}, date, days from ending on conflict do nothing returning row_id as id
    )
    select t.id, t.${sql.id(resource.title)}::text as title, ${mobile}.${sql.id(String(resource.ends?.mobile))} as mobile,
      coalesce(${above ? sql`a.${sql.id(above.title)}` : sql`null`}, t.${sql.id(resource.title)})::text as holder,
      ${sql.raw(areaOfRowSql(resource, find) ?? 'null::text')} as area, ${paper.named ? sql`t.${sql.id(paper.named)}` : sql`null::text`} as kind,
      n.date::text as date, n.days
    from told o join ending n on n.id = o.id join ${table} t on t.id = n.id
      ${above ? sql`left join ${sql.id(tableOf(above))} a on a.id = t.${sql.id(resource.partOf as string)}` : sql.empty} order by t.id`);
}

/** Excludes documents that also have a row of their own with the same last day, which is notified itself. */
function whereNotTwice({ ends }: AnyResource, day: string, find: Engine['find']): Sql {
  const { unless } = ends ?? {};
  const other = unless && find(unless.of);
  if (!unless || !other) return sql.empty;
  const last = sql.id(unless.day);
  const where = [
    whereValidityFollowsDates(other),
    ...compileDeclaredConditions(other, toListConditions(unless.where, shanghaiToday())),
  ];
  return sql` and (t.id, t.${sql.id(day)}) not in (select t.${sql.id(unless.by)}, t.${last} from ${sql.id(tableOf(other))} t
    where t.${sql.id(unless.by)} is not null and t.${last} is not null and ${sql.join(where, ' and ')})`;
}

/** Name of a document: its kind if there are several, and its row. A person's own row is preceded by their name. */
function nameOf({ resource, paper }: Notified, { kind, title, holder }: Ending): Text {
  const kinds = (resource.fields[paper.named ?? '']?.options.options ?? {}) as Readonly<Record<string, Text>>;
  const label = (kind === null ? undefined : kinds[kind]) ?? paper;
  if (title === holder) return label;
  return text(`${label['zh-cn']}（${title}）`, `${label.en} (${title})`);
}

async function notifyRows(engine: Engine, tx: Transaction, one: Notified, some: readonly Ending[]): Promise<void> {
  const { resource, day } = one;
  for (const [template, those] of [
    [ending, some.filter(({ days }) => days > 0)],
    [ended, some.filter(({ days }) => days < 0)],
  ] as const) {
    const valuesOf = (each: Ending) => {
      const named = nameOf(one, each);
      return {
        row: each.id,
        values: { name: each.holder, paper: named['zh-cn'], date: each.date },
        english: { paper: named.en },
        once: `${resource.name}.${day} ${each.id} ${each.date} ${each.days}`,
      };
    };
    const notices = those.map(valuesOf);
    await notifyHolders(engine, tx, resource, template, notices);
    const { own } = resource.ends ?? {};
    if (own) {
      const theirs = those.map((each) => valuesOf({ ...each, holder: each.title }));
      await notifyMemberNamedByField(engine, tx, resource, template, own, theirs);
    }
    const byPhone = those.flatMap(({ mobile, area, title, days }, at) => {
      const notice = notices[at];
      if (!mobile || !notice || !expirySmsNoticeDays.includes(days)) return [];
      const about = { resource: resource.name, rowId: notice.row, rowTitle: title, once: notice.once };
      return [{ values: notice.values, to: { mobile, areaCode: area, ...about } }];
    });
    await queueMessages(engine, tx, template, byPhone);
  }
}

/** The competent county's officers get their own documents, as many as the linked list shows. */
async function notifyOfficersOf(
  engine: Engine,
  tx: Transaction,
  one: Notified,
  all: readonly Ending[],
  today: string,
): Promise<void> {
  const { resource, day, paper } = one;
  const [soon, over] = [all.filter(({ days }) => days > 0), all.filter(({ days }) => days < 0)];
  for (const officers of await readOfficersGroupedByPermissions(tx)) {
    const { caller, ids } = officers;
    if (
      !can(caller, `${resource.name}/${resource.ends?.office}`) ||
      !hasCountyDuties(engine.reference, caller.areaCode)
    )
      continue;
    const whom = { type: 'admin', ids } as const;
    const listed = async (range: string) => {
      const shown = [...listedAs(resource), { field: day, operator: 'RANGE', value: range } as const];
      const count = String(await countOf(engine, tx, one, officers, shown));
      return { count, opens: urlPathOfFilteredList(resource, shown, `${day},asc`) };
    };
    const values = { paper: paper['zh-cn'] };
    const english = { paper: paper.en };
    const last = await lastOf(engine, tx, one, officers, soon);
    if (last) {
      const { count, opens } = await listed(`${today},${last}`);
      await sendInboxMessageAboutRows(engine, tx, endingHere, whom, {
        values: { ...values, n: count, date: last },
        english,
        opens,
      });
    }
    if (await lastOf(engine, tx, one, officers, over)) {
      const { count, opens } = await listed(`${addDays(today, -maxDaysEnded)},${addDays(today, -1)}`);
      await sendInboxMessageAboutRows(engine, tx, endedHere, whom, { values: { ...values, n: count }, english, opens });
    }
  }
}

/** Conditions of the list behind the message: what {@link whereValidityFollowsDates} is in SQL. */
const listedAs = ({ ends }: AnyResource): readonly Condition[] => [
  ...(ends?.in ? [{ field: 'status', operator: 'IN', value: ends.in.join(',') } as const] : []),
  ...(ends?.validity ? [{ field: ends.validity, operator: 'IN', value: 'valid,expiring,expired' } as const] : []),
];

/** The last day of the documents that officers with the same rights see; undefined if they see none. */
async function lastOf(
  engine: Engine,
  tx: Transaction,
  { resource, day }: Notified,
  { caller }: OfficersWithSamePermissions,
  some: readonly Ending[],
): Promise<string | undefined> {
  if (some.length === 0) return undefined;
  const seen = whereOfList(engine, resource, caller, { conditions: [], quickSearch: '' });
  const row = await tx.row<{ last: string | null }>(sql`
    select max(t.${sql.id(day)})::text as last from ${sql.id(tableOf(resource))} t
    where t.id = any(${some.map(({ id }) => id)}::bigint[]) and ${seen}`);
  return row?.last ?? undefined;
}

async function countOf(
  engine: Engine,
  tx: Transaction,
  { resource }: Notified,
  { caller }: OfficersWithSamePermissions,
  conditions: Condition[],
): Promise<number> {
  const where = whereOfList(engine, resource, caller, { conditions, quickSearch: '' });
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from ${sql.id(tableOf(resource))} t where ${where}`,
  );
  return row?.n ?? 0;
}
