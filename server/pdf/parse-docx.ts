import type { DocumentBlock, DocumentParagraph, DocumentTable, TextRun } from './document-block-types.ts';

const defaultSize = 16;
/** Maximum nesting of tables. */
const maxDepth = 6;
const maxBlocks = 5000;

const alignments: Readonly<Record<string, DocumentParagraph['align'] | undefined>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
};

type Token = { open: string; attributes: string; empty: boolean } | { close: string } | { text: string };

/** Tags and text of well-formed XML in order, in linear time. */
function* tokensOf(xml: string): Generator<Token> {
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at);
    if (next < 0) return;
    if (next > at) yield { text: xml.slice(at, next) };
    const end = xml.indexOf('>', next);
    if (end < 0) return;
    at = end + 1;
    const tag = xml.slice(next + 1, end);
    if (tag.startsWith('?') || tag.startsWith('!')) continue;
    if (tag.startsWith('/')) yield { close: tag.slice(1).trim() };
    else {
      const empty = tag.endsWith('/');
      const cut = tag.search(/[\s/]/);
      yield { open: cut < 0 ? tag : tag.slice(0, cut), attributes: cut < 0 ? '' : tag.slice(cut), empty };
    }
  }
}

const attributeOf = (attributes: string, name = 'w:val') =>
  new RegExp(`\\s${name}="([^"]{0,100})"`).exec(attributes)?.[1] ?? '';
const isOn = (attributes: string) => !['0', 'false', 'off', 'none'].includes(attributeOf(attributes));

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const readEntities = (content: string) =>
  content.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      return code === undefined ? (entities[name ?? ''] ?? all) : code < 0x110000 ? String.fromCodePoint(code) : '';
    },
  );

/** Splits a paragraph at line breaks of filled-in values. */
function linesOf(paragraph: DocumentParagraph): DocumentParagraph[] {
  const lines: TextRun[][] = [[]];
  for (const run of paragraph.runs)
    for (const [place, text] of run.text.split('\n').entries()) {
      if (place > 0) lines.push([]);
      if (text) lines.at(-1)?.push({ ...run, text });
    }
  return lines.map((runs, place) => ({ ...paragraph, runs, breakBefore: place === 0 && paragraph.breakBefore }));
}

const newParagraph = (): DocumentParagraph => ({
  kind: 'paragraph',
  runs: [],
  align: 'left',
  indent: false,
  breakBefore: false,
});
const newRun = (): TextRun => ({ text: '', bold: false, italic: false, underline: false, size: defaultSize });

/** Parses `word/document.xml` into blocks. Only direct formatting counts; styles of the file are ignored. */
export function parseDocxBlocks(xml: string): DocumentBlock[] {
  const top: DocumentBlock[] = [];
  const holders: DocumentBlock[][] = [top];
  const tables: DocumentTable[] = [];
  let paragraph: DocumentParagraph | undefined;
  let run: TextRun | undefined;
  let inText = false;
  let made = 0;
  const holder = () => holders.at(-1) as DocumentBlock[];
  const endRun = () => {
    if (run?.text) paragraph?.runs.push(run);
    run = undefined;
  };
  for (const token of tokensOf(xml)) {
    if ('text' in token) {
      if (inText && run) run.text += readEntities(token.text);
      continue;
    }
    if ('close' in token) {
      if (token.close === 'w:t') inText = false;
      else if (token.close === 'w:r') endRun();
      else if (token.close === 'w:p' && paragraph) {
        endRun();
        holder().push(...linesOf(paragraph));
        paragraph = undefined;
      } else if (token.close === 'w:tc') holders.pop();
      else if (token.close === 'w:tbl') {
        const table = tables.pop();
        if (table && table.rows.length > 0) holder().push(table);
      }
      continue;
    }
    const { open, attributes, empty } = token;
    if (open === 'w:p') {
      if (++made > maxBlocks) throw new RangeError('too many paragraphs');
      if (empty) holder().push(newParagraph());
      else paragraph = newParagraph();
    } else if (open === 'w:tbl') {
      if (tables.length >= maxDepth) throw new RangeError('tables too deep');
      tables.push({ kind: 'table', rows: [] });
    } else if (open === 'w:tr') tables.at(-1)?.rows.push([]);
    else if (open === 'w:tc') {
      const cell = { blocks: [] as DocumentBlock[], span: 1 };
      tables.at(-1)?.rows.at(-1)?.push(cell);
      holders.push(cell.blocks);
    } else if (open === 'w:gridSpan') {
      const cell = tables.at(-1)?.rows.at(-1)?.at(-1);
      if (cell) cell.span = Math.min(50, Math.max(1, Number(attributeOf(attributes)) || 1));
    } else if (paragraph && !run && open === 'w:jc') paragraph.align = alignments[attributeOf(attributes)] ?? 'left';
    else if (paragraph && !run && open === 'w:keepNext') paragraph.keepNext = isOn(attributes);
    else if (paragraph && !run && open === 'w:ind')
      paragraph.indent =
        Number(attributeOf(attributes, 'w:firstLineChars') || attributeOf(attributes, 'w:firstLine')) > 0;
    else if (paragraph && open === 'w:r') run = newRun();
    else if (run && open === 'w:b') run.bold = isOn(attributes);
    else if (run && open === 'w:i') run.italic = isOn(attributes);
    else if (run && open === 'w:u') run.underline = isOn(attributes);
    else if (run && open === 'w:sz') run.size = Math.min(48, Math.max(6, (Number(attributeOf(attributes)) || 32) / 2));
    else if (run && open === 'w:tab') run.text += '\u3000\u3000';
    else if (run && (open === 'w:br' || open === 'w:cr')) {
      if (attributeOf(attributes, 'w:type') === 'page' && paragraph) paragraph.breakBefore = true;
      else run.text += '\n';
    } else if (open === 'w:t') inText = !empty;
  }
  return top;
}
