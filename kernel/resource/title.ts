import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import type { Locale } from '../text/text.ts';

/** The part of a declaration that names rows. */
export type Titled = Pick<AnyResource, 'title' | 'titleEnglish'>;

/** Throws if the title is no field, or if the English title differs from it in how it is written or read. */
export function checkTitles({ name, title, titleEnglish = title, fields }: AnyResource): void {
  for (const one of [title, titleEnglish])
    if (!(one in fields)) throw new Error(`${name}: title ${one} is not a field`);
  for (const [own, one] of Object.entries(fields)) {
    if (one.english === undefined) continue;
    if (one.write !== 'server' || one.through || one.from || one.privacy || kindOf(one).column !== 'text')
      throw new Error(`${name}.${own}: only texts written by the server can have an English column`);
    if (one.english in fields) throw new Error(`${name}.${own}: ${one.english} is a declared field`);
  }
}

/** The field with the title in a language. */
export function titleFieldIn(
  { title, titleEnglish }: Titled,
  row: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return locale === 'en' && titleEnglish !== undefined && row[titleEnglish] ? titleEnglish : title;
}
