import { expect, test } from 'vitest';
import { text } from '../text/text.ts';
import { type BannedWord, screenTextAgainstBannedWordList } from './screen-text-against-banned-word-list.ts';

const kind = text('绝对化用语', 'Absolute claim');
const entry = (word: string, more: Partial<BannedWord> = {}): BannedWord => ({
  word,
  severity: 'refuse',
  kind,
  ...more,
});
const day = '2026-11-28';
const found = (written: string, ...list: BannedWord[]) =>
  screenTextAgainstBannedWordList(written, list, day).map(({ excerpt }) => excerpt);

test.each([
  ['云南国家级景区', '云南【国家级】景区'],
  ['云南国 家 级景区', '云南【国 家 级】景区'],
  ['云南国·家-级景区', '云南【国·家-级】景区'],
  ['云南国\u200b家级景区', '云南【国\u200b家级】景区'],
  ['云南国～家／级景区', '云南【国～家／级】景区'],
  ['云南国\ufe0f家\u0336级景区', '云南【国\ufe0f家\u0336级】景区'],
  ['国家级', '【国家级】'],
])('%s', (written, excerpt) => {
  expect(found(written, entry('国家级'))).toEqual([excerpt]);
});

test('width and case make no difference', () => {
  expect(found('ＴＯＰ１路线', entry('top1'))).toEqual(['【ＴＯＰ１】路线']);
  expect(found('Top 1 route', entry('TOP1'))).toEqual(['【Top 1】 route']);
});

test('punctuation and line breaks part words', () => {
  expect(found('属于国家，级别不高', entry('国家级'))).toEqual([]);
  expect(found('国家\n级', entry('国家级'))).toEqual([]);
  expect(found('国家…级', entry('国家级'))).toEqual([]);
});

test('harmless phrases and parts of Latin words are passed over', () => {
  const first = entry('第一', { exceptions: ['第一天', '第一次'] });
  expect(found('第一天：云南第一品牌', first)).toEqual(['第一天：云南【第一】品牌']);
  expect(found('bestow the best', entry('best'))).toEqual(['…w the 【best】']);
});

test('each place is found once, by the longest word', () => {
  expect(found('国家级', entry('国家'), entry('国家级'))).toEqual(['【国家级】']);
  expect(found('最佳最佳', entry('最佳'))).toEqual(['【最佳】最佳', '最佳【最佳】']);
});

test('words count from the day they are in force', () => {
  expect(found('最佳', entry('最佳', { from: '2026-11-29' }))).toEqual([]);
  expect(found('最佳', entry('最佳', { until: '2026-11-27' }))).toEqual([]);
  expect(found('最佳', entry('最佳', { from: day, until: day }))).toHaveLength(1);
});

test('excerpts stay within the line', () => {
  expect(found('第一行\n我们本店提供全城最佳的服务与体验项目\n末行', entry('最佳'))).toEqual([
    '…本店提供全城【最佳】的服务与体验…',
  ]);
});

test('a text that consists of banned words is screened in a moment', () => {
  const started = performance.now();
  expect(found('最佳'.repeat(100_000), entry('最佳'), entry('佳'))).toHaveLength(50);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('words to be checked do not hide one that is refused', () => {
  const list = [entry('较好', { severity: 'warn' }), entry('国家级')];
  expect(screenTextAgainstBannedWordList(`${'较好'.repeat(1000)}国家级`, list, day).at(-1)?.entry.word).toBe('国家级');
});
