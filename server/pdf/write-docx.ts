import { packZipUncompressed } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';
import type { DocumentBlock, DocumentParagraph, DocumentTable, TextRun } from './document-block-types.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Width of the text on A4 with the margins of an official document (GB/T 9704), in points. */
const textWidth = 442;
/** Word counts lengths in twentieths of a point, and type in half points. */
const twips = (points: number): number => Math.round(points * 20);

/** Characters that XML 1.0 does not allow are left out: they would make the whole document unreadable. */
const escapeXml = (content: string): string =>
  content
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

/** Writes content as a Word document on A4. A table's header rows are repeated on every page. */
export function writeDocx(blocks: readonly DocumentBlock[]): Buffer {
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="2098" w:right="1474" w:bottom="1985" w:left="1588" w:header="851" w:footer="992" w:gutter="0"/></w:sectPr>';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${contentType}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${bodyOf(blocks)}${page}</w:body></w:document>`,
  };
  return packZipUncompressed(
    new Map(Object.entries(parts).map(([name, content]) => [name, Buffer.from(`${head}${content}`)])),
  );
}

/** A table is followed by a paragraph, without which Word joins it to the next one. */
const bodyOf = (blocks: readonly DocumentBlock[]): string =>
  blocks.map((block) => (block.kind === 'table' ? `${tableOf(block)}<w:p/>` : paragraphOf(block))).join('');

function paragraphOf({ runs, align, indent, breakBefore, keepNext }: DocumentParagraph): string {
  const properties = [
    keepNext ? '<w:keepNext/>' : '',
    breakBefore ? '<w:pageBreakBefore/>' : '',
    indent ? '<w:ind w:firstLineChars="200" w:firstLine="640"/>' : '',
    `<w:jc w:val="${align === 'justify' ? 'both' : align}"/>`,
  ].join('');
  return `<w:p><w:pPr>${properties}</w:pPr>${runs.map(runOf).join('')}</w:p>`;
}

function runOf({ text, bold, italic, underline, size }: TextRun): string {
  const look = [
    '<w:rFonts w:eastAsia="仿宋"/>',
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
    underline ? '<w:u w:val="single"/>' : '',
    `<w:sz w:val="${Math.round(size * 2)}"/>`,
  ].join('');
  const lines = text
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
    .join('<w:br/>');
  return `<w:r><w:rPr>${look}</w:rPr>${lines}</w:r>`;
}

function tableOf({ rows, widths = [], heads = 0 }: DocumentTable): string {
  const columns = Math.max(1, ...rows.map((row) => row.reduce((sum, { span }) => sum + span, 0)));
  const given = Array.from({ length: columns }, (_, at) => widths[at] ?? ('*' as const));
  const fixed = given.reduce<number>((sum, width) => sum + (width === '*' ? 0 : width), 0);
  const shared = Math.max(20, (textWidth - fixed) / Math.max(1, given.filter((width) => width === '*').length));
  const wide = given.map((width) => twips(width === '*' ? shared : width));
  const line = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`)
    .join('');
  const cells = (row: DocumentTable['rows'][number]): string => {
    let at = 0;
    return row
      .map(({ blocks, span }) => {
        const width = wide.slice(at, at + span).reduce((sum, one) => sum + one, 0);
        at += span;
        const merged = span > 1 ? `<w:gridSpan w:val="${span}"/>` : '';
        return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${merged}</w:tcPr>${bodyOf(blocks) || '<w:p/>'}</w:tc>`;
      })
      .join('');
  };
  const written = rows
    .map((row, at) => `<w:tr><w:trPr><w:cantSplit/>${at < heads ? '<w:tblHeader/>' : ''}</w:trPr>${cells(row)}</w:tr>`)
    .join('');
  const grid = wide.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  return `<w:tbl><w:tblPr><w:tblW w:w="${wide.reduce((sum, one) => sum + one, 0)}" w:type="dxa"/><w:tblBorders>${line}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written}</w:tbl>`;
}
