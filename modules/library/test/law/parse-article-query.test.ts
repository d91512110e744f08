import { expect, test } from 'vitest';
import { parseLawArticleSearch } from '../../contract/law/parse-law-article-search-text.ts';

test.each([
  ['旅游法 35', { number: 35, terms: ['旅游法'] }],
  ['旅游法35', { number: 35, terms: ['旅游法'] }],
  ['旅游法第三十五条', { number: 35, terms: ['旅游法'] }],
  ['第三十五条', { number: 35, terms: [] }],
  ['35条', { number: 35, terms: [] }],
  ['３５ 条', { number: 35, terms: [] }],
  ['《旅行社条例》四十六条', { number: 46, terms: ['旅行社条例'] }],
  ['刑法 120条之一', { number: 120, inserted: 1, terms: ['刑法'] }],
  ['刑法 120-1', { number: 120, inserted: 1, terms: ['刑法'] }],
  ['第一百二十条之二', { number: 120, inserted: 2, terms: [] }],
  ['诱骗旅游者 购物', { terms: ['诱骗旅游者', '购物'] }],
  ['旅行社条例 许可', { terms: ['旅行社条例', '许可'] }],
  ['三万元以上', { terms: ['三万元以上'] }],
  ['', { terms: [] }],
])('%s', (typed, meant) => {
  expect(parseLawArticleSearch(typed)).toEqual(meant);
});

test('any text is read in time', () => {
  for (const typed of ['第'.repeat(10_000), '一'.repeat(10_000), '1'.repeat(10_000), ' 1条之'.repeat(5000)])
    expect(parseLawArticleSearch(typed).terms.length).toBeLessThanOrEqual(6);
});
