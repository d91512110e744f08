/** A piece of text in one format. */
export interface TextRun {
  text: string;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  /** Points. */
  size: number;
}

export interface DocumentParagraph {
  kind: 'paragraph';
  runs: TextRun[];
  align: 'left' | 'center' | 'right' | 'justify';
  /** Whether the first line is indented by two characters. */
  indent: boolean;
  /** Whether it begins a new page. */
  breakBefore: boolean;
  /** Whether it stays on one page with the next block. */
  keepNext?: boolean;
  /** Whether lines break within words, where these are wider than their column. */
  breaksAnywhere?: boolean;
}

export interface DocumentTable {
  kind: 'table';
  rows: { blocks: DocumentBlock[]; span: number }[][];
  /** Width of each column in points; `*` shares the remaining width. Default: all columns share it. */
  widths?: readonly (number | '*')[];
  /** Number of header rows, repeated on every page. */
  heads?: number;
}

/** Content of a printed document, read from a Word template or built by the platform. */
export type DocumentBlock = DocumentParagraph | DocumentTable;
