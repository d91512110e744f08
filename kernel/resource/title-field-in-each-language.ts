import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import type { Locale } from '../text/text.ts';

/** The parts of a declaration that say which field is the title of a row. */
export type DeclaredTitleFields = Pick<AnyResource, 'title' | 'titleEnglish'>;

/** Throws if a title is not a field, or if a field with an English column is not a text that only the server writes. */
export function checkTitleFields({ name, title, titleEnglish = title, fields }: AnyResource): void {
  for (const one of [title, titleEnglish])
    if (!(one in fields)) throw new Error(`${name}: title ${one} is not a field`);
  for (const [own, one] of Object.entries(fields)) {
    if (one.english === undefined) continue;
    if (one.write !== 'server' || one.through || one.from || one.privacy || kindOf(one).column !== 'text')
      throw new Error(`${name}.${own}: only texts written by the server can have an English column`);
    if (one.english in fields) throw new Error(`${name}.${own}: ${one.english} is a declared field`);
  }
}

/** The name of the field that contains the title of this row in a language. */
export function titleFieldInLanguage(
  { title, titleEnglish }: DeclaredTitleFields,
  row: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return locale === 'en' && titleEnglish !== undefined && row[titleEnglish] ? titleEnglish : title;
}
