import type { Side } from './drive.ts';

/** One line of the table: the same work done by the product and by the bare server. */
export interface Work {
  name: string;
  title: string;
  /** Least ratio of the product's rate to the bare server's. */
  target: number;
  /** Prepares both sides; called right before they are measured. */
  sides(): Promise<{ product: Side; bare: Side }>;
}

/** `pg` hands out bigint as text. */
type ListData = { list?: { id: number | string }[]; total?: number };

/** A page of so many rows, in order; the total, where one was asked for. */
export function checkList(data: unknown, { rows, total }: { rows?: number; total: boolean }): void {
  const { list = [], total: told } = (data ?? {}) as ListData;
  const ordered = list.every((row, at) => at === 0 || Number(row.id) < Number(list[at - 1]?.id));
  const right = ordered && (rows === undefined ? list.length > 0 : list.length === rows);
  if (!right || (total && !((told ?? -1) >= list.length))) {
    throw new Error(`not the page that was due: ${list.length} rows, total ${told}`);
  }
}
