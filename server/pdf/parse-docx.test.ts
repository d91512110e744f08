import { expect, test } from 'vitest';
import { parseDocxBlocks } from './parse-docx.ts';

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
