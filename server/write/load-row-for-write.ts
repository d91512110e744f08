import type { AnyResource, Row as WireRow } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, forbidden, notFound } from '#server/refusal.ts';
import { writeFeatures } from './feature/write-features-in-execution-order.ts';
import {
  extendWrite,
  type LoadedRow,
  type LoadedWrite,
  type WriteCall,
  type WriteState,
} from './feature/write-phase-and-feature-types.ts';
import { lockReferencedRowOfCompetingMovesSql, locksOwnRow } from './lock-referenced-row-of-competing-moves.ts';
import { refuseImpossibleWrite } from './refuse-write-by-state-version-or-office.ts';

type Row = WireRow<AnyResource>;

/**
 * Phase `load`: reads the row in the caller's scope, together with what features need, in one statement. Throws
 * `Refused` if the write is impossible for the row. `holds` locks the row until the end of the transaction.
 */
export async function loadRowForWrite(call: WriteCall, holds: boolean): Promise<LoadedWrite> {
  const { engine, tx, resource, caller, order, move } = call;
  const locks = locksOwnRow(move) || holds;
  const lock = lockReferencedRowOfCompetingMovesSql(engine, resource, move, order.id);
  const db = locks || lock || tx.begun ? tx : engine.db;
  if (order.operation === 'add') return extendWrite(call, { locks, db, before: undefined, state: {} });
  const { row: before, state } = await loadRow({
    engine,
    // the other row is locked before this one is read, so that the later of two decisions sees the earlier
    read: lock
      ? async (statement) => (await tx.rowsOfAll([lock, statement]))[1]?.[0] as LoadedColumns | undefined
      : (statement) => db.row<LoadedColumns>(statement),
    locks,
    brief: db === engine.db,
    resource,
    caller,
    id: order.id,
    action: order.move ?? order.operation,
    state: stateColumn(call),
  });
  const loaded: LoadedRow = extendWrite(call, { locks, db, before, state: state ?? {} });
  refuseImpossibleWrite(loaded);
  return loaded;
}

/** The state as a column `state` after the columns of alias `t`. */
function stateColumn(call: WriteCall): Sql {
  const pieces = writeFeatures.flatMap((feature) => feature.state?.(call) ?? []);
  return pieces.length === 0 ? sql.empty : sql`, json_build_object(${sql.join(pieces)}) as state`;
}

/**
 * Reads a row unmasked, and locks it until the end of the transaction. Throws `Refused` (not found) if the caller may
 * not do `action` with it.
 */
export async function loadRowForUpdate(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  id: number,
  action = 'index',
): Promise<Row> {
  const read = (statement: Sql) => tx.row<LoadedColumns>(statement);
  const from = { engine, read, locks: true, brief: false };
  const { row } = await loadRow({ ...from, resource, caller, id, action, state: sql.empty });
  return row;
}

/** A loaded row with the columns of features. */
interface LoadedColumns {
  readonly [column: string]: unknown;
  readonly row: Row;
  readonly state?: WriteState;
}

interface RowRequest {
  readonly engine: Engine;
  readonly read: (statement: Sql) => Promise<LoadedColumns | undefined>;
  readonly locks: boolean;
  /** Read over a shared connection. */
  readonly brief: boolean;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly id: number | undefined;
  readonly action: string;
  readonly state: Sql;
}

async function loadRow(request: RowRequest): Promise<LoadedColumns> {
  const { engine, read, locks, brief, resource, caller, id, action, state } = request;
  if (!id) throw badParameter();
  const scope = scopeOf(resource, caller, engine.find, action);
  const statement = sql`select ${rowJson(resource, caller, 'plain', engine.find)} as row${state}
    from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}${locks ? sql` for update of t` : sql.empty}`;
  const found = await read(namePreparedStatement(statement, { brief }));
  if (found) return found;
  if (caller.type !== 'member' || action === 'index') throw notFound();
  await loadRow({ ...request, locks: false, action: 'index', state: sql.empty });
  throw forbidden(); // the caller sees the row, but not in a role that may do this
}
