import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { richTextDepth } from '#kernel/text/rich-text.ts';
import { text } from '#kernel/text/text.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';
import { checkField } from './validate-input-by-field-declarations.ts';

test('what an article is made of stays', () => {
  const html =
    '<h2>通告</h2><p>请于 <strong>10 月 8 日</strong>前<a href="https://example.com" target="_blank" rel="noopener noreferrer">办理</a>。</p><p>"甲" &amp; 乙 &lt; 丙<br>丁</p><img src="/storage/default/20261121/a.png" alt="门头">';
  expect(sanitizeRichText(html)).toBe(html);
});

test.each([
  ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  ['<img src="/storage/a.png" onerror="alert(1)">', '<img src="/storage/a.png">'],
  ['<p><a href="javascript:alert(1)">x</a></p>', '<p>x</p>'],
  ['<p><a href=" java&#10;script:alert(1)">x</a></p>', '<p>x</p>'],
  ['<p>a</p><iframe src="https://example.com"></iframe>', '<p>a</p>'],
  ['<p>a</p><svg onload=alert(1)>', '<p>a</p>'],
  ['<p style="position:fixed" class="x" id="y">x</p>', '<p>x</p>'],
  ['<p>a<img src="//evil.example/x.png"><img src="https://evil.example/x.png"></p>', '<p>a</p>'],
  ['<p>a<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>', '<p>a</p>'],
  ['<form action="/x"><input name="a"><button>b</button></form>', 'b'],
  ['<p>a</p><style>p{display:none}</style>', '<p>a</p>'],
  ['<td colspan="1000000" rowspan="2">a</td>', '<td rowspan="2">a</td>'],
  ['<p>a<!-- <script>alert(1)</script> --></p>', '<p>a</p>'],
])('%s becomes %s', (html, clean) => {
  expect(sanitizeRichText(html)).toBe(clean);
});

test.each([
  ['<h1>a</h1>', '<h2>a</h2>'],
  ['<p><b>a</b><i>b</i><del>c</del></p>', '<p><strong>a</strong><em>b</em><s>c</s></p>'],
  [
    '<a href="https://example.com" target="top" rel="opener">a</a>',
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer">a</a>',
  ],
])('%s is written as %s', (html, clean) => {
  expect(sanitizeRichText(html)).toBe(clean);
});

test.each(['<p></p>', '<script>x</script>', '<p> &nbsp; </p>', '<ul><li><p></p></li></ul>'])(
  '%s is nothing',
  (html) => {
    expect(sanitizeRichText(html)).toBe('');
  },
);

test('depth is bounded, and cleaning twice changes nothing', () => {
  const deep = `${'<blockquote>'.repeat(5000)}字${'</blockquote>'.repeat(5000)}`;
  const clean = sanitizeRichText(deep);
  expect(clean.split('<blockquote>').length - 1).toBeLessThanOrEqual(richTextDepth);
  expect(clean).toContain('字');
  expect(sanitizeRichText(clean)).toBe(clean);
});

test.each(['', '<p></p>', '<script>alert(1)</script>', '<p><img src="https://evil.example/x.png"></p>'])(
  'required, %s is refused in the words of the specification; not required, it is no value',
  (html) => {
    const label = text('内容', 'Content');
    const required = field.editor(label, { required: true });
    expect(checkField(required, html, 'en')).toEqual({ errors: ['editor required'] });
    expect(checkField(required, html, 'zh-cn')).toEqual({ errors: ['请填写内容'] });
    expect(checkField(field.editor(label), html, 'en')).toEqual({ value: null });
  },
);
