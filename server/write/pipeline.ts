import type { Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, Row } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { memberOwner } from '#kernel/resource/columns.ts';
import { eventName } from '#kernel/resource/event.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { type Text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/connect.ts';
import { runLazily } from '#server/db/lazy-transaction.ts';
import { prepared } from '#server/db/prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { hasSubscribers } from '#server/engine/subscriber-index.ts';
import { rowJson } from '#server/read/row.ts';
import { scopeOf } from '#server/read/scope.ts';
import { copiesOtherRows } from '#server/read/source-visibility.ts';
import { badParameter, forbidden, invalid, notFound } from '#server/refusal.ts';
import { refusePlain } from './amendment.ts';
import { takeStep } from './approval.ts';
import { authorise } from './authorise.ts';
import { readChangeRequest } from './change-request.ts';
import { readCorrections } from './correction.ts';
import { explainDatabaseError } from './database-error.ts';
import { validityColumns } from './expiry.ts';
import { type FileOwner, heldFiles, noteReferences } from './file-references.ts';
import { hashPasswords } from './hash-passwords.ts';
import type { WriteContext } from './hooks.ts';
import type { KeyedAnswer } from './keyed-answer.ts';
import { lockReferred } from './lock-referred.ts';
import { openFields, passOverMasks, refuseLocked } from './locked-fields.ts';
import { type EnglishValues, englishColumns, historyNote } from './platform-text.ts';
import { checkReferences } from './references.ts';
import { refuseImpossible } from './refuse-impossible.ts';
import { refuseMisfits, refuseMissing, refuseRetired } from './refuse-options.ts';
import { requireState } from './require.ts';
import { retryOnConflict, VersionConflict } from './retry-on-conflict.ts';
import { planClocks, touchesClocks } from './row-clocks.ts';
import { changeFollowingRows } from './row-set.ts';
import { collectChildEvents } from './rows/child-row-events.ts';
import { explainRowsError } from './rows/explain-error.ts';
import { deleteChildRows, FormLists, readRows } from './rows/form-lists.ts';
import { nameFirst } from './rows/name-place.ts';
import { bringsRows } from './rows/plan-rows.ts';
import { runHooks } from './run-hooks.ts';
import { type Stored, type StoreOrder, store, storeAnswerAfterHooks } from './store.ts';
import { checkFields, storeValues } from './validate.ts';
import { approvalOf, attachWriteState, type WriteState, writeStateColumns, writeStateOf } from './write-state.ts';
import { refuseUnrequestedInputs, visibilityOfWriter } from './writer-visibility.ts';

/** One write as a call asks for it. */
export interface WriteOrder {
  operation: 'add' | 'edit' | 'del' | 'move';
  move?: string | undefined;
  /** Of a move with several approvers: the step that is meant; the next one unless told. */
  step?: string | undefined;
  id?: number | undefined;
  /** The version the caller saw; when given, a row changed since is refused. */
  version?: number | undefined;
  input: Readonly<Record<string, unknown>>;
  log?: StoreOrder['log'];
  /** Nobody reads the row that was stored, */
  unread?: boolean;
  /** nor is it shown to anybody. */
  unseen?: boolean;
  /** The key the call came with, kept with its answer in the statement that stores the row. */
  keeps?: KeyedAnswer | undefined;
  /** Values set by the platform itself (imports, registration), in wire form: trusted, but for the files among them. */
  set?: Readonly<Record<string, unknown>>;
  /** English of what the platform itself says in `input`, by field: its reasons are stored in both languages. */
  english?: EnglishValues;
  /** The platform lets a member add what they apply for: they hold nothing of it yet. */
  applies?: true;
  /** Whose uploads `set` may refer to, where the platform acts for somebody. */
  filesOf?: FileOwner;
  /** The row this one is a copy of, made by the platform: the files it shows may be shown again, whoever sent them. */
  copyOf?: Readonly<Record<string, unknown>>;
  /** What it will do besides, in words, for whoever is about to make it: each sentence as hooks say it. */
  explained?: (sentence: string) => void;
  /** A trial: told what would be stored, as it would be, and then nothing is. */
  trial?: (values: Readonly<Record<string, unknown>>) => void;
}

