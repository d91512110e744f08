// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { text } from '#kernel/text.ts';
import { currentLocale, languageTag, speak } from './locale.ts';

test('the default language is Chinese', () => {
  localStorage.clear();
  expect(currentLocale()).toBe('zh-cn');
  expect(languageTag()).toBe('zh-CN');
  expect(speak(text('你好，{name}', 'Hello, {name}'), { name: '王' })).toBe('你好，王');
});
