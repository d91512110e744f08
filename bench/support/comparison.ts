import type { Side } from './drive.ts';

/** One line of the table: the same calls to the product and to the bare server. */
export interface Comparison {
  name: string;
  title: string;
  /** Minimum ratio of the product's rate to the bare server's. */
  target: number;
  /** Prepares both sides; called right before they are measured. */
  sides(): Promise<{ product: Side; bare: Side }>;
}

/** `pg` returns bigint as text. */
type ListedRow = { id: number | string; name?: string };
type ListData = { list?: ListedRow[]; total?: number };

const newest = (one: ListedRow, other: ListedRow): number => Number(other.id) - Number(one.id);

const pinyin = new Intl.Collator('zh-u-co-pinyin');

/** Compares names in the order of a Chinese dictionary. */
export const compareNames = (one: ListedRow, other: ListedRow): number =>
  pinyin.compare(one.name ?? '', other.name ?? '');

/** Checks a page: the number of rows, newest first or by name, and the total if requested. */
export function checkPage(
  data: unknown,
  { rows, total, by = newest }: { rows?: number; total: boolean; by?: typeof newest },
): void {
  const { list = [], total: count } = (data ?? {}) as ListData;
  const ordered = list.every((row, at) => at === 0 || by(list[at - 1] as ListedRow, row) <= 0);
  const right = ordered && (rows === undefined ? list.length > 0 : list.length === rows);
  if (!right || (total && !((count ?? -1) >= list.length))) {
    throw new Error(`not the page that was due: ${list.length} rows, total ${count}`);
  }
}
