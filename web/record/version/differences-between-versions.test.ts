import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { versionDifferencesOf } from './differences-between-versions.ts';

const page = resource({
  name: 'test/page',
  label: text('页面', 'Pages'),
  title: 'title',
  scope: 'all',
  fields: {
    title: field.text(text('标题', 'Title'), { required: true }),
    content: field.editor(text('正文', 'Text')),
    views: field.integer(text('阅读量', 'Views'), { write: 'server', quantity: true }),
    length: field.integer(text('字数', 'Length'), { write: 'server' }),
  },
});
const row = (content: string | null, title = '标题') => ({ id: 1, version: 1, title, content }) as never;

test('of rich text only the paragraphs that differ are named', () => {
  const [before, after] = ['<p>不变</p><p>旧的</p>', '<p>新的</p><p><strong>不变</strong></p>'].map((html) =>
    row(html),
  );
  expect(versionDifferencesOf(page, before as never, after as never, 'zh-cn')).toMatchObject([
    { name: 'content', was: ['旧的'], is: ['新的'] },
  ]);
});

test('what only looks different is no difference, and a missing text is none', () => {
  expect(versionDifferencesOf(page, row('<p>a</p>'), row('<h2>a</h2>'), 'en')).toEqual([]);
  expect(versionDifferencesOf(page, row(null, 'A'), row('<p>b</p>', 'B'), 'en')).toMatchObject([
    { name: 'title', was: ['A'], is: ['B'] },
    { name: 'content', was: [], is: ['b'] },
  ]);
});

test('what the platform counts of a version is no difference, what it works out of its content is', () => {
  const counted = (views: number, length: number) => ({ ...(row('<p>a</p>') as object), views, length }) as never;
  expect(versionDifferencesOf(page, counted(0, 1), counted(9, 2), 'en').map(({ name }) => name)).toEqual(['length']);
});
