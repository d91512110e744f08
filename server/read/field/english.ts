import type { AnyField } from '#kernel/declaration/field.ts';
import type { Locale } from '#kernel/text/text.ts';

/** SQL of a column as readers of a language read it: the English one that stands beside it, where there is something in it. */
export function columnIn(locale: Locale | undefined, one: AnyField | undefined, column: string): string {
  const english = englishColumn(locale, one, column);
  return english === undefined ? column : `coalesce(nullif(${english}, ''), ${column})`;
}

/** The English column beside `t."title"`, where who reads English has one. */
export function englishColumn(
  locale: Locale | undefined,
  one: AnyField | undefined,
  column: string,
): string | undefined {
  if (locale !== 'en' || one?.english === undefined) return undefined;
  return `${column.slice(0, column.indexOf('.'))}."${one.english}"`;
}