/**
 * The one way a row is written: authorise → load in scope → version and state → keep writable fields → validate →
 * hooks → store with history, log, events, clocks and recycle copy, all in one statement and so true together. What
 * hooks write besides makes it a transaction. Nothing is locked between loading and storing: who finds the row changed
 * meanwhile begins again, and then holds on to it.
 */
export async function write(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  order: WriteOrder,
  within?: Transaction,
): Promise<Stored> {
  const move = order.operation === 'move' ? askedMove(resource, order.move) : undefined;
  authorise(resource, caller, order, move);
  try {
    if (within) return await writeIn(engine, within, true, resource, caller, order, move);
    const holds = order.operation === 'edit' && bringsRows(resource, order.input);
    return await retryOnConflict((locks) =>
      runLazily(engine.db, (tx) => writeIn(engine, tx, locks || holds, resource, caller, order, move)),
    );
  } catch (error) {
    throw (
      explainRowsError(error, resource, engine.find, caller.locale, order.operation) ??
      explainDatabaseError(error, resource, caller.locale, order.operation, engine.resources)
    );
  }
}

/** Runs once the write is committed; by then it can no longer fail, so what goes wrong is recorded and no more. */
function afterCommit(engine: Engine, tx: Transaction, work: () => Promise<void> | void): void {
  tx.afterCommit(async () => {
    try {
      await work();
    } catch (error) {
      engine.log.error({ err: error }, 'work after a write failed');
    }
  });
}

