import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf, targetOf } from '#kernel/field/field.ts';
import type { Locale } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { DeclaredNotification } from '#server/engine/declared-notifications-of-added-or-moved-rows.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { isMaskedForOfficers } from '#server/read/field/masked-columns.ts';
import { holdersToNotifySql, inboxMessagesTo } from './inbox-message-statement.ts';
import {
  type EventOfStoredRow,
  filledPlaceholders,
  moveInputOf,
  partsOfPlaceholder,
  pathOfPlaceholderPart,
  readableInput,
  type SourceValues,
} from './notification-placeholder-values.ts';
import { queueMessageStatement } from './queue-sms-email-and-wechat-messages.ts';

/** A row as it is stored, in wire form; an expression has no value before it is stored. */
type StoredRow = Readonly<Record<string, unknown>>;

/**
 * The statements of a message that needs nothing but inputs and plain fields of the row itself, to be executed with the
 * statement that stores the row: no more round trips than without a message. Undefined: it needs the database.
 */
export function notificationStatementsWithinRowStatement(
  engine: Engine,
  stored: EventOfStoredRow,
  one: DeclaredNotification,
  row: StoredRow,
): readonly ((stored: Sql) => Sql)[] | undefined {
  const { resource } = stored;
  const { template, sms, to, where = [], before } = one;
  if (to || before || !template.inbox) return undefined;
  const isPlain = (name: string) => isPlainField(resource, name, engine.find) && isTextOrEmpty(row[name]);
  if (!where.every(([name, operator]) => isPlain(name) && /^(NOT )?NULL$/.test(operator))) return undefined;
  if (where.some(([name, operator]) => isEmpty(row[name]) !== (operator === 'NULL'))) return [];
  const zh = valuesIn(stored, one, row, 'zh-cn', isPlain);
  const en = valuesIn(stored, one, row, 'en', isPlain);
  if (!zh || !en) return undefined;
  const [values, english] = [filledPlaceholders(one, zh, 'zh-cn'), filledPlaceholders(one, en, 'en')];
  const inbox = (target: Sql) =>
    inboxMessagesTo(
      engine,
      template,
      { values, english },
      holdersToNotifySql(engine, resource, template, sql`t.id = (select id from ${target})`),
    );
  if (sms === undefined) return [inbox];
  const { [sms]: mobile, [resource.title]: title, area_code: areaCode } = row;
  const isNamedByRow = isPlain(resource.title) && !isOfPerson(resource) && isPlain('area_code');
  if (!isPlain(sms) || !isNamedByRow) return undefined;
  if (isEmpty(mobile)) return [inbox];
  const recipient = {
    mobile: String(mobile),
    areaCode: isEmpty(areaCode) ? null : String(areaCode),
    resource: resource.name,
    ...(isEmpty(title) ? {} : { rowTitle: String(title) }),
  };
  return [(target) => queueMessageStatement(engine, target, template, values, recipient), inbox];
}

/** Whether the title of its rows names or identifies a person: the queue of text messages then shows something else. */
function isOfPerson({ fields, title }: AnyResource): boolean {
  const one: AnyField | undefined = fields[title];
  return one === undefined || isMaskedForOfficers(one) || kindOf(one).personal !== undefined;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Whether the value is there as such, and not an expression. */
const isTextOrEmpty = (value: unknown): boolean => isEmpty(value) || typeof value === 'string';

/** A column of the row with a text that people read as it is stored: no reference, option or translated text. */
function isPlainField(resource: AnyResource, name: string, find: FindResource): boolean {
  const one = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!one || !hasColumn(one) || one.english || one.options.options || one.options.optionList) return false;
  if (name === 'area_code') return true;
  const { column, sealed, comparison } = kindOf(one);
  const isText = column === 'text' && comparison !== 'moment';
  return !sealed && !(targetOf(one) && find(targetOf(one)?.resource ?? '')) && (isText || column === 'date');
}

/** The values of all placeholders; undefined if one needs the database. */
function valuesIn(
  stored: EventOfStoredRow,
  one: DeclaredNotification,
  row: StoredRow,
  locale: Locale,
  isPlain: (name: string) => boolean,
): SourceValues | undefined {
  const values: Record<string, string | null> = {};
  for (const part of Object.keys(one.template.places).flatMap((place) => partsOfPlaceholder(one, place))) {
    if (typeof part !== 'string') return undefined;
    const path = pathOfPlaceholderPart(part);
    const input = moveInputOf(stored, path);
    const given = locale === 'en' ? (stored.english?.[path] ?? stored.input[path]) : stored.input[path];
    const isGiven = given !== undefined && given !== null;
    if (input && (isGiven || !Object.hasOwn(stored.resource.fields, path)))
      values[part] = readableInput(input, given, locale);
    else if (path !== 'area_code' && isPlain(path)) values[part] = isEmpty(row[path]) ? null : String(row[path]);
    else return undefined;
  }
  return values;
}
