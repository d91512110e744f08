import type { Condition } from '#kernel/filter.ts';
import { country, type PanelArea } from '#kernel/panel.ts';
import { type Text, text } from '#kernel/text.ts';

/** The rows behind a number of the wall: the same filter the list takes. */
export interface RowsBehind {
  /** The resource they are rows of, by name. */
  of: string;
  title: Text;
  /** The number itself. */
  n: number;
  /** It adds up a field of the rows, and does not count them. */
  sum?: true;
  /** What rows of it are counted in. */
  unit?: Text;
  /** The field said under a row, beside its area. */
  more?: string;
  conditions: readonly Condition[];
  order?: readonly [field: string, direction: 'asc' | 'desc'];
  /** Rows that no filter names (a cluster of the map); in place of conditions. */
  ids?: readonly number[];
  /** Asks a feed which rows they are. */
  ask?: { feed: string; query: Readonly<Record<string, string>> };
}

export type Area = Pick<PanelArea, 'code'>;

export const inArea = ({ code }: Area): Condition[] =>
  code === country.code ? [] : [{ field: 'area_code', operator: '=', value: code }];

export const among = (field: string, values: readonly string[]): Condition =>
  values.length === 1
    ? { field, operator: '=', value: values[0] ?? '' }
    : { field, operator: 'IN', value: values.join(',') };

export const joinTexts = (one: Text, other: Text): Text =>
  text(`${one['zh-cn']} · ${other['zh-cn']}`, `${one.en} · ${other.en}`);
