import type { DocumentParagraph, DocumentTable } from './document-block-types.ts';

interface Type {
  /** Points. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly align?: DocumentParagraph['align'];
}

/** A line of text. */
export const textLine = (
  content: string,
  { size = 10.5, bold = false, align = 'left' }: Type = {},
): DocumentParagraph => ({
  kind: 'paragraph',
  // an empty paragraph would have the default type size: a space keeps an empty cell as low as its row
  runs: [{ text: content || '\u00a0', bold, italic: false, underline: false, size }],
  align,
  indent: false,
  breakBefore: false,
});

/** A table of texts. The first row is the header, repeated on every page. */
export const textTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  widths: readonly (number | '*')[],
): DocumentTable => ({
  kind: 'table',
  heads: 1,
  widths,
  rows: [head, ...rows].map((row, at) =>
    row.map((content) => ({ span: 1, blocks: [textLine(content, { size: 9, bold: at === 0 })] })),
  ),
});

/** Labels and values as a table, two pairs to a row. */
export const labelValueTable = (entries: readonly (readonly [name: string, text: string])[]): DocumentTable => ({
  kind: 'table',
  widths: [76, '*', 76, '*'],
  rows: Array.from({ length: Math.ceil(entries.length / 2) }, (_, row) =>
    [entries[2 * row], entries[2 * row + 1] ?? (['', ''] as const)].flatMap(([name = '', content = ''] = ['', '']) => [
      { span: 1, blocks: [textLine(name, { size: 9, bold: true })] },
      { span: 1, blocks: [textLine(content, { size: 9 })] },
    ]),
  ),
});
