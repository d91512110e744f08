import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf, targetOf } from '#kernel/field/field.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { placeholdersIn } from '#kernel/message/declare-and-fill-message-template.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { fillPlaceholders, type Locale } from '#kernel/text/text.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type {
  DeclaredNotification,
  NotificationPlaceholderValue,
} from '#server/engine/declared-notifications-of-added-or-moved-rows.ts';
import { columnInLanguage } from '#server/read/field/column-in-reader-language-sql.ts';
import { readableValueSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';

/** Values by the key of their source; see {@link placeholderValuesOf}. */
export type SourceValues = Readonly<Record<string, string | null>>;

/** An event of a row that has been stored: `added`, or the name of a move. */
export interface EventOfStoredRow {
  readonly resource: AnyResource;
  readonly event: string;
  /** Input of the move in wire form. */
  readonly input: Readonly<Record<string, unknown>>;
  /** English of the platform's own texts in `input`. */
  readonly english?: Readonly<Record<string, string>>;
}

/** A field, of the row or of one it refers to. */
interface FoundField {
  readonly resource: AnyResource;
  readonly name: string;
  readonly one: AnyField;
  /** The reference that leads to it. */
  readonly through?: string;
}

/** The field of a path; undefined if there is none with a column. */
export function fieldOfPath(resource: AnyResource, path: string, find: FindResource): FoundField | undefined {
  const [first = '', rest] = path.split('.');
  const fields = allColumnsOf(resource);
  const one = Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (!one || !hasColumn(one)) return undefined;
  if (rest === undefined) return { resource, name: first, one };
  const to = targetOf(one);
  const target = to?.key === 'id' ? find(to.resource) : undefined;
  const found = target && !rest.includes('.') ? fieldOfPath(target, rest, find) : undefined;
  return found && { ...found, through: first };
}

/** SQL of an expression on the row that has a field: of row `t`, or of alias `r` for one that it refers to. */
export function columnExpressionOf({ resource, through }: FoundField, expression: (alias: string) => string): string {
  if (through === undefined) return expression('t');
  return `(select ${expression('r')} from "${tableOf(resource)}" r where r.id = t."${through}")`;
}

/** Where the value of a placeholder comes from. */
const sourceOf = ({ values }: DeclaredNotification, place: string): NotificationPlaceholderValue =>
  values?.[place] ?? place;

/** The fields and inputs that a placeholder is filled from. */
type Part = string | { readonly day: string };
export function partsOfPlaceholder(one: DeclaredNotification, place: string): readonly Part[] {
  const source = sourceOf(one, place);
  if (typeof source === 'string' || 'day' in source) return [source];
  return [...new Set([...placeholdersIn(source['zh-cn']), ...placeholdersIn(source.en)])];
}

export const pathOfPlaceholderPart = (part: Part): string => (typeof part === 'string' ? part : part.day);
const keyOf = (part: Part): string => (typeof part === 'string' ? part : `${part.day} day`);

/** The values of the placeholders of a message in one language. */
export const filledPlaceholders = (
  one: DeclaredNotification,
  values: SourceValues,
  locale: Locale,
): Record<string, string> =>
  Object.fromEntries(
    Object.keys(one.template.places).map((place) => {
      const source = sourceOf(one, place);
      const value =
        typeof source === 'string' || 'day' in source
          ? values[keyOf(source)]
          : fillPlaceholders(source[locale], (name) => values[name] ?? '');
      return [place, value ?? ''];
    }),
  );

/** An input of the move, if it has one of that name. */
export function moveInputOf({ resource, event }: Pick<EventOfStoredRow, 'resource' | 'event'>, name: string) {
  const inputs: Fields = moveOf(resource.life, event)?.input ?? {};
  return Object.hasOwn(inputs, name) ? (inputs[name] as AnyField) : undefined;
}

/**
 * The values of all placeholders by source, as JSON objects of row `t`: `zh` has all, `en` only those that differ in
 * English.
 */
export function placeholderValuesOf(
  stored: EventOfStoredRow,
  notifications: readonly DeclaredNotification[],
  find: FindResource,
): { readonly zh: Sql; readonly en: Sql } {
  const parts = new Map(
    notifications
      .flatMap((one) => Object.keys(one.template.places).flatMap((place) => partsOfPlaceholder(one, place)))
      .map((part) => [keyOf(part), part]),
  );
  const values = [...parts].map(([key, part]) => ({
    key,
    zh: partValue(stored, part, 'zh-cn', find),
    en: partValue(stored, part, 'en', find),
  }));
  const differing = values.filter(({ zh, en }) => zh.text !== en.text || zh.values[0] !== en.values[0]);
  return {
    zh: sql`json_build_object(${sql.join(values.map(({ key, zh }) => sql`${key}::text, ${zh}`))})`,
    en: sql`json_build_object(${sql.join(differing.map(({ key, en }) => sql`${key}::text, ${en}`))})`,
  };
}

function partValue(
  { resource, event, input, english = {} }: EventOfStoredRow,
  part: Part,
  locale: Locale,
  find: FindResource,
) {
  const path = pathOfPlaceholderPart(part);
  const given = moveInputOf({ resource, event }, path);
  const field = fieldOfPath(resource, path, find);
  const value = locale === 'en' ? (english[path] ?? input[path]) : input[path];
  if (given && (!field || (value !== undefined && value !== null)))
    return sql`${readableInput(given, value, locale)}::text`;
  if (!field) return sql`null::text`;
  return sql.raw(
    columnExpressionOf(field, (alias) =>
      readField(field, locale, alias, typeof part === 'string' ? undefined : 'day', find),
    ),
  );
}

/** A field as a reader of the message sees it. */
function readField(
  { name, one }: FoundField,
  locale: Locale,
  alias: string,
  unit: 'day' | undefined,
  find: FindResource,
): string {
  const column = `${alias}."${name}"`;
  const { comparison, sums, wire } = kindOf(one);
  if (one.english) return columnInLanguage(locale, one, column);
  if (comparison === 'moment' && unit === undefined)
    return `to_char(${column} at time zone 'Asia/Shanghai', ${quoteLiteral('YYYY-MM-DD HH24:MI')})`;
  return sums && wire ? wire(column) : readableValueSql(name, one, locale, alias, find);
}

/** An input as a reader of the message sees it. */
export function readableInput(one: AnyField, value: unknown, locale: Locale): string {
  if (value === undefined || value === null) return '';
  return kindOf(one).toText?.(value, one.options, locale) ?? String(value);
}
