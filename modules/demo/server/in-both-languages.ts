import { type Text, textInAnyLocale } from '#kernel/text/text.ts';

/** What was seen of a team or a coach, as it is kept: in both languages. */
export function inBothLanguages(source: Text, values: Readonly<Record<string, unknown>>) {
  const { 'zh-cn': summary, en: summary_en } = textInAnyLocale(source, values);
  return { summary, summary_en };
}
