import type { Text } from '#kernel/text/text.ts';
import { text } from '#kernel/text/text.ts';

/** Problems in the text of a law that a person should check before using it. */
export const lawTextProblems = {
  order: text('条号顺序不对', 'Out of order'),
  duplicate: text('条号重复', 'Number occurs twice'),
  gap: text('之前缺条', 'Articles are missing before it'),
  empty: text('没有文字，将标为待补全', 'Without text; it will be marked to be completed'),
  item_order: text('项的序号不连续', 'Items are not numbered one after another'),
  long: text('文字超过两万字', 'Longer than 20,000 characters'),
} as const satisfies Readonly<Record<string, Text>>;
export type LawTextProblem = keyof typeof lawTextProblems;

/** Problems with which a text cannot be used: correct it, or the order in the file. */
export const problemsThatRefuseLawText: ReadonlySet<LawTextProblem> = new Set(['order', 'duplicate', 'long']);

/** An article found in a text, in the form of a row of `library/article`. */
export interface FoundArticle {
  readonly number: number;
  readonly inserted: number;
  readonly article_no: string;
  readonly chapter: string | null;
  readonly text: string | null;
  readonly complete: '0' | '1';
}

/** What was found in the text of a law. Nothing is stored. */
export interface LawTextPreview {
  /** Lines before the first article: title, dates of enactment. */
  readonly preamble: readonly string[];
  readonly articles: readonly FoundArticle[];
  readonly problems: readonly { readonly article_no: string; readonly problem: LawTextProblem }[];
}
