import { expect, test } from 'vitest';
import { readPdfText } from '../../e2e/support/pdf-text.ts';
import { parseDocxBlocks } from './parse-docx.ts';
import { writePdf } from './write-pdf.ts';

const p = (inner: string, look = '') => `<w:p><w:pPr>${look}</w:pPr>${inner}</w:p>`;
const r = (content: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t>${content}</w:t></w:r>`;

test('words keep their weight and size, lines their place, breaks begin a paragraph alike', () => {
  const [first, second, third] = parseDocxBlocks(
    `<w:body>${p(r('甲 &amp; &#20057;', '<w:b/><w:sz w:val="44"/>') + r('丙', '<w:b w:val="0"/>'), '<w:jc w:val="center"/>')}${p('<w:r><w:t>一</w:t><w:br/><w:t>二</w:t></w:r>', '<w:ind w:firstLineChars="200"/>')}</w:body>`,
  );
  expect(first).toMatchObject({
    align: 'center',
    runs: [
      { text: '甲 & 乙', bold: true, size: 22 },
      { text: '丙', bold: false },
    ],
  });
  expect([second, third]).toMatchObject([
    { indent: true, runs: [{ text: '一' }] },
    { indent: true, runs: [{ text: '二' }] },
  ]);
});

test('tables keep their cells, those inside of cells too; what is broken or endless ends', () => {
  const cell = (inner: string, look = '') => `<w:tc><w:tcPr>${look}</w:tcPr>${inner}</w:tc>`;
  const table = `<w:tbl><w:tr>${cell(p(r('宽')), '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell(p(r('左')))}${cell(`<w:tbl><w:tr>${cell(p(r('内')))}</w:tr></w:tbl>`)}</w:tr></w:tbl>`;
  expect(parseDocxBlocks(table)).toMatchObject([
    {
      kind: 'table',
      rows: [[{ span: 2 }], [{ blocks: [{ runs: [{ text: '左' }] }] }, { blocks: [{ kind: 'table' }] }]],
    },
  ]);
  for (const broken of [
    '',
    '<',
    '<w:p',
    '</w:p></w:tc></w:tbl>',
    '<w:tc><w:p>',
    '<w:r><w:t>x',
    '<w:gridSpan w:val="999999"/>',
  ])
    expect(() => parseDocxBlocks(broken)).not.toThrow();
  expect(() => parseDocxBlocks('<w:tbl><w:tr><w:tc>'.repeat(50))).toThrow(RangeError);
  expect(() => parseDocxBlocks('<w:p/>'.repeat(6000))).toThrow(RangeError);
});

test('who signs, the seal, the date and the code are on one page, wherever the text ends; what is too long is not lost', async () => {
  const kept = '<w:keepNext/>';
  const end = ['当事人签名', '执法人员签名', '机关印章'].map((line) => p(r(line), kept)).join('') + p(r('二月三日'));
  const pagesOf = async (lines: number, tail: string) =>
    readPdfText(
      (
        await writePdf(parseDocxBlocks(`<w:body>${p(r('正文')).repeat(lines)}${tail}</w:body>`), {
          title: '笔录',
          checks: [{ address: 'https://wl.example.gov.cn/check/1', lines: ['扫码核验'] }],
        })
      ).bytes,
    );
  for (const lines of [1, 20, 21, 22, 23, 24, 25, 26]) {
    const pages = await pagesOf(lines, end);
    const at = (word: string) => pages.findIndex((page) => page.includes(word));
    expect(at('当事人签名')).toBeGreaterThanOrEqual(0);
    expect([at('执法人员签名'), at('机关印章'), at('二月三日'), at('扫码核验')]).toEqual(
      Array(4).fill(at('当事人签名')),
    );
  }
  const long = await pagesOf(1, Array.from({ length: 60 }, (_, n) => p(r(`第${n}行`), kept)).join(''));
  expect(long.join('')).toMatch(/第0行[\s\S]*第59行/);
});
