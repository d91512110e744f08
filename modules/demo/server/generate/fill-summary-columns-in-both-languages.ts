import { type Text, textInAnyLocale } from '#kernel/text/text.ts';

/** The summary of a finding in both languages, in stored form. */
export function fillSummaryColumnsInBothLanguages(source: Text, values: Readonly<Record<string, unknown>>) {
  const { 'zh-cn': summary, en: summary_en } = textInAnyLocale(source, values);
  return { summary, summary_en };
}
