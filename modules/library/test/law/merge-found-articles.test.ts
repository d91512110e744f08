import { expect, test } from 'vitest';
import type { FoundArticle } from '../../contract/law/law-text-preview-and-problems.ts';
import { mergeArticlesOfImportedText } from '../../web/law/merge-articles-of-imported-text.ts';

const found = (number: number, text: string, inserted = 0): FoundArticle => ({
  number,
  inserted,
  article_no: '',
  chapter: null,
  text,
  complete: '1',
});

const existing = [
  { id: 1, version: 1, number: 1, inserted: 0, chapter: '第一章', text: '甲', complete: '1', keywords: '目的' },
  { id: 2, version: 1, number: 2, inserted: 0, chapter: '第一章', text: null, complete: '0' },
  { id: 3, version: 1, number: 3, inserted: 0, chapter: '第二章', text: '丙', complete: '1' },
];

test('a whole text replaces the articles and keeps the rows of their numbers', () => {
  const merged = mergeArticlesOfImportedText(
    existing,
    [found(1, '甲'), found(2, '乙'), found(2, '乙之一', 1)],
    'replace',
  );
  expect(merged).toMatchObject({ added: 1, changed: 1, removed: 1 });
  expect(merged.rows.map(({ id, number, inserted, text, keywords }) => [id, number, inserted, text, keywords])).toEqual(
    [
      [1, 1, 0, '甲', '目的'],
      [2, 2, 0, '乙', undefined],
      [undefined, 2, 1, '乙之一', undefined],
    ],
  );
  expect(merged.rows[1]).toMatchObject({ complete: '1', chapter: '第一章' });
});

test('a part of a text completes some articles, in the order of their numbers', () => {
  const merged = mergeArticlesOfImportedText(existing, [found(2, '乙'), found(10, '癸')], 'merge');
  expect(merged).toMatchObject({ added: 1, changed: 1, removed: 0 });
  expect(merged.rows.map(({ number, text }) => [number, text])).toEqual([
    [1, '甲'],
    [2, '乙'],
    [3, '丙'],
    [10, '癸'],
  ]);
});
