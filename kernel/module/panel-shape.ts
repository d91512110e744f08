import type { RowCondition } from '../declaration/row-condition.ts';

/** Which rows a part of a panel counts, besides those of the area. */
interface Counted {
  readonly where?: readonly RowCondition[];
}

/** A number of rows, or the sum of a field. */
export interface CountPart extends Counted {
  readonly part: 'count';
  readonly sum?: string;
  /** Date or moment of a row: only those of today, of this month, or of the requested range count. */
  readonly at?: string;
  readonly in?: 'today' | 'month' | 'range';
}

/** A share of rows, from 0 to 1 with three decimals; 0 without any. */
export interface SharePart extends Counted {
  readonly part: 'share';
  /** Conditions on top of `where`: the rows whose share it is. */
  readonly of: readonly RowCondition[];
}

/** Numbers of rows by a field, the largest first: `[{ name, n }]`. */
export interface SplitPart extends Counted {
  readonly part: 'split';
  readonly by: string;
  /** Property of the value. Default: `name`. */
  readonly as?: string;
  readonly most?: number;
}

/** Rows: fields in wire form, personal data masked; areas with their name, places as `lng` and `lat`. */
export interface RowsPart extends Counted {
  readonly part: 'rows';
  readonly fields: readonly string[];
  readonly order: readonly [field: string, 'asc' | 'desc'];
  readonly most: number;
}

/** Numbers of rows by day of the requested range, days without any included: `[{ d, n }]`. */
export interface ByDayPart extends Counted {
  readonly part: 'byDay';
  readonly at: string;
  /** Splits each day by the values of a field, each under its own name: `{ d, pos, neg }`. */
  readonly by?: { readonly field: string; readonly values: readonly string[] };
}

export type PanelPart = CountPart | SharePart | SplitPart | RowsPart | ByDayPart;
/** The answer of a panel, by the name of each part; parts may be grouped. */
export type PanelShape = Readonly<Record<string, PanelPart | Readonly<Record<string, PanelPart>>>>;

type Without<P> = Omit<P, 'part'>;

/** The words of a shape: `{ pending: count({ where }), categories: split('category'), trend: byDay('createtime') }`. */
export const count = (options: Without<CountPart> = {}) => ({ part: 'count', ...options }) as const;
export const share = (options: Without<SharePart>) => ({ part: 'share', ...options }) as const;
export const split = (by: string, options: Omit<SplitPart, 'part' | 'by'> = {}) =>
  ({ part: 'split', by, ...options }) as const;
export const rows = (fields: readonly string[], options: Omit<RowsPart, 'part' | 'fields'>) =>
  ({ part: 'rows', fields, ...options }) as const;
export const byDay = (at: string, options: Omit<ByDayPart, 'part' | 'at'> = {}) =>
  ({ part: 'byDay', at, ...options }) as const;

export const isPart = (one: PanelShape[string]): one is PanelPart => typeof one.part === 'string';

/** All parts of a shape, with their path. */
export const partsOf = (shape: PanelShape): readonly (readonly [path: readonly string[], PanelPart])[] =>
  Object.entries(shape).flatMap(([name, one]): [readonly string[], PanelPart][] =>
    isPart(one)
      ? [[[name], one]]
      : Object.entries(one).map(([inner, part]): [readonly string[], PanelPart] => [[name, inner], part]),
  );
