import { expect, test } from 'vitest';
import { beginningOfText } from './beginning-of-text.ts';

test('a short text stays as it is, on one line', () => {
  expect(beginningOfText(' 黄金周\n出行  提示 ', 20)).toBe('黄金周 出行 提示');
  expect(beginningOfText('', 20)).toBe('');
});

test('a longer one ends with a sentence, or with a word and an ellipsis', () => {
  expect(beginningOfText('各景区实行预约。请提前三天预约门票，节日期间限量。', 12)).toBe('各景区实行预约。');
  expect(beginningOfText('他说：“请预约。”明天开始执行新的规定。', 12)).toBe('他说：“请预约。”');
  expect(beginningOfText('Book first. Tickets are limited during the holidays.', 20)).toBe('Book first.');
  expect(beginningOfText('Tickets cost 12.50 yuan during the holidays', 20)).toBe('Tickets cost 12.50…');
  expect(beginningOfText('A. Tickets are limited during the holidays', 24)).toBe('A. Tickets are limited…');
  expect(beginningOfText('请提前三天，预约门票', 7)).toBe('请提前三天…');
});

test('no character is cut in two, and no word is too long', () => {
  expect(beginningOfText('😀'.repeat(30), 10)).toBe(`${'😀'.repeat(9)}…`);
  expect(beginningOfText('a'.repeat(300), 160)).toBe(`${'a'.repeat(159)}…`);
});
