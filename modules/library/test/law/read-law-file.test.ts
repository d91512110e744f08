import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packZipUncompressed } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';
import { readDocxLines } from '../../server/law/read-docx-lines.ts';
import { readLawFileInWorkerThread } from '../../server/law/read-law-file-in-worker-thread.ts';

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const documentOf = (body: string) => `<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`;
const paragraph = (...runs: string[]) =>
  `<w:p><w:pPr><w:jc w:val="both"/></w:pPr>${runs.map((one) => `<w:r><w:t xml:space="preserve">${one}</w:t></w:r>`).join('')}</w:p>`;

/** A .docx file; its parts are compressed, so that they may unpack to far more than their size. */
function docx(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const files = Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)] as const);
  const file = packZipUncompressed(new Map(files.map(([name, content]) => [name, deflateRawSync(content)])));
  for (const [signature, method] of [
    ['PK\x03\x04', 8],
    ['PK\x01\x02', 10],
  ] as const)
    for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 4))
      file.writeUInt16LE(8, at + method);
  return file;
}

const withDocument = (xml: string) => docx({ 'word/document.xml': xml });

async function refusal(file: Uint8Array): Promise<string> {
  try {
    await readLawFileInWorkerThread(file);
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(SheetError);
    expect((error as SheetError).text.en).not.toBe('');
    return (error as SheetError).text['zh-cn'];
  }
}

test('a law is read from a file of Word', async () => {
  const file = withDocument(
    documentOf(
      [
        paragraph('某某条例'),
        paragraph('第一章　总则'),
        paragraph('第一条', '　', '为了 A &amp; B，制定本条例。'),
        paragraph('第二条', '　有下列情形之一的：'),
        paragraph('（一）甲；'),
        `<w:p><w:r><w:t>（二）</w:t><w:tab/><w:t>乙。</w:t></w:r></w:p>`,
      ].join(''),
    ),
  );
  const { preamble, articles } = await readLawFileInWorkerThread(file);
  expect(preamble).toEqual(['某某条例']);
  expect(articles.map(({ headings, paragraphs }) => [headings, paragraphs])).toEqual([
    [['第一章 总则'], [{ text: '为了 A & B，制定本条例。', items: [] }]],
    [['第一章 总则'], [{ text: '有下列情形之一的：', items: ['（一）甲；', '（二） 乙。'] }]],
  ]);
});

test('text that is deleted, moved away or an alternative is left out', () => {
  const lines = readDocxLines(
    documentOf(
      '<w:p><w:r><w:t>甲</w:t></w:r><w:del><w:r><w:delText>乙</w:delText></w:r></w:del>' +
        '<w:moveFrom><w:r><w:t>丙</w:t></w:r></w:moveFrom><w:r><w:t>丁</w:t><w:br/><w:t>戊</w:t></w:r></w:p>' +
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>表</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
    ),
  );
  expect(lines).toEqual(['甲丁', '戊', '表']);
});

test('text files are read in the encodings of Chinese editors', async () => {
  const source = '第一条 甲\n第二条 乙';
  for (const file of [
    Buffer.from(source),
    Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xcc, 0xf5, 0x20, 0xbc, 0xd7]), // 第一条 甲 in GB18030
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(source, 'utf16le')]),
  ])
    expect((await readLawFileInWorkerThread(file)).articles[0]?.paragraphs[0]?.text).toBe('甲');
});

describe('a file that cannot be read is refused with the reason', () => {
  const mega = 1024 * 1024;
  const cases: Record<string, [Uint8Array, string]> = {
    'entities that multiply': [
      withDocument(`<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${documentOf(paragraph('第一条 &b;'))}`),
      'XML 实体',
    ],
    'a bomb': [withDocument(documentOf(paragraph('第一条 甲'.padEnd(60 * mega, '甲')))), '解压后超过 40 MB'],
    'text without end': [withDocument(documentOf(paragraph('第一条 甲'.padEnd(2 * mega, '甲')))), '100 万字'],
    'an archive without a document': [docx({ 'word/other.xml': '<a/>' }), '已损坏'],
    'an archive that is cut off': [withDocument(documentOf(paragraph('第一条 甲'))).subarray(0, 120), '已损坏'],
    'a picture': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), '已损坏'],
    'an old file of Word': [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), '旧版 doc'],
    'a protected file': [
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      '打开密码',
    ],
  };
  test.each(Object.entries(cases))('%s', async (_name, [file, reason]) => {
    expect(await refusal(file)).toContain(reason);
  });
});

test('tags made to hold a reader are walked once', () => {
  const many = 300_000;
  for (const xml of ['<w:t '.repeat(many), '<'.repeat(many), '<w:p>'.repeat(many), `<w:t>${'&'.repeat(many)}`])
    expect(readDocxLines(xml).join('').length).toBeLessThanOrEqual(many);
});

test('a part of unclosed tags is read in linear time', () => {
  const started = performance.now();
  expect(readDocxLines(`${'<'.repeat(2_000_000)}>`)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(2000);
});
