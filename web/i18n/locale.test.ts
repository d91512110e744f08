// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { currentLocale, languageTag, localeOfVisitor, translate } from './locale.ts';

test('the default language is Chinese', () => {
  localStorage.clear();
  expect(currentLocale()).toBe('zh-cn');
  expect(languageTag()).toBe('zh-CN');
  expect(translate(text('你好，{name}', 'Hello, {name}'), { name: '王' })).toBe('你好，王');
});

test('without a choice, the browser decides the language, except in the back office', () => {
  const meet = (pathname: string, languages: string[], hash = '') => localeOfVisitor({ pathname, hash }, languages);
  expect(meet('/enterprise/register', ['fr', 'en-GB', 'zh-CN'])).toBe('en');
  expect(meet('/user/login', ['zh-TW', 'en'])).toBe('zh-cn');
  expect(meet('/check/x', ['fr'])).toBe('zh-cn');
  for (const office of ['/', '/admin', '/admin/login', '/404']) expect(meet(office, ['en'])).toBe('zh-cn');
  expect(meet('/index.html', ['en'], '#/admin/login')).toBe('zh-cn');
});
