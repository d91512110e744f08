import { expect, test } from 'vitest';
import { sanitizeRichText } from './sanitize.ts';

test('what an article is made of stays', () => {
  const html = '<h2>通告</h2><p>请于 <strong>10 月 8 日</strong>前<a href="https://example.com">办理</a>。</p>';
  expect(sanitizeRichText(html)).toBe(
    '<h2>通告</h2><p>请于 <strong>10 月 8 日</strong>前<a href="https://example.com" rel="noopener noreferrer">办理</a>。</p>',
  );
});

test.each([
  ['<script>alert(1)</script>'],
  ['<img src=x onerror=alert(1)>'],
  ['<a href="javascript:alert(1)">x</a>'],
  ['<iframe src="https://example.com"></iframe>'],
  ['<svg onload=alert(1)>'],
  ['<p style="position:fixed">x</p>'],
  ['<img src="//evil.example/x.png">'],
])('%s loses what could run or reach out', (html) => {
  expect(sanitizeRichText(html)).not.toMatch(/script|onerror|onload|javascript:|iframe|svg|style|evil/);
});
