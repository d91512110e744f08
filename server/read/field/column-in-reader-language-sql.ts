import type { AnyField } from '#kernel/declaration/field.ts';
import type { Locale } from '#kernel/text/text.ts';

/** SQL of a column in the reader's language: the English column if it is not empty. */
export function columnInLanguage(locale: Locale | undefined, one: AnyField | undefined, column: string): string {
  const english = englishColumn(locale, one, column);
  return english === undefined ? column : `coalesce(nullif(${english}, ''), ${column})`;
}

/** The English column of the title as a select item, if the reader's language is English and there is one. */
export function englishColumn(
  locale: Locale | undefined,
  one: AnyField | undefined,
  column: string,
): string | undefined {
  if (locale !== 'en' || one?.english === undefined) return undefined;
  return `${column.slice(0, column.indexOf('.'))}."${one.english}"`;
}