async function writeIn(
  engine: Engine,
  tx: Transaction & { begun?: boolean },
  holds: boolean,
  resource: AnyResource,
  caller: Caller,
  order: WriteOrder,
  move: Move | undefined,
): Promise<Stored> {
  const { operation, english = {} } = order;
  const locks = (await lockReferred(engine, tx, resource, move, order.id)) || holds;
  const reads = locks ? tx : engine.db;
  const aside = () =>
    writeStateColumns(resource, move, touchesClocks(resource, operation, order.input, order.set), caller, engine.find);
  const action = order.move ?? operation;
  const before =
    operation === 'add' ? undefined : await load(engine, reads, locks, resource, caller, order.id, action, aside());
  if (before) refuseImpossible({ resource, before, caller, order, move, find: engine.find });
  const know = await visibilityOfWriter({ engine, db: reads, resource, caller, before, input: order.input });
  if (move) refuseUnrequestedInputs(resource, know(resource), order.move as string, caller, order.input);

  const step = move?.steps && before ? stepOf(resource, caller, order, before) : undefined;
  const completes = move && step?.last !== false;
  const fields: Fields = move
    ? (step?.fields ?? move.input ?? {})
    : openFields(know(resource), caller, before, operation, order.input);
  const told = passOverMasks(fields, step?.input ?? order.input, before);
  const { values: checked, errors } = checkFields(fields, told, caller.locale, operation === 'edit');
  if (operation === 'add' || operation === 'edit')
    Object.assign(errors, refuseLocked(resource, know(resource), caller, before, order.input, order.set));
  refuseRetired(fields, checked, before, errors, caller.locale);
  refuseMisfits(fields, checked, before, errors, caller.locale);
  if (operation === 'add' || operation === 'edit')
    refuseMissing(fields, { ...checked, ...order.set }, before, errors, caller);
  const form = {
    engine,
    db: reads,
    locks,
    resource,
    know,
    caller,
    operation,
    fields,
    input: order.input,
    before,
    errors,
  };
  const lists = await FormLists.plan(form);
  if (operation === 'edit')
    Object.assign(errors, refusePlain({ ...form, checked, isListChanged: lists?.isChanged === true }));
  const files = { set: order.set, fields: resource.fields, owner: order.filesOf, copyOf: order.copyOf };
  const by = { resource, operation: order.move ?? operation };
  const referring = [{ by, fields, values: checked, before, errors, files }, ...(lists?.referring ?? [])];
  await checkReferences(engine, reads, caller, referring);
  lists?.tell(errors);
  const made = {
    engine,
    resource,
    known: know(resource),
    caller,
    move: completes && move,
    before,
    told: checked,
    errors,
  };
  const request = readChangeRequest(made);
  const corrections = readCorrections(made);

  const values: Record<string, unknown> = move ? pickColumns(resource, completes ? checked : {}) : { ...checked };
  if (operation === 'add') Object.assign(values, ownedBy(resource, caller));
  Object.assign(values, request?.accepted, order.set);
  const events: { name: string; payload: Readonly<Record<string, unknown>> }[] = [];
  const stored: ((id: number) => Promise<void>)[] = [];
  const beside: ((row: Sql) => Sql)[] = [];
  const notes: (string | Text)[] = [];
  const computed = new Map<string, Sql>();
  let chosen: string | undefined;
  const context: WriteContext = {
    engine,
    tx,
    caller,
    resource,
    operation,
    move: order.move,
    before,
    values,
    input: checked,
    english,
    proposed: request?.values ?? {},
    compute: (column, expression) => void computed.set(column, expression),
    choose(state) {
      if (!move?.orTo?.includes(state)) throw new Error(`${resource.name}: ${order.move} cannot end in ${state}`);
      chosen = state;
    },
    fail(field, message, words) {
      errors[field] = [...new Set([...(errors[field] ?? []), textIn(message, caller.locale, words)])];
    },
    emit: (fact, payload = {}) => void events.push({ name: eventName(resource, fact), payload }),
    note: (text) => void notes.push(text),
    explain: (message, words) => order.explained?.(textIn(message, caller.locale, words)),
    changeFollowing: changeFollowingRows(engine, tx, caller),
    require: (target, id, required) => requireState(context, target, id, required),
    storeBeside: (piece) => void beside.push(piece),
    afterStore: (work) => void stored.push(work),
    afterCommit: (work) => afterCommit(engine, tx, work),
    rowsOf: async (name) => lists?.rows(name) ?? (before ? readRows(context, resource, name, before.id) : []),
  };
  await lists?.runHooks(context, errors);
  if (!move || completes) await runHooks(engine, context, errors);
  await lists?.finish(errors);
  request?.check();
  await corrections?.check(reads);
  if (Object.keys(errors).length > 0)
    throw invalid(errors, { ...resource.fields, ...fields, ...nameFirst(resource, errors, engine.find) });

  const to = completes ? (chosen ?? move.to ?? before?.status) : undefined;
  if (step) values.approval = step.approval && JSON.stringify(step.approval);
  else if (completes && to !== before?.status && approvalOf(before)) values.approval = null;
  Object.assign(values, await request?.columns(reads, to), corrections?.columns(to));
  if (to) values.status = to;
  if (operation === 'add' && resource.life) values.status ??= resource.life.initial;
  Object.assign(values, order.set, englishColumns(resource, { ...values, ...order.set }, english));
  const clocks =
    resource.life?.clocks && operation !== 'del' && (!move || completes)
      ? planClocks({
          engine,
          resource,
          caller,
          move,
          before,
          form: fields,
          running: writeStateOf(before).clocks ?? [],
          given: (name) => firstOf(name, values, checked, before),
        })
      : undefined;
  Object.assign(values, clocks?.columns);
  if (resource.ends && operation !== 'del' && (!move || completes))
    Object.assign(values, validityColumns(resource, before, { ...before, ...values }));
  const payload = {
    title: copiesOtherRows(resource) ? '' : String(values[resource.title] ?? before?.[resource.title] ?? ''),
    status: values.status ?? before?.status ?? null,
    move: order.move ?? null,
    step: step?.name ?? null,
  };
  if (!order.trial) await hashPasswords(resource, values);
  storeValues(resource.fields, values, engine.seal);
  for (const [name, expression] of computed) values[name] = expression;

  if (order.trial) {
    order.trial(values);
    return { id: 0, row: {}, historyId: 0 };
  }

  const tellParts =
    operation === 'del' || lists?.isChanged ? await collectChildEvents(engine, tx, caller, resource) : undefined;
  if (tellParts) stored.unshift(tellParts);
  const parts = operation === 'del' ? await deleteChildRows(context) : await lists?.store(tx);
  beside.push(...(parts?.beside ?? []));
  stored.push(...(parts?.stored ?? []));
  const named = (name: string) => ({
    value: firstOf(name, values, checked),
    asked: firstOf(name, order.set, checked),
  });
  const held = noteReferences(resource, heldFiles(resource, fields, before, named));
  if (held) beside.push(held);
  const plainFact = { add: 'added', edit: 'edited', del: 'deleted', move: 'moved' }[operation];
  const fact = completes && move?.emits ? move.emits : plainFact;
  if (operation !== 'edit' || Object.keys(values).length > 0 || lists?.isChanged)
    events.unshift({ name: eventName(resource, fact), payload });
  if (hasSubscribers(engine.subscribers, events))
    stored.push((id) => {
      const facts = events.map((event) => ({ ...event, resource: resource.name, row_id: id }));
      return engine.subscribers.notify(engine, tx, caller, facts);
    });
  const presents = move !== undefined && !order.unseen;
  const result = await store({
    engine,
    db: locks || tx.begun || stored.length > 0 ? tx : engine.db,
    resource,
    caller,
    action: operation,
    values,
    events,
    beside,
    keys: parts?.fresh?.keys,
    tellsKeys: stored.length > 0,
    changes: parts?.changes,
    version: locks ? undefined : before?.version,
    presents: presents && stored.length === 0,
    move: order.move && (step ? `${order.move}:${step.name}` : order.move),
    before,
    id: before?.id,
    from: before?.status || undefined,
    to: to || undefined,
    ...historyNote(resource, notes, english, step?.last ? { ...checked, ...order.input } : checked),
    clocks,
    log: order.log,
    keeps: move?.reversible,
    unread: order.unread,
    keyed: stored.length === 0 ? order.keeps : undefined,
  });
  if (!result) throw locks ? notFound() : new VersionConflict();
  if (result.keys) parts?.fresh?.learn(result.keys);
  for (const work of stored) await work(result.id);
  if (order.keeps && stored.length > 0) {
    const answer = await storeAnswerAfterHooks({ engine, db: tx, resource, caller, presents }, order.keeps, result);
    if (answer !== undefined) result.answer = answer;
  }
  tx.afterCommit(() => engine.wakeRelay());
  return result;
}

