import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';

test('headings, paragraphs, lists and spans are read', () => {
  const source = '# 一\n\n甲 **乙**\n`丙` [丁](/admin/x) [戊](https://example.org)\n- 子\n  续\n- 丑\n1. 寅\n### 二';
  expect(readMarkdown(source)).toEqual([
    { kind: 'heading', level: 2, spans: [{ text: '一' }] },
    {
      kind: 'paragraph',
      spans: [
        { text: '甲 ' },
        { text: '乙', as: 'strong' },
        { text: ' ' },
        { text: '丙', as: 'code' },
        { text: ' ' },
        { text: '丁', to: '/admin/x' },
        { text: ' [戊](https://example.org)' },
      ],
    },
    { kind: 'list', ordered: false, items: [[{ text: '子 续' }], [{ text: '丑' }]] },
    { kind: 'list', ordered: true, items: [[{ text: '寅' }]] },
    { kind: 'heading', level: 3, spans: [{ text: '二' }] },
  ]);
});

test('any text is read, and links stay inside the product', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(...'#*-`[](/) \n1.a文') }), (source) => {
      const spans = readMarkdown(source).flatMap((one) => (one.kind === 'list' ? one.items.flat() : one.spans));
      for (const { to } of spans) expect(to ?? '/').toMatch(/^\//);
    }),
  );
});
