import type { RowCondition } from '../declaration/row-condition-and-move-guard.ts';

/** Conditions on the rows that a part of a panel takes into account, in addition to the area. */
interface Counted {
  readonly where?: readonly RowCondition[];
}

/** A number of rows, or the sum of a field over rows. */
export interface PanelCount extends Counted {
  readonly part: 'count';
  readonly sum?: string;
  /** A date or moment of the row. Only rows with one `in` today, this month or the requested range count. */
  readonly at?: string;
  readonly in?: 'today' | 'month' | 'range';
}

/** A share of rows, from 0 to 1 with three decimals. Without rows it is 0. */
export interface PanelShare extends Counted {
  readonly part: 'share';
  /** Conditions, in addition to `where`, on the rows whose share it is. */
  readonly of: readonly RowCondition[];
}

/** The mean of a field over the rows that have a value, with one decimal. Without rows it is 0. */
export interface PanelMean extends Counted {
  readonly part: 'mean';
  readonly of: string;
}

/** The numbers of rows by the values of a field, the largest first: `[{ name, n }]`. */
export interface PanelBreakdown extends Counted {
  readonly part: 'split';
  readonly by: string;
  /** The property that contains the value. Default: `name`. */
  readonly as?: string;
  readonly most?: number;
}

/**
 * Rows with fields in wire form and personal data masked. Areas are given with their names, places as `lng` and `lat`.
 */
export interface PanelRows extends Counted {
  readonly part: 'rows';
  readonly fields: readonly string[];
  readonly order: readonly [field: string, 'asc' | 'desc'];
  readonly most: number;
}

/** The number of rows for each day of the requested range, including days without rows: `[{ d, n }]`. */
export interface PanelDailyCounts extends Counted {
  readonly part: 'byDay';
  readonly at: string;
  /** Splits each day by the values of a field. Each value is a property of its own: `{ d, pos, neg }`. */
  readonly by?: { readonly field: string; readonly values: readonly string[] };
}

export type PanelFigure = PanelCount | PanelShare | PanelMean | PanelBreakdown | PanelRows | PanelDailyCounts;
/** The response of a panel: parts by name, which may be grouped one level deep. */
export type PanelQuery = Readonly<Record<string, PanelFigure | Readonly<Record<string, PanelFigure>>>>;

type Without<P> = Omit<P, 'part'>;

/**
 * Functions that write a shape: `{ pending: count({ where }), categories: split('category'), trend: byDay('createtime')
 * }`.
 */
export const count = (options: Without<PanelCount> = {}) => ({ part: 'count', ...options }) as const;
export const share = (options: Without<PanelShare>) => ({ part: 'share', ...options }) as const;
export const mean = (of: string, options: Omit<PanelMean, 'part' | 'of'> = {}) =>
  ({ part: 'mean', of, ...options }) as const;
export const split = (by: string, options: Omit<PanelBreakdown, 'part' | 'by'> = {}) =>
  ({ part: 'split', by, ...options }) as const;
export const rows = (fields: readonly string[], options: Omit<PanelRows, 'part' | 'fields'>) =>
  ({ part: 'rows', fields, ...options }) as const;
export const byDay = (at: string, options: Omit<PanelDailyCounts, 'part' | 'at'> = {}) =>
  ({ part: 'byDay', at, ...options }) as const;

export const isPanelFigure = (one: PanelQuery[string]): one is PanelFigure => typeof one.part === 'string';

/** All parts of a shape, each with its path. */
export const panelFiguresOf = (shape: PanelQuery): readonly (readonly [path: readonly string[], PanelFigure])[] =>
  Object.entries(shape).flatMap(([name, one]): [readonly string[], PanelFigure][] =>
    isPanelFigure(one)
      ? [[[name], one]]
      : Object.entries(one).map(([inner, part]): [readonly string[], PanelFigure] => [[name, inner], part]),
  );
