import type { Approval } from '#kernel/declaration/approval.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { steppedMoves } from '#server/read/approvals.ts';
import { closedBy } from '#server/read/guards.ts';
import { ownedColumn, separatedColumns, writtenColumn } from '#server/read/separation-of-duties.ts';
import { type ClockRow, runningClocks } from './row-clocks.ts';

/** What is loaded with a row that no declaration shows and writing depends on. */
export type WriteState = Readonly<Record<string, unknown>> & {
  readonly approval?: Approval | null;
  /** Place of the guard of the move that is not met. */
  readonly closed?: number | null;
  readonly clocks?: readonly ClockRow[];
};

const asideKey = Symbol('aside');

export const attachWriteState = (row: object, aside: WriteState): void => {
  Object.defineProperty(row, asideKey, { value: aside });
};

export const writeStateOf = (row: object | undefined): WriteState =>
  ((row as Record<symbol, unknown> | undefined)?.[asideKey] ?? {}) as WriteState;

export const approvalOf = (row: object | undefined): Approval | undefined => writeStateOf(row).approval ?? undefined;

/** As a column `aside` behind the columns of alias `t`. */
export function writeStateColumns(
  resource: AnyResource,
  move: Move | undefined,
  clocks: boolean,
  caller: Caller,
  find: FindResource,
): Sql {
  const names = [...(steppedMoves(resource).length > 0 ? ['approval'] : []), ...separatedColumns(resource)];
  const pieces = names.map((name) => sql.raw(`'${name}', t."${name}"`));
  if (move?.accepts !== undefined) pieces.push(sql`'pending_sealed', t.pending_sealed`);
  const owned = ownedColumn(resource, move, find);
  if (owned) pieces.push(owned);
  const written = writtenColumn(resource, move, caller);
  if (written) pieces.push(written);
  if (move?.when) pieces.push(sql`'closed', ${closedBy(resource, move.when)}`);
  if (clocks) pieces.push(sql`'clocks', ${runningClocks(resource)}`);
  return pieces.length === 0 ? sql.empty : sql`, json_build_object(${sql.join(pieces)}) as aside`;
}