function askedMove(resource: AnyResource, name = ''): Move {
  const move = moveOf(resource.life, name);
  if (!move) throw badParameter();
  return move;
}

/** The row, unmasked and locked until the end of the transaction; not found where the caller may not do this. */
export const loadForUpdate = (
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  id: number,
  action = 'index',
) => load(engine, tx, true, resource, caller, id, action);

async function load(
  engine: Engine,
  db: Queryable,
  locks: boolean,
  resource: AnyResource,
  caller: Caller,
  id: number | undefined,
  action: string,
  aside = sql.empty,
): Promise<Row<AnyResource>> {
  if (!id) throw badParameter();
  const scope = scopeOf(resource, caller, engine.find, action);
  const statement = sql`select ${rowJson(resource, caller, 'plain', engine.find)} as row${aside}
    from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}${locks ? sql` for update of t` : sql.empty}`;
  const found = await db.row<{ row: Row<AnyResource>; aside?: WriteState }>(prepared(statement, { brief: !locks }));
  if (!found) {
    if (caller.type !== 'member' || action === 'index') throw notFound();
    await load(engine, db, false, resource, caller, id, 'index');
    throw forbidden(); // they see the row, in a role that may not do this
  }
  if (found.aside) attachWriteState(found.row, found.aside);
  return found.row;
}

/** What the first of these to hold a name holds under it. */
function firstOf(name: string, ...held: readonly (Readonly<Record<string, unknown>> | undefined)[]): unknown {
  for (const one of held) if (one && Object.hasOwn(one, name)) return one[name];
  return undefined;
}

/** Input of a move that has the name of a column is written by the move; the rest is for hooks and the timeline. */
const pickColumns = (resource: AnyResource, input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => resource.fields[name]?.write === 'server'));

/** Who adds a row of what members hold is its owner. */
const ownedBy = (resource: AnyResource, { type, id }: Caller) =>
  type === 'member' && memberOwner(resource) !== undefined ? { [memberOwner(resource) as string]: id } : {};

const stepOf = (resource: AnyResource, caller: Caller, order: WriteOrder, before: Row<AnyResource>) =>
  takeStep({
    resource,
    caller,
    move: order.move as string,
    step: order.step,
    status: String(before.status),
    kept: approvalOf(before),
    input: order.input,
  });
