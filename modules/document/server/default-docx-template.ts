import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { type OfficialDocument, platformPlaceholders } from '#kernel/module/official-document.ts';
import { packZipUncompressed } from '#server/sheets/unpack-untrusted-zip-and-repack-uncompressed.ts';

const escapeXml = (content: string) =>
  content.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);

interface Look {
  align?: 'center' | 'right';
  bold?: boolean;
  /** Font size in half points: 32 is 三号. */
  size?: number;
  /** Indents the first line by two characters. */
  indent?: boolean;
  /** Stays on one page with the next paragraph. */
  keepNext?: boolean;
}

const paragraph = (content: string, { align, bold, size = 32, indent, keepNext }: Look = {}) =>
  `<w:p><w:pPr>${keepNext ? '<w:keepNext/>' : ''}<w:spacing w:line="560" w:lineRule="exact"/>${indent ? '<w:ind w:firstLineChars="200" w:firstLine="640"/>' : ''}${align ? `<w:jc w:val="${align}"/>` : ''}</w:pPr><w:r><w:rPr><w:rFonts w:eastAsia="仿宋"/>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${escapeXml(content)}</w:t></w:r></w:p>`;

/** Length of the line to sign on, so that it fits beside its label and the date on a row of A4. */
const lineLength = (label: string) => Math.max(6, 16 - 2 * Math.max(0, label.length - 5));

/** Text for the signatures at the foot of every page. Undefined: nobody signs there. */
export function footSignatures({ signatures }: Pick<OfficialDocument, 'signatures'>): string | undefined {
  const onEveryPage = Object.fromEntries(Object.entries(signatures).filter(([, line]) => line.everyPage));
  const labels = signatureLines({ signatures: onEveryPage });
  return labels.length === 0 ? undefined : labels.map((label) => `${label}（签名）：____________`).join('　');
}

const wordField = (code: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** The footer of a Word document: a line to sign on, and the page. */
const footerPart = (head: string, line: string) =>
  `${head}<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${paragraph(line, { align: 'center', size: 21 })}<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t xml:space="preserve">第 </w:t></w:r>${wordField('PAGE')}<w:r><w:t xml:space="preserve"> 页 共 </w:t></w:r>${wordField('NUMPAGES')}<w:r><w:t xml:space="preserve"> 页</w:t></w:r></w:p></w:ftr>`;

/**
 * Generates a default template from the declaration, laid out after GB/T 9704: authority, title, number, party,
 * content, 以下空白, signatures, authority and date; with a footer if pages are signed. An uploaded template replaces
 * it.
 */
export function writeDefaultTemplate(one: OfficialDocument): Buffer {
  const isAddressed = one.addressed !== false;
  const fields = Object.entries<AnyField>(one.fields).filter(([name]) => !isAddressed || name !== one.party);
  const body = [
    paragraph('{authority}', { align: 'center', bold: true, size: 44 }),
    paragraph(one.label['zh-cn'], { align: 'center', bold: true, size: 44 }),
    paragraph('{number}', { align: 'center' }),
    paragraph(''),
    ...(isAddressed ? [paragraph(`{${one.party}}：`)] : []),
    ...fields.flatMap(([name, field]) =>
      kindOf(field).typed === 'lines'
        ? [
            paragraph(`${field.label['zh-cn']}：`, { indent: true, bold: true }),
            paragraph(`{${name}}`, { indent: true }),
          ]
        : [paragraph(`${field.label['zh-cn']}：{${name}}`, { indent: true })],
    ),
    paragraph('（以下空白）', { align: 'center', size: 28 }),
    // who signs, the seal and the date are on one page
    paragraph('', { keepNext: true }),
    ...signatureLines(one).map((label) =>
      paragraph(`${label}（签名）：${'_'.repeat(lineLength(label))}    ______年____月____日`, {
        size: 28,
        keepNext: true,
      }),
    ),
    paragraph('', { keepNext: true }),
    paragraph('{authority}（印章）', { align: 'right', keepNext: true }),
    paragraph('{issued_on}', { align: 'right' }),
  ].join('');
  const foot = footSignatures(one);
  const footer = foot === undefined ? '' : '<w:footerReference w:type="default" r:id="foot"/>';
  const page = `<w:sectPr>${footer}<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="2098" w:right="1474" w:bottom="1985" w:left="1588" w:header="851" w:footer="992" w:gutter="0"/></w:sectPr>`;
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return packZipUncompressed(
    new Map(
      [
        [
          '[Content_Types].xml',
          `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${foot === undefined ? '' : '<Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/>'}</Types>`,
        ],
        [
          '_rels/.rels',
          `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
        ],
        [
          'word/document.xml',
          `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}${page}</w:body></w:document>`,
        ],
        ...(foot === undefined
          ? []
          : [
              ['word/footer1.xml', footerPart(head, foot)],
              [
                'word/_rels/document.xml.rels',
                `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="foot" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer1.xml"/></Relationships>`,
              ],
            ]),
      ].map(([name, content]) => [name as string, Buffer.from(content as string)]),
    ),
  );
}

/** Labels of the signature lines, numbered if several people sign in the same role. */
export const signatureLines = ({ signatures }: Pick<OfficialDocument, 'signatures'>): readonly string[] =>
  Object.values(signatures).flatMap(({ 'zh-cn': label, persons = 1 }) =>
    persons === 1 ? [label] : Array.from({ length: persons }, (_, at) => `${label}${at + 1}`),
  );

/** Placeholders a template of the document may contain. */
export const placeholdersOf = (one: OfficialDocument): readonly string[] => [
  ...platformPlaceholders,
  ...Object.keys(one.fields),
];
