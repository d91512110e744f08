import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { DocumentBlock, DocumentParagraph } from './document-block-types.ts';
import { fitTablesToPageWidth, type MeasureText } from './fit-tables-to-page-width.ts';

const require = createRequire(import.meta.url);

/** Points per millimetre; margins follow GB/T 9704. */
const mm = 72 / 25.4;
const margins: [number, number, number, number] = [28 * mm, 35 * mm, 26 * mm, 30 * mm];
const denseMargins: [number, number, number, number] = [15 * mm, 15 * mm, 15 * mm, 18 * mm];
/** Width and height in points. */
const a4: readonly [number, number] = [595.28, 841.89];
const lineHeight = 1.35;

export interface PdfOptions {
  title: string;
  /** Verification addresses, printed as QR codes with the given lines next to them; a draft has none. */
  checks?: readonly { readonly address: string; readonly lines: readonly string[] }[] | undefined;
  /** Watermark on every page, for drafts and copies. */
  mark?: string | undefined;
  /** Narrow margins and small type, for tables rather than letters. */
  dense?: boolean | undefined;
  /** Pages lie on their side, for wide tables. */
  landscape?: boolean | undefined;
  /** Footer of every page, with the placeholders `{page}` and `{pages}`. */
  foot?: string | undefined;
  /** Replaces characters that the font lacks; without it they would be blank. */
  geta?: string | undefined;
}

export interface Pdf {
  bytes: Buffer;
  /** Characters that the font lacks, in order of appearance. */
  missing: string[];
}

/** Blocks as a PDF: A4, with page numbers and the used characters of the font embedded. */
export async function writePdf(content: readonly DocumentBlock[], options: PdfOptions): Promise<Pdf> {
  const { title, checks = [], mark, dense, landscape, geta, foot = '第 {page} 页 共 {pages} 页' } = options;
  paper ??= await readPaperFonts();
  const { normal, measureBold } = paper;
  const missing = missingIn(normal, [title, mark ?? '', ...textsOf(content)]);
  const written = geta === undefined ? content : replaceIn(content, new Set(missing), geta);
  const pageMargins = dense ? denseMargins : margins;
  const width = a4[landscape ? 1 : 0] - pageMargins[0] - pageMargins[2];
  const blocks = fitTablesToPageWidth(written, width, measureBold);
  const { pdfmake } = paper;
  const definition: TDocumentDefinitions = {
    pageSize: 'A4',
    ...(landscape ? { pageOrientation: 'landscape' as const } : {}),
    pageMargins,
    info: { title },
    defaultStyle: { font: 'paper', fontSize: dense ? 10.5 : 16, lineHeight: dense ? 1.15 : lineHeight },
    ...(mark ? { watermark: { text: mark, opacity: 0.12, bold: true } } : {}),
    content: contentsOf(blocks, checks.map(checkOf)),
    footer: (page, pages) => ({
      text: foot.replace('{page}', String(page)).replace('{pages}', String(pages)),
      alignment: 'center',
      fontSize: 10.5,
      margin: [0, (dense ? 6 : 12) * mm, 0, 0],
    }),
  };
  return { bytes: await pdfmake.createPdf(definition).getBuffer(), missing };
}

/**
 * Size in points of the QR code of a short URL, and of one with a signed code, so that phones can read both from paper.
 */
const checkSizes = [68, 116] as const;

const checkOf = ({ address, lines }: NonNullable<PdfOptions['checks']>[number], at: number): Content => ({
  margin: [0, at === 0 ? 18 : 6, 0, 0],
  unbreakable: true,
  columns: [
    { width: sizeFor(address) + 8, qr: address, fit: sizeFor(address), eccLevel: 'M' },
    {
      width: '*',
      fontSize: 9,
      margin: [4, 8, 0, 0],
      stack: [...lines],
    },
  ],
});

const sizeFor = (address: string) => checkSizes[address.length > 120 ? 1 : 0];

/** A longer piece is not kept on one page: it might not fit, and what does not would be lost. */
const mostBlocksOnOnePage = 16;

