import type { CheckedObjectKind } from '../../contract/check-item/check-item-options.ts';
import { formatArticleNumber } from '../../contract/law/article-number.ts';
import { type Statute, statutes } from './statutes-and-shipped-violation-cause-types.ts';

/** An article, or the first and last of several. */
export type ArticleRange = readonly [statute: Statute, from: number, to?: number];

/** A check item as shipped. The list is that of the domain reference, Appendix C. */
export interface ShippedCheckItem {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly severity: 1 | 2 | 3 | 4 | 5;
  readonly photo?: true;
  readonly articles?: readonly ArticleRange[];
  /** The cause that rests on the same article. */
  readonly cause?: string;
}

/** A checklist as shipped: one for each kind of enterprise, with all its items. */
export interface ShippedChecklist {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly kinds: readonly CheckedObjectKind[];
  readonly items: readonly ShippedCheckItem[];
}

const articleName = (number: number): string => formatArticleNumber({ number, inserted: 0 });

/** The legal basis in words: 旅游法第二十八条至第二十九条、第五十六条；旅行社条例第三十六条. */
export function legalBasisOf(articles: readonly ArticleRange[]): string {
  const byStatute = new Map<Statute, string[]>();
  for (const [statute, from, to] of articles) {
    const range = to === undefined ? articleName(from) : `${articleName(from)}至${articleName(to)}`;
    byStatute.set(statute, [...(byStatute.get(statute) ?? []), range]);
  }
  return [...byStatute].map(([statute, numbers]) => `${shownStatute(statute)}${numbers.join('、')}`).join('；');
}

/** 旅游法 is known by its short name, regulations are written in full. */
const shownStatute = (statute: Statute): string => (statute === '旅游法' ? statute : statutes[statute]);
