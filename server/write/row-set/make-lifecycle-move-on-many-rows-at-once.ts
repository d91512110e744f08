import type { DeadlineClock } from '#kernel/declaration/deadline-clock.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  hasMarkedFields,
  isMoveAvailableFrom,
  returnedByColumn,
} from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { moveOf, statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { canChangeRequestWaitIn, hasChangeRequests } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { entersEvidenceChain } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { indexOfUnmetGuard, inStates } from '#server/read/available-actions/actions-excluded-by-guards.ts';
import { multiStepMoves } from '#server/read/available-actions/approval-steps-available-to-caller.ts';
import { unmaskedColumnsSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { historyNote } from '../field/history-note-and-move-remark.ts';
import { valuesOfStampedFields } from '../field/values-of-stamped-fields.ts';
import type { ChangeRowsRequest } from '../hook/change-rows-request-type.ts';
import type { CascadeMove, RowMoveRequest } from '../hook/lifecycle-move-of-many-rows-request-type.ts';
import { notificationsOf, sendNotifications } from '../statement/send-declared-notifications.ts';
import { cascadeChange, type RowSetMove, repeatInBatches, storeRowSet } from './change-many-rows-in-one-statement.ts';
import { changeOrStopClocksStatements, startClocksOfRowsStatement } from './deadline-clock-statements.ts';
import { lockMovedRowsAndMakeEvidenceChainEntries } from './lock-moved-rows-and-make-evidence-chain-entries.ts';
import {
  type ClockPlan,
  type ClockRow,
  clocksEndedBy,
  type EndingClock,
  planClocks,
  runningClocksOfRows,
} from './plan-deadline-clocks-of-row.ts';
import { settleTodoMessages } from './settle-todo-messages.ts';

/**
 * {@link moveRows} for passing time: in batches with a transaction each, so that an interrupted run goes on where it
 * stopped. The move must take rows out of its `from`, or `set` out of `where`. Returns the number of rows moved.
 */
export async function moveRowsInBatches<R extends AnyResource>(
  engine: Engine,
  resource: R,
  caller: Caller,
  order: RowMoveRequest<R>,
): Promise<number> {
  // what a guard closes must not fill a batch
  return repeatInBatches(resource, whereMovable(resource, order), (some) =>
    moveRows(engine, resource, caller, { ...order, where: some }),
  );
}

/**
 * Makes a declared move on many rows at once, with all that a single move does but hooks: state, clocks, history, events
 * with their subscribers, and messages (`notify`). Rows outside the caller's scope, in other states or closed by a guard
 * stay as they are. A fixed number of statements, however many rows. Returns the keys of the moved rows.
 */
export async function moveRows<R extends AnyResource>(
  engine: Engine,
  resource: R,
  caller: Caller,
  order: RowMoveRequest<R>,
  within?: Transaction,
): Promise<number[]> {
  const move = declaredMove(resource, order.move);
  const input = order.input ?? {};
  const to = targetOf(resource, order.move, move, order.to);
  const { note, noteEnglish } = historyNote(resource, [], {}, input);
  const change: ChangeRowsRequest = {
    where: whereMovable(resource, order),
    set: {
      ...inputColumns(resource, input),
      ...lapsing(resource, to),
      ...valuesOfStampedFields(resource, move.stamps ?? [], caller),
      ...order.set,
      ...(to && { status: sql`${to}` }),
    },
    ...(order.english && { english: order.english }),
    touched: true,
    note: order.note ?? sql`${note ?? null}::text`,
    noteEnglish: order.noteEnglish ?? sql`${noteEnglish ?? null}::text`,
    emits: (move.emits ?? 'moved') as never,
  };
  const work = async (tx: Transaction): Promise<number[]> => {
    const clocks = resource.life?.clocks
      ? await moveClocks(engine, tx, resource, caller, { name: order.move, move, to, input, where: change.where })
      : undefined;
    if (clocks?.ids.length === 0) return [];
    const chain = entersEvidenceChain(resource, 'move', order.move)
      ? await lockMovedRowsAndMakeEvidenceChainEntries(engine, tx, resource, caller, {
          name: order.move,
          to,
          input,
          where: clocks?.where ?? change.where,
        })
      : undefined;
    if (chain?.ids.length === 0) return [];
    const stored: RowSetMove = {
      name: order.move,
      statements: [...(clocks?.statements ?? []), ...(chain?.statements ?? [])],
      joins: clocks?.joins,
      chained: chain !== undefined,
    };
    const where = chain?.where ?? clocks?.where ?? change.where;
    const ids = await storeRowSet(
      engine,
      resource as AnyResource,
      caller,
      { ...change, where, set: { ...change.set, ...clocks?.set } },
      tx,
      stored,
    );
    if (move.settles) await settleTodoMessages(engine, cascadeChange(engine, tx, caller), resource, ids);
    const event = { resource, event: order.move, input };
    await sendNotifications(engine, tx, event, notificationsOf(engine, resource, order.move, caller), ids);
    return ids;
  };
  return within ? await work(within) : await engine.db.transaction(work);
}

/** {@link CascadeMove} in a transaction: the platform acts, and the timeline names for whom. */
export const cascadeMove =
  (engine: Engine, tx: Transaction, caller: Caller): CascadeMove =>
  (resource, where, move, more) =>
    moveRows(engine, resource, onBehalfOf(caller), { where, move, ...more }, tx);

/** The move, if it can be made on several rows: what is decided row by row cannot. */
function declaredMove(resource: AnyResource, name: string): Move {
  const move = moveOf(resource.life, name);
  if (!move) throw new Error(`${resource.name}: no move ${name}`);
  if (move.steps || move.proposes || move.accepts || move.rejects || move.marks || move.answers)
    throw new Error(`${resource.name}: ${name} is decided row by row`);
  return move;
}

/** The state the rows come to; undefined: each stays in its own. */
function targetOf(resource: AnyResource, name: string, move: Move, chosen: string | undefined): string | undefined {
  if (chosen !== undefined && !statesAfterMove(move).includes(chosen))
    throw new Error(`${resource.name}: ${name} does not lead to ${chosen}`);
  return chosen ?? move.to;
}

/** Condition: the rows that the move applies to. */
function whereMovable(
  resource: AnyResource,
  { move: name, ignoresGuards, where }: Pick<RowMoveRequest, 'ignoresGuards' | 'where'> & { readonly move: string },
): Sql {
  const { from, when } = declaredMove(resource, name);
  const open = when && !ignoresGuards ? sql`${indexOfUnmetGuard(resource, when)} is null` : sql`true`;
  return sql`${inStates(from)} and ${open} and ${where}`;
}

/** Inputs of the move that are fields of the row. */
const inputColumns = ({ fields }: AnyResource, input: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(fields, name)));

/** What is pending on a row lapses in a state where nothing awaits it: as with a single move. */
function lapsing(resource: AnyResource, to: string | undefined): Readonly<Record<string, Sql>> {
  const { life } = resource;
  if (!life || to === undefined) return {};
  const none = sql`null`;
  const answered = !isMoveAvailableFrom(life, 'answers', to);
  return {
    ...(multiStepMoves(resource).length > 0 && { approval: sql`case when t.status = ${to} then t.approval end` }),
    ...(hasChangeRequests(life) && !canChangeRequestWaitIn(life, to) && { pending: none, pending_sealed: none }),
    ...(hasMarkedFields(life) && answered && { marks: none, [returnedByColumn]: none }),
    ...(hasMarkedFields(life) && answered && !isMoveAvailableFrom(life, 'marks', to) && { explanations: none }),
  };
}

/** The fields that clocks are counted from, and the state. */
const momentsOf = ({ life }: AnyResource): string[] => {
  const clocks = Object.values<DeadlineClock>(life?.clocks ?? {});
  const names = [life?.filed, ...clocks.flatMap(({ from, until, ruleBy }) => [from, until, ruleBy?.field])];
  return [...new Set(['status', ...names.filter((name) => name !== undefined)])];
};

interface ClocksOfMove {
  readonly ids: readonly number[];
  /** Condition: the rows, which are locked. */
  readonly where: Sql;
  readonly statements: readonly Sql[];
  /** The columns that follow from the clocks, and the join they are read from. */
  readonly set: Readonly<Record<string, Sql>>;
  readonly joins?: Sql;
}

/** Locks the rows and computes what the move does to the clocks of each. */
async function moveClocks(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  of: {
    readonly name: string;
    readonly move: Move;
    readonly to: string | undefined;
    readonly input: Readonly<Record<string, unknown>>;
    readonly where: Sql;
  },
): Promise<ClocksOfMove> {
  const { name, move, to, input } = of;
  const scope = scopeOf(resource, caller, engine.find);
  const sure = clocksEndedBy(resource, move, to);
  const rows = await tx.rows<{ id: number; row: Record<string, unknown> }>(
    sql`select t.id, (select row_to_json(p) from (select ${unmaskedColumnsSql(resource, momentsOf(resource))}) p) as row
      from ${sql.id(tableOf(resource))} t where ${of.where}${scope ? sql` and ${scope}` : sql.empty} order by t.id for update of t`,
  );
  const ids = rows.map(({ id }) => id);
  const clocksOf = await readClocks(tx, resource, ids, sure);
  const changed: ClockRow[] = [];
  const ended: EndingClock[] = [];
  const started: (ClockPlan['started'][number] & { row_id: number })[] = [];
  const ends: EndOfRow[] = [];
  for (const { id, row } of rows) {
    const { ending, running } = clocksOf.get(id) ?? noClocks;
    const given = (field: string) => (field === 'status' ? (to ?? row.status) : (input[field] ?? row[field]));
    const plan = planClocks({ engine, resource, caller, move, before: row, running, ending, given, form: {} });
    if (!plan) continue;
    changed.push(...plan.changed);
    ended.push(...ending);
    started.push(...plan.started.map((clock) => ({ ...clock, row_id: id })));
    ends.push({ id, ...plan.columns });
  }
  return {
    ids,
    where: columnEqualsAnyKey(sql`t.id`, ids),
    statements: [
      ...changeOrStopClocksStatements(changed, ended),
      ...(started.length > 0 ? [startClocksOfRowsStatement(started, { resource, move: name })] : []),
    ],
    ...columnsOfClocks(ends, ids.length),
  };
}

interface ClocksOfRow {
  readonly running: ClockRow[];
  readonly ending: EndingClock[];
}
const noClocks: ClocksOfRow = { running: [], ending: [] };

/** The clocks of the rows that have not ended, by row; those that surely end now apart. */
async function readClocks(
  tx: Transaction,
  resource: AnyResource,
  ids: readonly number[],
  sure: readonly string[],
): Promise<Map<number, ClocksOfRow>> {
  const byRow = new Map<number, ClocksOfRow>();
  if (ids.length === 0) return byRow;
  const clocks = await tx.rows<EndingClock & { row_id: number; row: ClockRow | null }>(
    runningClocksOfRows(resource, ids, sure),
  );
  for (const { row_id, id, clock, row } of clocks) {
    const found = byRow.get(row_id) ?? { running: [], ending: [] };
    if (row) found.running.push(row);
    else found.ending.push({ id, clock });
    byRow.set(row_id, found);
  }
  return byRow;
}

interface EndOfRow {
  readonly id: number;
  readonly due_at: string | null;
  readonly due_unit: string | null;
}

/** The columns that follow from the clocks of the rows, of which only those in `ends` change theirs. */
function columnsOfClocks(ends: readonly EndOfRow[], rows: number): Pick<ClocksOfMove, 'set' | 'joins'> {
  const [first] = ends;
  if (!first) return { set: {} };
  const { due_at, due_unit } = first;
  // mostly the clock of each row ends, and nothing is due any more
  if (ends.length === rows && ends.every((end) => end.due_at === due_at && end.due_unit === due_unit))
    return { set: { due_at: sql`${due_at}::timestamptz`, due_unit: sql`${due_unit}::text` } };
  const place = { due_at: sql`0)::timestamptz`, due_unit: sql`1)::text` };
  const fromClocks = (column: 'due_at' | 'due_unit') =>
    sql`case when ends.by_row ? t.id::text then (ends.by_row -> t.id::text ->> ${place[column]} else t.${sql.id(column)} end`;
  return {
    set: { due_at: fromClocks('due_at'), due_unit: fromClocks('due_unit') },
    // looked up by key: joined rows would be compared each with each where the planner expects few
    joins: sql`cross join (select ${JSON.stringify(Object.fromEntries(ends.map((end) => [end.id, [end.due_at, end.due_unit]])))}::jsonb as by_row) ends`,
  };
}
