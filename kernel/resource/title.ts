import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import type { Locale } from '../text/text.ts';

/** What a declaration says of the names of its rows. */
export type Titled = Pick<AnyResource, 'title' | 'titleEnglish'>;

/** Refuses a title that is no field, and English words beside a field that is written or read by other ways. */
export function checkTitles({ name, title, titleEnglish = title, fields }: AnyResource): void {
  for (const one of [title, titleEnglish])
    if (!(one in fields)) throw new Error(`${name}: title ${one} is not a field`);
  for (const [own, one] of Object.entries(fields)) {
    if (one.english === undefined) continue;
    if (one.write !== 'server' || one.through || one.from || one.privacy || kindOf(one).column !== 'text')
      throw new Error(`${name}.${own}: only a text that the server writes is said in English beside it`);
    if (one.english in fields) throw new Error(`${name}.${own}: ${one.english} is a field by itself`);
  }
}

/** The field a row is named by in a language. */
export function titleFieldIn(
  { title, titleEnglish }: Titled,
  row: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return locale === 'en' && titleEnglish !== undefined && row[titleEnglish] ? titleEnglish : title;
}