/** Blocks in order; those that stay with their next block are one piece with it, the last also with the codes. */
function contentsOf(blocks: readonly DocumentBlock[], checks: readonly Content[]): Content[] {
  const pieces: Content[][] = [[]];
  let last: DocumentBlock | undefined;
  for (const block of blocks) {
    if (last && !staysWithNext(last)) pieces.push([]);
    pieces.at(-1)?.push(contentOf(block));
    last = block;
  }
  const fits = (piece: readonly Content[]) => piece.length > 1 && piece.length <= mostBlocksOnOnePage;
  const endsOnOnePage = fits(pieces.at(-1) ?? []);
  if (endsOnOnePage) pieces.at(-1)?.push(...checks);
  return [
    ...pieces.flatMap((piece) => (fits(piece) ? [{ unbreakable: true, stack: piece }] : piece)),
    ...(endsOnOnePage ? [] : checks),
  ];
}

const staysWithNext = (block: DocumentBlock): boolean => block.kind === 'paragraph' && block.keepNext === true;

function contentOf(block: DocumentBlock): Content {
  if (block.kind === 'paragraph') return paragraphOf(block);
  const columns = Math.max(1, ...block.rows.map((row) => row.reduce((sum, cell) => sum + cell.span, 0)));
  return {
    margin: [0, 4, 0, 4],
    table: {
      headerRows: block.heads ?? 0,
      dontBreakRows: true,
      widths: Array.from({ length: columns }, (_, at) => block.widths?.[at] ?? '*'),
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

function paragraphOf({ runs, align, indent, breakBefore, breaksAnywhere }: DocumentParagraph): Content {
  const first = runs[0]?.size ?? 16;
  return {
    alignment: align,
    ...(breakBefore ? { pageBreak: 'before' as const } : {}),
    ...(breaksAnywhere ? { wordBreak: 'break-all' as const } : {}),
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

const textsOf = (blocks: readonly DocumentBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? block.runs.map(({ text }) => text)
      : block.rows.flatMap((row) => row.flatMap((cell) => textsOf(cell.blocks))),
  );

const replaceIn = (blocks: readonly DocumentBlock[], missing: ReadonlySet<string>, geta: string): DocumentBlock[] =>
  blocks.map((block) =>
    block.kind === 'paragraph'
      ? {
          ...block,
          runs: block.runs.map((run) => ({
            ...run,
            text: [...run.text].map((one) => (missing.has(one) ? geta : one)).join(''),
          })),
        }
      : {
          ...block,
          rows: block.rows.map((row) =>
            row.map((cell) => ({ ...cell, blocks: replaceIn(cell.blocks, missing, geta) })),
          ),
        },
  );

interface Font {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(point: number): boolean;
  glyphForCodePoint(point: number): { readonly advanceWidth: number };
}

/** Its types describe these files for browsers only. */
type PdfmakeWithFiles = typeof import('pdfmake') & {
  virtualfs: { writeFileSync(name: string, content: Buffer): void };
};

/** The fonts of all documents, and the library that writes them. */
interface PaperFonts {
  readonly pdfmake: typeof import('pdfmake');
  readonly normal: Font;
  readonly measureBold: MeasureText;
}

/** Read with the first document of a thread: twenty megabytes, which took a third of the time of each further document. */
let paper: PaperFonts | undefined;

async function readPaperFonts(): Promise<PaperFonts> {
  const { default: pdfmake } = (await import('pdfmake')) as unknown as { default: PdfmakeWithFiles };
  const { create } = require('fontkit') as { create(bytes: Buffer): Font };
  const folder = path.join(path.dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts');
  const [normal, bold] = ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'].map((file) => {
    const bytes = fs.readFileSync(path.join(folder, file));
    pdfmake.virtualfs.writeFileSync(file, bytes);
    return { file, font: create(bytes) };
  }) as [{ file: string; font: Font }, { file: string; font: Font }];
  // templates must not make the library read files or URLs
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  pdfmake.setFonts({
    paper: { normal: normal.file, bold: bold.file, italics: normal.file, bolditalics: bold.file },
  });
  return { pdfmake, normal: normal.font, measureBold: measureWith(bold.font) };
}

/** Measures texts in a font. Each character is looked up once: a table has a hundred thousand of a few hundred. */
function measureWith(font: Font): MeasureText {
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    let width = widths.get(character);
    if (width === undefined) {
      width = font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      widths.set(character, width);
    }
    return width;
  };
  return (text) => {
    let sum = 0;
    for (const character of text) sum += widthOf(character);
    return sum;
  };
}

/**
 * Characters that the font lacks. It covers GB 2312, so rarer characters of names are reported rather than printed as
 * blanks.
 */
function missingIn(font: Font, texts: readonly string[]): string[] {
  const used = new Set([...texts.join('')].filter((one) => !/\s/.test(one)));
  return [...used].filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
}
