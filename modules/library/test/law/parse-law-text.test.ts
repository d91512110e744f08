import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChineseNumber } from '../../contract/law/chinese-number.ts';
import { articleKey, type LawArticle, parseLawText } from '../../server/law/split-law-text-into-articles.ts';

const sample = `# 某某条例

（2020年1月1日通过）

## 第一章　总则

**第一条**　为了规范某某活动，制定本条例。

**第二条** 有下列情形之一的，适用本条例：
（一）甲；
（二）乙。
前款规定不适用于丙。

## 第二章 法律责任

### 第一节 罚则

第三条 违反
第二条规定的，责令改正。
第三条之一 违反本条例的，从其规定。
`;

test('a law is split into articles, paragraphs and items, with the headings they stand under', () => {
  const { preamble, articles, problems } = parseLawText(sample);
  expect(preamble).toEqual(['某某条例', '（2020年1月1日通过）']);
  expect(articles).toEqual([
    {
      number: 1,
      inserted: 0,
      headings: ['第一章 总则'],
      paragraphs: [{ text: '为了规范某某活动，制定本条例。', items: [] }],
    },
    {
      number: 2,
      inserted: 0,
      headings: ['第一章 总则'],
      paragraphs: [
        { text: '有下列情形之一的，适用本条例：', items: ['（一）甲；', '（二）乙。'] },
        { text: '前款规定不适用于丙。', items: [] },
      ],
    },
    {
      number: 3,
      inserted: 0,
      headings: ['第二章 法律责任', '第一节 罚则'],
      // a line that begins by citing an article is no article
      paragraphs: [
        { text: '违反', items: [] },
        { text: '第二条规定的，责令改正。', items: [] },
      ],
    },
    {
      number: 3,
      inserted: 1,
      headings: ['第二章 法律责任', '第一节 罚则'],
      paragraphs: [{ text: '违反本条例的，从其规定。', items: [] }],
    },
  ]);
  expect(problems).toEqual([]);
});

test('what does not follow is named', () => {
  const problems = (source: string) =>
    parseLawText(source).problems.map(({ article, problem }) => `${article} ${problem}`);
  expect(problems('第一条 甲\n第三条 乙')).toEqual(['3 gap']);
  expect(problems('第一条 甲\n第二条 乙\n第一条 丙')).toEqual(['1 duplicate']);
  expect(problems('第二条 甲\n第一条 乙')).toEqual(['2 gap', '1 order']);
  expect(problems('第一条\n第二条 乙')).toEqual(['1 empty']);
  expect(problems('第一条 甲：\n（一）乙\n（三）丙')).toEqual(['1 item_order']);
  expect(problems('第一条 甲\n第一条之二 乙')).toEqual(['1-2 gap']);
});

test('the contents of a law are no articles', () => {
  const { articles } = parseLawText('目录\n第一章 总则\n第二章 附则\n第一章 总则\n第一条 甲\n第二章 附则\n第二条 乙');
  expect(articles.map((one) => [articleKey(one), one.headings])).toEqual([
    ['1', ['第一章 总则']],
    ['2', ['第二章 附则']],
  ]);
});

test('any law is read back as it was written', () => {
  const words = fc
    .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'甲乙丙丁，。；第条款') })
    .map((text) => `令${text}`);
  const paragraph = fc.record({ text: words, items: fc.array(words, { maxLength: 3 }) });
  const articles = fc.array(fc.array(paragraph, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(articles, (given) => {
      const expected: LawArticle[] = given.map((paragraphs, at) => ({
        number: at + 1,
        inserted: 0,
        headings: [],
        paragraphs: paragraphs.map(({ text, items }) => ({
          text,
          items: items.map((item, n) => `（${formatChineseNumber(n + 1)}）${item}`),
        })),
      }));
      const lines = expected.flatMap(({ number, paragraphs: [first, ...others] }) => [
        `第${formatChineseNumber(number)}条　${first?.text}`,
        ...(first?.items ?? []),
        ...others.flatMap(({ text, items }) => [text, ...items]),
      ]);
      expect(parseLawText(lines.join('\n'))).toEqual({ preamble: [], articles: expected, problems: [] });
    }),
  );
});

test('text of any size takes time in proportion', () => {
  const long = `第一条 ${'甲'.repeat(1_000_000)}\n${'（'.repeat(100_000)}\n${'#'.repeat(100_000)}\n${'<p '.repeat(100_000)}${'&#'.repeat(100_000)}`;
  expect(parseLawText(long).articles).toHaveLength(1);
});

test('a text set without spaces is split where the number follows', () => {
  const { articles } = parseLawText(
    '第一章总则\n第一条为了甲，制定本法。\n第二条规定乙。\n第一条的规定不适用。\n第三条丙。',
  );
  expect(articles.map((one) => [articleKey(one), one.headings, one.paragraphs.map(({ text }) => text)])).toEqual([
    ['1', ['第一章总则'], ['为了甲，制定本法。']],
    ['2', ['第一章总则'], ['规定乙。', '第一条的规定不适用。']],
    ['3', ['第一章总则'], ['丙。']],
  ]);
});

test('invisible marks and full-width digits do not hide the number of an article', () => {
  const { articles, preamble, problems } = parseLawText('\u200b第１条　甲\n\ufeff第２条 乙\n（１）丙');
  expect(articles.map(({ number }) => number)).toEqual([1, 2]);
  expect(articles[1]?.paragraphs).toEqual([{ text: '乙', items: ['（１）丙'] }]);
  expect([...preamble, ...problems]).toEqual([]);
});

test('elements and character references of a web page do not hide articles', () => {
  const { articles, preamble, problems } = parseLawText(
    '<h1>某某条例</h1>第一条&nbsp;甲 &amp; 乙<br>（一）丙&#12290;\n<p align="left">第二条&emsp;&lt;丁&gt;</p><p>第三条&#x3000;戊&amp;lt;&unknown;&#xd800;己</p>',
  );
  expect(preamble).toEqual(['某某条例']);
  expect(articles.map(({ paragraphs }) => paragraphs)).toEqual([
    [{ text: '甲 & 乙', items: ['（一）丙。'] }],
    [{ text: '<丁>', items: [] }],
    [{ text: '戊&lt;&unknown; 己', items: [] }],
  ]);
  expect(problems).toEqual([]);
});
