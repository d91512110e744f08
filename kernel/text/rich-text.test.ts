import { describe, expect, test } from 'vitest';
import {
  isBlankRichText,
  isLinkAddress,
  isPictureAddress,
  paragraphsOf,
  richTextToPlain,
  toLinkAddress,
} from './rich-text.ts';

test.each([
  ['https://example.com/a?b=1#c', true],
  ['http://10.0.0.1:8080', true],
  ['mailto:name@example.com', true],
  ['tel:+86-871-12345678', true],
  ['javascript:alert(1)', false],
  ['JavaScript://example.com/%0aalert(1)', false],
  ['data:text/html,x', false],
  ['//example.com', false],
  ['/admin', false],
  ['ftp://example.com', false],
  ['https://', false],
  ['https://a"onclick="b', false],
  ['java\nscript:alert(1)', false],
  [`https://example.com/${'x'.repeat(2000)}`, false],
])('a link to %s: %s', (address, good) => {
  expect(isLinkAddress(address)).toBe(good);
});

test.each([
  ['www.example.com/a', 'https://www.example.com/a'],
  [' https://example.com ', 'https://example.com'],
  ['文旅.中国', 'https://文旅.中国'],
  ['name@example.com', 'mailto:name@example.com'],
  ['0871 6312 3456', 'tel:087163123456'],
  ['12345', 'tel:12345'],
  ['javascript:alert(1)', undefined],
  ['只是文字', undefined],
  ['', undefined],
])('typed as an address, %s is %s', (typed, address) => {
  expect(toLinkAddress(typed)).toBe(address);
});

test.each([
  ['/storage/default/20261121/a.png', true],
  ['/storage/../etc/passwd', false],
  ['https://example.com/a.png', false],
  ['//evil.example/a.png', false],
  ['data:image/png;base64,AAAA', false],
])('a picture at %s: %s', (address, good) => {
  expect(isPictureAddress(address)).toBe(good);
});

describe('words', () => {
  test('of paragraphs, items, cells and breaks', () => {
    expect(richTextToPlain('<h2>甲 &amp; 乙</h2><p>丙<br>丁</p><ul><li><p>戊</p></li><li><p>己</p></li></ul>')).toBe(
      '甲 & 乙\n丙\n丁\n戊\n己',
    );
    expect(
      richTextToPlain(
        '<table><tbody><tr><th><p>证</p></th><th><p>号</p></th></tr><tr><td><p>甲</p></td><td><p>1</p></td></tr></tbody></table><p>完</p>',
      ),
    ).toBe('证\t号\n甲\t1\n完');
  });

  test('are restored as paragraphs', () => {
    const plain = '第一行 <b> & co\n第二行';
    expect(paragraphsOf(plain)).toBe('<p>第一行 &lt;b&gt; &amp; co</p><p>第二行</p>');
    expect(richTextToPlain(paragraphsOf(plain))).toBe(plain);
  });

  test.each([
    ['<p></p>', true],
    ['<p>&nbsp;</p><ul><li><p><br></p></li></ul>', true],
    ['<p>字</p>', false],
    ['<img src="/storage/a.png" alt="">', false],
    ['<hr>', false],
  ])('%s is blank: %s', (html, blank) => {
    expect(isBlankRichText(html)).toBe(blank);
  });
});
