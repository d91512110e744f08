import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { MarkdownPage } from './markdown-page.tsx';

const html = (source: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownPage source={source} />
    </MemoryRouter>,
  );

test('headings, paragraphs, lists, tables and code are drawn', () => {
  expect(html('# 一\n\n甲 **乙**\n`丙` [丁](/admin/x)\n- 子\n  1. 丑\n### 二')).toBe(
    '<h3>一</h3><p>甲 <strong>乙</strong>\n<code>丙</code> <a href="/admin/x" data-discover="true">丁</a></p>' +
      '<ul><li>子<ol><li>丑</li></ol></li></ul><h4>二</h4>',
  );
  expect(html('| 甲 |\n|---|\n| *乙* |')).toBe(
    '<table><thead><tr><th>甲</th></tr></thead><tbody><tr><td><em>乙</em></td></tr></tbody></table>',
  );
  expect(html('> 引\n\n```\nnpm start\n```')).toBe(
    '<blockquote><p>引</p></blockquote><pre><code>npm start</code></pre>',
  );
});

test('HTML is text, and links lead to pages of the product only', () => {
  expect(html('<img src=x onerror=alert(1)>')).not.toContain('<img');
  for (const href of ['https://example.org', '//example.org', '/\\example.org', 'javascript:alert(1)'])
    expect(html(`[甲](${href})`), href).not.toContain('<a');
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(...'#*-`[](/) \n1.a文<>|:\\') }), (source) => {
      for (const [, href] of html(source).matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^\/(?![/\\])/);
    }),
  );
});
