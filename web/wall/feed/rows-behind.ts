import type { Condition } from '#kernel/declaration/filter.ts';
import { country, type PanelArea } from '#kernel/module/wall-panel.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { grouped } from './wall-time.ts';

/** The rows behind a number of the wall, with the same filter as the list. */
export interface RowsBehind {
  /** Name of their resource. */
  of: string;
  title: Text;
  /** The number. */
  n: number;
  /** Set when the number is a sum over the rows instead of their count. */
  sum?: SumOfRows;
  /** Unit of the rows. */
  unit?: Text;
  /** Field shown below a row, next to its area. */
  more?: string;
  conditions: readonly Condition[];
  order?: readonly [field: string, direction: 'asc' | 'desc'];
  /** Ids of rows that no filter describes (a cluster of the map); used instead of conditions. */
  ids?: readonly number[];
  /** A feed that answers the ids. */
  source?: { feed: string; query: Readonly<Record<string, string>> };
}

/** What a sum adds up: the measure of the resource that sums its rows, and their number. */
export interface SumOfRows {
  measure: string;
  /** Unit of the sum; a countable one as `{n|tourist|tourists}`. */
  unit?: Text;
  rows?: number;
}

/** Texts of a number: `2,000`, or for a sum also its rows, `22 团 · 391 人`. */
export interface NumberText {
  /** `22 团`; undefined when the number is the count of rows. */
  readonly rows: string | undefined;
  readonly n: string;
  /** `人`; only with `rows`, which could be mistaken for it. */
  readonly unit: string | undefined;
}

/** The texts of a count of rows, or of a sum and its count of rows. */
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

/** The texts in one line. */
export const numberText = ({ rows, n, unit }: NumberText): string =>
  [rows, [n, unit].filter(Boolean).join(' ')].filter(Boolean).join(' · ');

export type Area = Pick<PanelArea, 'code'>;

export const areaConditions = ({ code }: Area): Condition[] =>
  code === country.code ? [] : [{ field: 'area_code', operator: '=', value: code }];

export const valuesCondition = (field: string, values: readonly string[]): Condition =>
  values.length === 1
    ? { field, operator: '=', value: values[0] ?? '' }
    : { field, operator: 'IN', value: values.join(',') };

export const joinTexts = (one: Text, other: Text): Text =>
  text(`${one['zh-cn']} · ${other['zh-cn']}`, `${one.en} · ${other.en}`);
