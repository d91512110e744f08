import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { type ArticleNumber, compareArticleNumbers } from '../../contract/law/article-number.ts';
import type { FoundArticle } from '../../contract/law/law-text-preview-and-problems.ts';

/** `replace`: the text is the whole law. `merge`: it completes or corrects some articles, and the others stay. */
export type MergeMode = 'replace' | 'merge';

export interface MergedArticles {
  readonly rows: readonly ChildRow[];
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

const numberOf = (row: ChildRow): ArticleNumber => ({
  number: Number(row.number),
  inserted: Number(row.inserted ?? 0),
});
const keyOf = ({ number, inserted }: ArticleNumber): string => `${number}-${inserted}`;

/**
 * The articles of a law after those of a text are merged into it. An article with the number of an existing one stays that row, with its
 * heading and keywords, so that its history continues.
 */
export function mergeArticlesOfImportedText(
  existing: readonly ChildRow[],
  found: readonly FoundArticle[],
  mode: MergeMode,
): MergedArticles {
  const before = new Map(existing.map((row) => [keyOf(numberOf(row)), row]));
  let added = 0;
  let changed = 0;
  const merged = found.map(({ number, inserted, chapter, text, complete }, at): ChildRow => {
    const old = before.get(keyOf({ number, inserted }));
    if (!old) {
      added++;
      return { key: `found-${at}-${number}-${inserted}`, number, inserted, chapter, text, complete };
    }
    // a text without chapters says nothing about them
    const next = { ...old, text, complete, ...(chapter === null ? {} : { chapter }) };
    if (old.text !== text || old.complete !== complete || next.chapter !== old.chapter) changed++;
    return next;
  });
  const foundKeys = new Set(found.map(keyOf));
  const others = existing.filter((row) => !foundKeys.has(keyOf(numberOf(row))));
  if (mode === 'replace') return { rows: merged, added, changed, removed: others.length };
  const rows = [...others, ...merged].toSorted((one, other) => compareArticleNumbers(numberOf(one), numberOf(other)));
  return { rows, added, changed, removed: 0 };
}
