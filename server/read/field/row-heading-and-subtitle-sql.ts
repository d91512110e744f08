import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { RowHeadingPart } from '#kernel/declaration/row-heading-of-fields-and-texts.ts';
import { fieldOfHeadingPart, textOfHeadingPart } from '#kernel/field/check-row-heading-declaration.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { quoteLiteral } from '#server/db/quote-literal.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import { columnInLanguage } from './column-in-reader-language-sql.ts';
import { isMaskedForOfficers, maskedColumn } from './masked-columns.ts';

/** Separator of the parts of a heading. */
export const headingSeparator = ' · ';
/** Personal data appears in options only by its last characters, which its mask shows too. */
const endingWith = text('尾号 {n}', 'ending in {n}');

/** Finds no resource, so that the title of a referenced row does not follow further references. */
const nothing: FindResource = () => undefined;

/** SQL of the title of a row (alias `alias`), masked if it is personal data. */
export function titleSql(resource: AnyResource, alias = 't', locale?: Locale): string {
  const title = resource.fields[resource.title];
  if (title?.english) return columnInLanguage(locale, title, `${alias}."${resource.title}"`);
  return title ? maskedColumn(resource.title, title, alias) : 'null::text';
}

/** The same, or its English title, if the reader's language is English and it has one. */
function titleInLanguageSql(resource: AnyResource, alias: string, locale?: Locale): string {
  const title = titleSql(resource, alias, locale);
  if (locale !== 'en' || !resource.titleEnglish) return title;
  return `coalesce(nullif(${alias}."${resource.titleEnglish}", ''), ${title})`;
}

/**
 * SQL of the heading of a row, or its title if it has none. Stored headings contain no words, because readers of both
 * languages use them.
 */
export function headingSql(
  resource: AnyResource,
  find: FindResource,
  locale?: Locale,
  alias = 't',
  parts: readonly RowHeadingPart[] | undefined = resource.heading,
): string {
  if (!parts) return titleInLanguageSql(resource, alias, locale);
  const shown = parts.filter((part) => locale || !textOfHeadingPart(part));
  const [first = 'null', ...rest] = shown.map((part) => partText(resource, part, locale ?? 'zh-cn', alias, find));
  // the title stands in for a missing first part, unless it is a later part itself
  const hasTitle = shown.slice(1).some((part) => fieldOfHeadingPart(part) === resource.title);
  const beginning = hasTitle ? first : `coalesce(${first}, ${titleSql(resource, alias)})`;
  return `concat_ws('${headingSeparator}', ${beginning}, ${rest.join(', ') || 'null'})`;
}

/** The parts of headings for a caller. For members they leave out the name of the member's own firm. */
export function headingPartsFor(
  resource: AnyResource,
  { type }: Pick<Caller, 'type'>,
  find: FindResource,
): readonly RowHeadingPart[] | undefined {
  const { heading, partOf } = resource;
  const own = type === 'member' && partOf !== undefined ? targetOf(resource.fields[partOf] as AnyField) : undefined;
  if (!heading || !own || own.resource !== owningResourceOf(resource, find)?.name) return heading;
  return heading.filter((part) => fieldOfHeadingPart(part) !== partOf);
}

/** The same as a select column. */
export const headingColumn = (resource: AnyResource, find: FindResource, locale?: Locale): Sql =>
  sql.raw(headingSql(resource, find, locale));

/** Name of the selected column with the heading, if it differs from the title. */
export const headingColumnName = '_heading';

/**
 * Name of the column that distinguishes rows of the same name in a picker. Ends of numbers appear only for rows the
 * caller would find in the list.
 */
export const subtitleColumnName = '_subtitle';
export function subtitleColumn(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
  lists: boolean,
): Sql | undefined {
  if (!resource.subtitle) return undefined;
  const fields = allColumnsOf(resource);
  const own = lists ? scopeOf(resource, caller, find) : sql`false`;
  const parts = resource.subtitle.map((part) => {
    const one = fields[fieldOfHeadingPart(part)];
    const shown = sql.raw(partText(resource, part, caller.locale, 't', find));
    return one && isMaskedForOfficers(one) && own ? sql`case when ${own} then ${shown} end` : shown;
  });
  return sql`nullif(concat_ws(${sql.raw(quoteLiteral(headingSeparator))}, ${sql.join(parts)}), '')`;
}

function partText(
  resource: AnyResource,
  part: RowHeadingPart,
  locale: Locale,
  alias: string,
  find: FindResource,
): string {
  const name = fieldOfHeadingPart(part);
  const one = allColumnsOf(resource)[name];
  if (!one) return 'null';
  const shown = readableValueSql(name, one, locale, alias, find);
  const template = textOfHeadingPart(part) ?? (isMaskedForOfficers(one) ? endingWith : undefined);
  return template ? `replace(${quoteLiteral(template[locale])}, '{n}', ${shown})` : shown;
}

/** SQL of a field's value as people read it: the label of an option, the title of a referenced row, the end of a number. */
export function readableValueSql(
  name: string,
  one: AnyField,
  locale: Locale,
  alias: string,
  find: FindResource,
): string {
  const column = `${alias}."${name}"`;
  const kind = kindOf(one);
  if (isMaskedForOfficers(one)) return `nullif(regexp_replace(${maskedColumn(name, one, alias)}, '^.*\\*', ''), '')`;
  const to = targetOf(one);
  if (to?.key === 'code') return `(select a.name from system_area a where a.code = ${column})`;
  if (to) {
    const target = find(to.resource);
    return target
      ? `(select ${headingSql(target, nothing, locale, 'h')} from "${tableOf(target)}" h where h.id = ${column})`
      : 'null';
  }
  if (kind.comparison === 'moment') return `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const options = one.options.options as Readonly<Record<string, Text>> | undefined;
  if (options) {
    const cases = Object.entries(options).map(
      ([value, word]) => `when ${quoteLiteral(value)} then ${quoteLiteral(word[locale])}`,
    );
    return `case ${column} ${cases.join(' ')} else ${column} end`;
  }
  return `nullif(${column}::text, '')`;
}
