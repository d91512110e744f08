import { expect, test } from 'vitest';
import { unpackZip } from '../sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { textLine, textTable } from './build-text-and-table-blocks.ts';
import { parseDocxBlocks } from './parse-docx.ts';
import { writeDocx } from './write-docx.ts';

/** The content of a written document, as the reader of templates finds it. */
const readAgain = (file: Buffer) => {
  const limits = { files: 10, size: 1_000_000 };
  const part = unpackZip(file, (name) => name === 'word/document.xml', limits).get('word/document.xml');
  return parseDocxBlocks(String(part));
};

test('what is written as a Word document is read again, with its type and its tables', () => {
  const title = textLine('旅游投诉月度通报 <2026> & "十一月"', { size: 22, bold: true, align: 'center' });
  const table = textTable(['类别', '件数'], [['强迫购物', '3']], ['*', 60]);
  const [first, second] = readAgain(writeDocx([title, table])).filter(
    (block) => block.kind === 'table' || block.runs.some(({ text }) => text.trim() !== ''),
  );
  expect(first).toMatchObject({
    kind: 'paragraph',
    align: 'center',
    runs: [{ text: title.runs[0]?.text, bold: true, size: 22 }],
  });
  expect(JSON.stringify(second)).toContain('强迫购物');
  expect(second).toMatchObject({ kind: 'table' });
});

test('characters that XML forbids are left out, and the document stays readable', () => {
  const [block] = readAgain(writeDocx([textLine('导\u0000游\u000b\ud800说')]));
  expect(JSON.stringify(block)).toContain('导游说');
});
