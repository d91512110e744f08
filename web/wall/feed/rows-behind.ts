import type { Condition } from '#kernel/declaration/filter.ts';
import { country, type PanelArea } from '#kernel/module/wall-panel.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { grouped } from './wall-time.ts';

/** The rows behind a number of the wall: the same filter the list takes. */
export interface RowsBehind {
  /** The resource they are rows of, by name. */
  of: string;
  title: Text;
  /** The number itself. */
  n: number;
  /** It adds up a field of the rows, and does not count them. */
  sum?: SumOfRows;
  /** What rows of it are counted in. */
  unit?: Text;
  /** The field said under a row, beside its area. */
  more?: string;
  conditions: readonly Condition[];
  order?: readonly [field: string, direction: 'asc' | 'desc'];
  /** Rows that no filter names (a cluster of the map); in place of conditions. */
  ids?: readonly number[];
  /** Asks a feed which rows they are. */
  source?: { feed: string; query: Readonly<Record<string, string>> };
}

/** What a number adds up: by which measure of the resource its rows are added up again, and how many they are. */
export interface SumOfRows {
  measure: string;
  /** What it is counted in; of a word with a plural `{n|tourist|tourists}`. */
  unit?: Text;
  rows?: number;
}

/** What a number says: `2,000`, or of a sum the rows as well, `22 团 · 391 人`. */
export interface NumberText {
  /** `22 团`; nothing where the number counts the rows itself. */
  readonly rows: string | undefined;
  readonly n: string;
  /** `人`; only beside rows, which would be taken for it otherwise. */
  readonly unit: string | undefined;
}

/** How many rows there are, or what is added up over how many rows. */
export function formatNumber(
  { n, unit, sum }: Pick<RowsBehind, 'n' | 'unit' | 'sum'>,
  t: (text: Text, values?: Readonly<Record<string, unknown>>) => string,
): NumberText {
  if (sum?.rows === undefined) return { rows: undefined, n: grouped(n), unit: undefined };
  return {
    rows: [grouped(sum.rows), unit ? t(unit, { n: sum.rows }) : ''].filter(Boolean).join(' '),
    n: grouped(n),
    unit: sum.unit && t(sum.unit, { n }),
  };
}

/** The same in one line. */
export const numberText = ({ rows, n, unit }: NumberText): string =>
  [rows, [n, unit].filter(Boolean).join(' ')].filter(Boolean).join(' · ');

export type Area = Pick<PanelArea, 'code'>;

export const inArea = ({ code }: Area): Condition[] =>
  code === country.code ? [] : [{ field: 'area_code', operator: '=', value: code }];

export const among = (field: string, values: readonly string[]): Condition =>
  values.length === 1
    ? { field, operator: '=', value: values[0] ?? '' }
    : { field, operator: 'IN', value: values.join(',') };

export const joinTexts = (one: Text, other: Text): Text =>
  text(`${one['zh-cn']} · ${other['zh-cn']}`, `${one.en} · ${other.en}`);
