import type { DocumentBlock, DocumentParagraph, DocumentTable, TextRun } from './document-block-types.ts';

/** Width of a text in points, in type of one point. */
export type MeasureText = (text: string) => number;

/** Points that padding and a line add to a column. */
const aroundColumn = 9;
/** The smallest share of its type size that a table is set in; below it words are broken. */
const smallest = 0.67;

/** Pieces that a line is not broken within: a Chinese character, or anything up to the next space or Chinese character. */
const piecesOf = (text: string): readonly string[] =>
  text.match(/[\p{Script=Han}，。、；：（）《》]|[^\s\p{Script=Han}]+/gu) ?? [];

interface ColumnWidths {
  /** Of the widest piece. */
  least: number;
  /** Of the widest text on one line. */
  ideal: number;
}

function widthsOf(blocks: readonly DocumentBlock[], measure: MeasureText): ColumnWidths {
  const runs: readonly TextRun[] = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.runs : []));
  return {
    least: Math.max(0, ...runs.flatMap(({ text, size }) => piecesOf(text).map((one) => measure(one) * size))),
    ideal: Math.max(0, ...runs.map(({ text, size }) => measure(text) * size)),
  };
}

/** What each column needs, by the cells that are in no other column too. */
function columnWidthsOf({ rows }: DocumentTable, columns: number, measure: MeasureText): ColumnWidths[] {
  const found = Array.from({ length: columns }, (): ColumnWidths => ({ least: 0, ideal: 0 }));
  for (const row of rows) {
    let at = 0;
    for (const { span, blocks } of row) {
      const column = found[at];
      if (span === 1 && column) {
        const { least, ideal } = widthsOf(blocks, measure);
        column.least = Math.max(column.least, least);
        column.ideal = Math.max(column.ideal, ideal);
      }
      at += span;
    }
  }
  return found;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function setParagraph(paragraph: DocumentParagraph, scale: number, breaksAnywhere: boolean): DocumentParagraph {
  const runs = paragraph.runs.map((run) => ({ ...run, size: Math.floor(run.size * scale * 10) / 10 }));
  return { ...paragraph, runs, ...(breaksAnywhere && { breaksAnywhere }) };
}

const setCells = (table: DocumentTable, scale: number, breaksAnywhere: boolean): DocumentTable['rows'] =>
  scale === 1 && !breaksAnywhere
    ? table.rows
    : table.rows.map((row) =>
        row.map(({ span, blocks }) => ({
          span,
          blocks: blocks.map((one) => (one.kind === 'paragraph' ? setParagraph(one, scale, breaksAnywhere) : one)),
        })),
      );

function fitTable(table: DocumentTable, width: number, measure: MeasureText): DocumentTable {
  const columns = Math.max(1, ...table.rows.map((row) => sumOf(row.map(({ span }) => span))));
  const given = Array.from({ length: columns }, (_, at) => table.widths?.[at] ?? '*');
  const fixed = sumOf(given.filter((one) => one !== '*'));
  const free = given.filter((one) => one === '*').length;
  const room = width - fixed - columns * aroundColumn - 1;
  const needed = columnWidthsOf(table, columns, measure).filter((_, at) => given[at] === '*');
  // columns that share the width equally become as wide as the widest word of any of them
  if (free === 0 || room <= 0 || needed.every(({ least }) => least <= room / free)) return table;
  const least = sumOf(needed.map((one) => one.least));
  const scale = Math.max(smallest, Math.min(1, room / least));
  const breaksAnywhere = least * scale > room + 0.01;
  const wanted = needed.map((one) => Math.min(one.ideal, (3 * room) / free) * scale - one.least * scale);
  const left = Math.max(0, room - least * scale);
  const shares = needed.map((one, at) => {
    if (breaksAnywhere) return (one.least / least) * room;
    const total = sumOf(wanted.map((each) => Math.max(0, each)));
    return one.least * scale + (total > 0 ? (Math.max(0, wanted[at] ?? 0) / total) * left : left / free);
  });
  const widths = given.map((one) => (one === '*' ? (shares.shift() ?? 0) : one));
  return { ...table, widths, rows: setCells(table, scale, breaksAnywhere) };
}

/**
 * Sets tables whose words do not fit into equal columns within the width of the page: columns as wide as what is in them,
 * then smaller type, then broken words. Otherwise the last columns would be beyond the edge of the paper.
 */
export const fitTablesToPageWidth = (
  blocks: readonly DocumentBlock[],
  width: number,
  measure: MeasureText,
): DocumentBlock[] => blocks.map((block) => (block.kind === 'table' ? fitTable(block, width, measure) : block));
