import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Block, Paragraph } from './docx-blocks.ts';

const require = createRequire(import.meta.url);

/** Points in a millimetre; margins after GB/T 9704. */
const mm = 72 / 25.4;
const margins: [number, number, number, number] = [28 * mm, 35 * mm, 26 * mm, 30 * mm];
const lineHeight = 1.35;

export interface PdfOptions {
  title: string;
  /** Address and code by which anybody can check the paper; a draft has none. */
  check?: { address: string; code: string } | undefined;
  /** Written across every page of what is not issued. */
  mark?: string | undefined;
}

export interface Pdf {
  bytes: Buffer;
  /** Characters the font does not have, in the order they stand: they would be blank. */
  missing: string[];
}

/** The blocks of a paper as PDF: A4, the font embedded with the characters that are used, pages counted. */
export async function writePdf(blocks: readonly Block[], { title, check, mark }: PdfOptions): Promise<Pdf> {
  const folder = path.join(path.dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts');
  const [normal, bold] = ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'].map((file) =>
    path.join(folder, file),
  ) as [string, string];
  const missing = missingIn(normal, [title, mark ?? '', ...wordsOf(blocks)]);
  const { default: pdfmake } = await import('pdfmake');
  // a template decides what is written and never what is read
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((file) => file === normal || file === bold);
  pdfmake.setFonts({ paper: { normal, bold, italics: normal, bolditalics: bold } });
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    pageMargins: margins,
    info: { title },
    defaultStyle: { font: 'paper', fontSize: 16, lineHeight },
    ...(mark ? { watermark: { text: mark, opacity: 0.12, bold: true } } : {}),
    content: [...blocks.map(contentOf), ...(check ? [checkOf(check)] : [])],
    footer: (page, pages) => ({
      text: `第 ${page} 页 共 ${pages} 页`,
      alignment: 'center',
      fontSize: 10.5,
      margin: [0, 12 * mm, 0, 0],
    }),
  };
  return { bytes: await pdfmake.createPdf(definition).getBuffer(), missing };
}

const checkOf = ({ address, code }: NonNullable<PdfOptions['check']>): Content => ({
  margin: [0, 18, 0, 0],
  unbreakable: true,
  columns: [
    { width: 76, qr: address, fit: 68, eccLevel: 'M' },
    {
      width: '*',
      fontSize: 9,
      margin: [4, 8, 0, 0],
      stack: ['扫码核验本文书', `验证码 ${code.replace(/(.{4})(?=.)/g, '$1-')}`, address],
    },
  ],
});

function contentOf(block: Block): Content {
  if (block.kind === 'paragraph') return paragraphOf(block);
  const columns = Math.max(1, ...block.rows.map((row) => row.reduce((sum, cell) => sum + cell.span, 0)));
  return {
    margin: [0, 4, 0, 4],
    table: {
      widths: Array.from({ length: columns }, () => '*'),
      body: block.rows.map((row) => {
        const cells: TableCell[] = row.flatMap((cell) => [
          { colSpan: cell.span, stack: cell.blocks.map(contentOf) },
          ...Array.from({ length: cell.span - 1 }, (): TableCell => ({})),
        ]);
        return [
          ...cells,
          ...Array.from({ length: Math.max(0, columns - cells.length) }, (): TableCell => ({ text: '' })),
        ];
      }),
    },
  };
}

function paragraphOf({ runs, align, indent, breakBefore }: Paragraph): Content {
  const first = runs[0]?.size ?? 16;
  return {
    alignment: align,
    ...(breakBefore ? { pageBreak: 'before' as const } : {}),
    ...(indent ? { leadingIndent: first * 2 } : {}),
    text:
      runs.length === 0
        ? '\u00a0'
        : runs.map(({ text, bold, underline, size }) => ({
            text,
            bold,
            fontSize: size,
            ...(underline ? { decoration: 'underline' as const } : {}),
          })),
  };
}

const wordsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? block.runs.map(({ text }) => text)
      : block.rows.flatMap((row) => row.flatMap((cell) => wordsOf(cell.blocks))),
  );

interface Glyphs {
  hasGlyphForCodePoint(point: number): boolean;
}

/** The font holds GB 2312; a rarer character in a name is told instead of printed as nothing. */
function missingIn(font: string, words: readonly string[]): string[] {
  const { create } = require('fontkit') as { create(bytes: Buffer): Glyphs };
  const glyphs = create(fs.readFileSync(font));
  const used = new Set([...words.join('')].filter((one) => !/\s/.test(one)));
  return [...used].filter((one) => !glyphs.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
}
