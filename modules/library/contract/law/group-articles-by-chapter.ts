import type { ArticleNumber } from './article-number.ts';

/** Articles that stand under one heading; '' for those before the first. */
export interface Chapter<A> {
  readonly heading: string;
  readonly articles: readonly A[];
}

/** The articles of a law by the chapter they stand in, in order. */
export function groupArticlesByChapter<A extends ArticleNumber & { readonly chapter: string | null }>(
  articles: readonly A[],
): Chapter<A>[] {
  const chapters: { heading: string; articles: A[] }[] = [];
  for (const one of articles) {
    const heading = one.chapter ?? '';
    const last = chapters.at(-1);
    if (last?.heading === heading) last.articles.push(one);
    else chapters.push({ heading, articles: [one] });
  }
  return chapters;
}
