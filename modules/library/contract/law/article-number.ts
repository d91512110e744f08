import { formatChineseNumber } from './chinese-number.ts';

/** The number of an article (条), with `inserted` for those added later: 第二十条之一 is number 20, inserted 1. */
export interface ArticleNumber {
  readonly number: number;
  readonly inserted: number;
}

/** The number as laws write it: 第三十五条, 第二十条之一. */
export const formatArticleNumber = ({ number, inserted }: ArticleNumber): string =>
  `第${formatChineseNumber(number)}条${inserted > 0 ? `之${formatChineseNumber(inserted)}` : ''}`;

/** Orders articles as they stand in a law. */
export const compareArticleNumbers = (one: ArticleNumber, other: ArticleNumber): number =>
  one.number - other.number || one.inserted - other.inserted;
