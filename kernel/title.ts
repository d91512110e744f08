import type { AnyResource } from './resource.ts';
import type { Locale } from './text.ts';

/** What a declaration says of the names of its rows. */
export type Titled = Pick<AnyResource, 'title' | 'titleEnglish'>;

/** The field a row is named by in a language. */
export function titleFieldIn(
  { title, titleEnglish }: Titled,
  row: Readonly<Record<string, unknown>>,
  locale: Locale,
): string {
  return locale === 'en' && titleEnglish !== undefined && row[titleEnglish] ? titleEnglish : title;
}
