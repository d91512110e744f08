import { expect, test } from 'vitest';
import { escapeMarkup, Markup, markup } from './escape-html-markup.ts';

test('everything that is filled in is escaped, except markup', () => {
  const title = `<script>alert("1")</script> & 'x'`;
  expect(markup`<h1 title="${title}">${new Markup('<em>a</em>')}</h1>`.source).toBe(
    '<h1 title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;"><em>a</em></h1>',
  );
  expect(markup`<ul>${['a<b', markup`<li>${1}</li>`]}</ul>`.source).toBe('<ul>a&lt;b<li>1</li></ul>');
});

test('what is not there is nothing', () => {
  expect(markup`a${null}b${undefined}c${false}d${0}`.source).toBe('abcd0');
});

test('characters that XML has not are left out', () => {
  expect(escapeMarkup('a\u0000b\u000bc\ufffed\n\t')).toBe('abcd\n\t');
});
