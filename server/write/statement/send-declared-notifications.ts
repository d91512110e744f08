import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { checkConditionDeclarations } from '#kernel/field/check-condition-and-guard-declarations.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { hasColumn, kindOf, targetOf } from '#kernel/field/field.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { DeclaredNotification } from '#server/engine/declared-notifications-of-added-or-moved-rows.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type {
  NotificationsByEvent,
  WriteHooksOfAnyResource,
} from '#server/engine/write-hook-types-for-any-resource.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { isMaskedForOfficers } from '#server/read/field/masked-columns.ts';
import { headingColumn, readableValueSql, titleSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { areaOfRowSql } from '#server/read/scope/areas-where-row-is-seen-sql.ts';
import {
  notifiedHoldersSql,
  notifyHolders,
  notifyMemberNamedByField,
  notifyMembers,
} from './inbox-message-statement.ts';
import {
  columnExpressionOf,
  type EventOfStoredRow,
  fieldOfPath,
  filledPlaceholders,
  moveInputOf,
  partsOfPlaceholder,
  pathOfPlaceholderPart,
  placeholderValuesOf,
  type SourceValues,
} from './notification-placeholder-values.ts';
import { queueMessages } from './queue-sms-email-and-wechat-messages.ts';

/** Key of the messages of an added row, next to the moves. */
export const rowAddedEvent = 'added';

const declaredFor = (notify: NotificationsByEvent | undefined, event: string): readonly DeclaredNotification[] =>
  notify && Object.hasOwn(notify, event) ? [notify[event] ?? []].flat() : [];

/** The messages that an event of a row sends when this caller causes it. */
export const notificationsOf = (
  { hooks }: Pick<Engine, 'hooks'>,
  { name }: AnyResource,
  event: string,
  caller: Caller,
): readonly DeclaredNotification[] =>
  (hooks.get(name) ?? [])
    .flatMap(({ notify }) => declaredFor(notify, event))
    .filter(({ by }) => !by || by.includes(caller.type));

/** Throws if a message has a placeholder that nothing fills, shows personal data, or goes to nobody. */
export function refuseInvalidNotificationDeclarations(
  resource: AnyResource,
  { notify }: Pick<WriteHooksOfAnyResource, 'notify'>,
  find: FindResource,
): void {
  for (const event of Object.keys(notify ?? {})) {
    const move = moveOf(resource.life, event);
    if (!move && event !== rowAddedEvent) throw new Error(`${resource.name}: a message for ${event}, which is no move`);
    for (const one of declaredFor(notify, event)) {
      const at = `${resource.name}: message ${one.template.code} of ${event}`;
      checkRecipients(resource, one, at, find);
      checkPlaces({ resource, event }, one, at, find);
      for (const condition of one.where ?? []) checkCondition(resource, condition, at, find);
      if (one.before && !move?.accepts) throw new Error(`${at}: before is for moves that accept a change`);
    }
  }
}

function checkRecipients(resource: AnyResource, one: DeclaredNotification, at: string, find: FindResource): void {
  const { template, to, sms } = one;
  if (!template.inbox && (to || sms === undefined)) throw new Error(`${at} has no inbox`);
  if (sms !== undefined) {
    const found = fieldOfPath(resource, sms, find)?.one;
    if (!found || kindOf(found).keyboard !== 'tel' || kindOf(found).sealed || !hasColumn(found))
      throw new Error(`${at}: ${sms} is no mobile number`);
  }
  if (!to) return;
  const name = 'field' in to ? to.field : to.holdersOf;
  if (!Object.hasOwn(resource.fields, name)) throw new Error(`${at}: no field ${name}`);
  if ('holdersOf' in to) {
    const about = referredBy(resource, name, find);
    if (!about || !owningResourceOf(about, find)) throw new Error(`${at}: nobody holds the row of ${name}`);
  }
}

function checkPlaces(
  event: Pick<EventOfStoredRow, 'resource' | 'event'>,
  one: DeclaredNotification,
  at: string,
  find: FindResource,
): void {
  for (const place of Object.keys(one.values ?? {}))
    if (!Object.hasOwn(one.template.places, place)) throw new Error(`${at} has no placeholder ${place}`);
  for (const place of Object.keys(one.template.places))
    for (const part of partsOfPlaceholder(one, place)) {
      const field =
        moveInputOf(event, pathOfPlaceholderPart(part)) ??
        fieldOfPath(event.resource, pathOfPlaceholderPart(part), find)?.one;
      if (!field) throw new Error(`${at}: nothing fills {${place}}`);
      if (isMaskedForOfficers(field) || field.privacy) throw new Error(`${at} shows personal data in {${place}}`);
      if (typeof part !== 'string' && kindOf(field).comparison !== 'moment')
        throw new Error(`${at}: ${part.day} is no moment`);
    }
}

function checkCondition(resource: AnyResource, [path, ...rest]: RowCondition, at: string, find: FindResource): void {
  const found = fieldOfPath(resource, path, find);
  checkConditionDeclarations(at, [[path, ...rest]], found ? { [path]: found.one } : {});
}

/** The resource that a field of a row refers to. */
function referredBy(resource: AnyResource, name: string, find: FindResource): AnyResource | undefined {
  const to = targetOf(resource.fields[name] as AnyField);
  return to?.key === 'id' ? find(to.resource) : undefined;
}

interface NotifiedRow {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly zh: SourceValues;
  /** Values that differ in English. */
  readonly en: SourceValues;
  readonly title: string | null;
  readonly area: string | null;
  /** What the row is called in an inbox. */
  readonly heading: string | null;
  /** By message: whether it is sent to somebody, its mobile, the row it is about if it is another, and the holders who get it. */
  readonly each: readonly {
    readonly sends: boolean;
    readonly mobile: string | null;
    readonly about: number | null;
    readonly held: readonly number[] | null;
  }[];
}

/**
 * Sends messages of an event of these rows. One statement reads the rows and one more sends each message, or two with
 * text messages, however many rows.
 */
export async function sendNotifications(
  engine: Engine,
  tx: Queryable,
  stored: EventOfStoredRow,
  notifications: readonly DeclaredNotification[],
  ids: readonly number[],
): Promise<void> {
  const { resource } = stored;
  if (notifications.length === 0 || ids.length === 0) return;
  const { find } = engine;
  const values = placeholderValuesOf(stored, notifications, find);
  // only the queue of text messages names the row and its area
  const isQueued = notifications.some(({ sms }) => sms !== undefined);
  const title = sql.raw(isQueued ? queueTitle(resource, find) : 'null::text');
  const area = sql.raw((isQueued && areaOfRowSql(resource, find)) || 'null');
  const heading = notifications.some(isToHolders) ? headingColumn(resource, find) : sql`null`;
  const found = notifications.map((one, at) => recipientsOf(resource, one, at, find));
  // first whether it is sent, as nobody holds many rows (`offset 0`: once for each)
  const rows = await tx.rows<NotifiedRow>(
    sql`select t.id, ${values.zh} as zh, ${values.en} as en, ${title} as title, ${area}::text as area, ${heading}::text as heading,
        json_build_array(${sql.join(notifications.map((one, at) => factsOf(resource, one, found[at] as RecipientsSql, find)))}) as each
      from ${sql.id(tableOf(resource))} t, lateral (select ${sql.join(found.map(({ column }) => column))} offset 0) f
      where ${columnEqualsAnyKey(sql`t.id`, ids)} and (${sql.join(
        found.map(({ sent }) => sent),
        ' or ',
      )}) order by t.id`,
  );
  for (const [place, one] of notifications.entries())
    await sendOne(
      engine,
      tx,
      resource,
      one,
      rows.flatMap((row) => {
        const facts = row.each[place];
        return facts?.sends ? [{ ...row, ...facts }] : [];
      }),
    );
}

/** Title of row `t` in the queue of text messages, which names no people: of theirs it names the row they are part of. */
function queueTitle(resource: AnyResource, find: FindResource): string {
  const { fields, title, partOf } = resource;
  const parent = partOf === undefined ? undefined : (fields[partOf] as AnyField);
  const isName = fields[title] !== undefined && kindOf(fields[title] as AnyField).personal === 'name';
  return partOf !== undefined && parent && isName
    ? readableValueSql(partOf, parent, 'zh-cn', 't', find)
    : titleSql(resource);
}

/** Whether a message goes to the members who hold the row itself. */
const isToHolders = ({ template, to }: DeclaredNotification): boolean =>
  template.inbox !== undefined && to === undefined;

interface RecipientsSql {
  /** The column that is computed once for each row. */
  readonly column: Sql;
  /** Whether the message is sent, and the holders of the row who get it: expressions on that column. */
  readonly sent: Sql;
  readonly held: Sql;
}

/** Whether a message about row `t` is sent: its conditions are met, and somebody gets it. */
function recipientsOf(resource: AnyResource, one: DeclaredNotification, at: number, find: FindResource): RecipientsSql {
  const { template, to, sms, where = [] } = one;
  const [sent, held] = [sql.raw(`f.sent${at}`), sql.raw(`f.held${at}`)];
  const met = where.map((condition) => sql`(${compileCondition(resource, condition, find)}) is true`);
  if (to && sms === undefined) met.push(sql`t.${sql.id('field' in to ? to.field : to.holdersOf)} is not null`);
  const isMet = met.length > 0 ? sql.join(met, ' and ') : sql`true`;
  if (!isToHolders(one)) return { column: sql`${isMet} as ${sql.raw(`sent${at}`)}`, sent, held: sql`null` };
  const members = notifiedHoldersSql({ find }, resource, template);
  const holders = sql`${met.length > 0 ? sql`case when ${isMet} then ${members} end` : members} as ${sql.raw(`held${at}`)}`;
  // texts for nobody are not composed, but a text message may go to somebody who has no account
  if (sms === undefined) return { column: holders, sent: sql`${held} is not null`, held };
  return { column: sql`${isMet} as ${sql.raw(`sent${at}`)}, ${holders}`, sent, held };
}

/** Of row `t`: whether a message is sent, and to whom. */
function factsOf(
  resource: AnyResource,
  { sms, to }: DeclaredNotification,
  { sent, held }: RecipientsSql,
  find: FindResource,
): Sql {
  const found = sms === undefined ? undefined : fieldOfPath(resource, sms, find);
  const mobile = found ? columnExpressionOf(found, (alias) => `${alias}."${found.name}"`) : 'null';
  const about = to && 'holdersOf' in to ? `t."${to.holdersOf}"` : 'null';
  return sql`json_build_object('sends', ${sent}, 'mobile', ${sql.raw(mobile)}, 'about', ${sql.raw(about)}, 'held', ${held})`;
}

function compileCondition(resource: AnyResource, [path, ...rest]: RowCondition, find: FindResource): Sql {
  const found = fieldOfPath(resource, path, find);
  const name = found?.name ?? path;
  const conditions = toListConditions([[name, ...rest]], shanghaiToday());
  const met = sql.join(compileDeclaredConditions(found?.resource ?? resource, conditions), ' and ');
  if (found?.through === undefined) return met;
  return sql`t.${sql.id(found.through)} in (select t.id from ${sql.id(tableOf(found.resource))} t where ${met})`;
}

async function sendOne(
  engine: Engine,
  tx: Queryable,
  resource: AnyResource,
  one: DeclaredNotification,
  rows: readonly (NotifiedRow & NotifiedRow['each'][number])[],
): Promise<void> {
  const { template, to, sms } = one;
  const notices = rows.map(({ id, about, held, heading, zh, en, title, area, mobile }) => ({
    row: about ?? id,
    heading,
    members: held ?? [],
    values: filledPlaceholders(one, zh, 'zh-cn'),
    english: filledPlaceholders(one, { ...zh, ...en }, 'en'),
    phone: { mobile: mobile ?? '', areaCode: area, resource: resource.name, rowId: id, rowTitle: title ?? '' },
  }));
  if (to && 'field' in to)
    await notifyMemberNamedByField(engine, tx, resource, template, { by: to.field, to: to.opens }, notices);
  else if (to) {
    const about = referredBy(resource, to.holdersOf, engine.find);
    const referring = notices.filter((_, at) => rows[at]?.about);
    if (about) await notifyHolders(engine, tx, about, template, referring);
  } else if (template.inbox) await notifyMembers(engine, tx, resource, template, notices);
  if (sms === undefined) return;
  const reached = notices.filter(({ phone }) => phone.mobile !== '');
  await queueMessages(
    engine,
    tx,
    template,
    reached.map(({ values, phone }) => ({ values, to: phone })),
  );
}
