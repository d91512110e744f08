import type { Text } from '../text/text.ts';
import type { RowsBehindFigure } from './rows-behind-wall-figure-as-list-filter.ts';

/** The figures of a panel of the wall as text: for the page to read and print, and for the PDF of a moment. */
export interface PanelFigureGroup {
  /** What its figures have in common. Default: the label of the panel. */
  readonly title?: Text;
  readonly figures?: readonly PanelFigure[];
  readonly records?: readonly PanelRecord[];
}

/** A figure with the list that it counts; its label is the title of the list unless it has one of its own. */
export interface PanelFigure {
  readonly label?: Text;
  readonly rows: RowsBehindFigure;
  /** Written instead of the number of rows: what was computed from them. */
  readonly instead?: ComputedFigure;
  /** Written below it, such as the same figure of last year. */
  readonly note?: Text;
}

/** A share from 0 to 1, or a mean with its unit; null where there is nothing to compute from. */
export type ComputedFigure = { readonly share: number | null } | { readonly mean: number | null; readonly unit: Text };

/** A row that a panel shows by its name. */
export interface PanelRecord {
  /** Its resource and key. */
  readonly of: string;
  readonly id: number;
  readonly title: string;
  /** Its moment in unix seconds. */
  readonly at?: number | undefined;
  /** What the panel says of it: its state, its area. */
  readonly parts: readonly Text[];
}

/** The English name of a division by its Chinese one; in Chinese, or without an English name, the same. */
export type NameDivisionInEnglish = (chinese: string) => string;

/** The figures of the answer of a panel's feed, in the order in which they are read. */
export type ReadPanelFigures<Answer> = (
  answer: Answer,
  inEnglish: NameDivisionInEnglish,
) => readonly PanelFigureGroup[];

/** By the name of the panel. */
export type FiguresByPanel = Readonly<Record<string, ReadPanelFigures<never>>>;
