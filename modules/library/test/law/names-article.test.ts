import { expect, test } from 'vitest';
import { isSearchForArticleNumber } from '../../contract/law/is-search-for-article-number.ts';

test('the number of an article is told from other digits in a search of laws', () => {
  for (const typed of ['旅游法 35', '第三十五条', '旅游法第35条', '旅行社条例 20-1', '２０条'])
    expect(isSearchForArticleNumber(typed), typed).toBe(true);
  for (const typed of ['旅游法', 'FG0012', '主席令第三号', '旅游法 2018', '导游管理办法', '35'])
    expect(isSearchForArticleNumber(typed), typed).toBe(false);
});
