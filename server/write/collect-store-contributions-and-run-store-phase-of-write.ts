import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { VersionConflict } from '#server/db/driver/retry-on-version-conflict-or-deadlock.ts';
import { hasSubscribers } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { copiesOtherRows } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { notFound } from '#server/refusal.ts';
import {
  type CheckedWrite,
  type FeatureStatements,
  moveName,
  type StoredWrite,
} from './feature/write-phase-and-feature-types.ts';
import { convertToStoredValues } from './field/convert-to-stored-values.ts';
import { hashPasswords } from './field/hash-passwords.ts';
import { historyNote } from './field/history-note-and-move-remark.ts';
import {
  type StoredRowResult,
  storeAnswerAfterHooks,
  storeRowWithHistoryAndEvents,
} from './store-row-with-history-and-events.ts';

type Events = CheckedWrite['effects']['events'];

/**
 * Phase `store`: adds the columns and statements that features contribute, and stores everything in one statement: row,
 * history, log, events and theirs. A row changed meanwhile is a {@link VersionConflict}.
 */
export async function runStorePhaseOfWrite(write: CheckedWrite): Promise<StoredRowResult> {
  const { engine, tx, resource, caller, order, move, happens, before, locks, values, effects } = write;
  const to = happens ? (effects.chosen ?? happens.to ?? before?.status) : undefined;
  const stored: StoredWrite = { context: write.context, values, effects, to };
  for (const contribution of write.contributions) Object.assign(values, await contribution.columns?.(stored));
  const payload = payloadOf(write);
  if (!order.trial) await hashPasswords(resource, values);
  convertToStoredValues(resource.fields, values, engine.seal);
  for (const [name, expression] of effects.computed) values[name] = expression;
  if (order.trial) {
    order.trial(values, doesMore(effects));
    return { id: 0, row: {}, historyId: 0 };
  }
  const parts: FeatureStatements[] = [];
  for (const contribution of write.contributions) parts.push((await contribution.parts?.(stored)) ?? {});
  const newRows = parts.find((part) => part.newRows)?.newRows;
  const events = eventsOf(write, payload);
  const work = workOf(write, parts, events);
  const returnsShown = move !== undefined && !order.unseen;
  const { note, noteEnglish } = historyNote(resource, effects.notes, order.english ?? {}, noteInput(write));
  const inTransaction = locks || tx.begun || work.length > 0 || parts.some(({ needsTransaction }) => needsTransaction);
  const result = await storeRowWithHistoryAndEvents({
    engine,
    db: inTransaction ? tx : engine.db,
    ends: inTransaction && write.ownsTransaction && work.length === 0 ? tx : undefined,
    resource,
    caller,
    action: order.operation,
    values,
    events,
    statements: [...effects.statements, ...parts.flatMap(({ statements = [] }) => statements)],
    keys: newRows?.keys,
    returnsKeys: work.length > 0,
    changes: parts.find((part) => part.changes)?.changes,
    version: locks ? undefined : before?.version,
    returnsShown: returnsShown && work.length === 0,
    move: moveName(write),
    before,
    id: before?.id,
    from: before?.status || undefined,
    to: to || undefined,
    note,
    noteEnglish,
    log: order.log,
    undoable: move?.reversible,
    unread: order.unread,
    keyed: work.length === 0 ? order.keeps : undefined,
  });
  if (!result) throw locks ? notFound() : new VersionConflict();
  if (result.keys) newRows?.learn(result.keys);
  for (const each of work) await each(result.id);
  if (order.keeps && work.length > 0) {
    const answer = await storeAnswerAfterHooks({ engine, db: tx, resource, caller, returnsShown }, order.keeps, result);
    if (answer !== undefined) result.answer = answer;
  }
  tx.afterCommit(() => engine.wakeRelay());
  return result;
}

/** Whether hooks do more than set values. */
const doesMore = ({ events, afterStore, statements, notes, chained }: CheckedWrite['effects']): boolean =>
  events.length + afterStore.length + statements.length + notes.length + Object.keys(chained).length > 0;

/** Payload of a write's own event, in wire form. */
function payloadOf({ resource, order, step, before, values }: CheckedWrite): Readonly<Record<string, unknown>> {
  return {
    title: copiesOtherRows(resource) ? '' : String(values[resource.title] ?? before?.[resource.title] ?? ''),
    status: values.status ?? before?.status ?? null,
    move: order.move ?? null,
    step: step?.name ?? null,
  };
}

const plainFacts = { add: 'added', edit: 'edited', del: 'deleted', move: 'moved' } as const;

/** The event of the write itself, then those of hooks. An edit without changes has none of its own. */
function eventsOf(write: CheckedWrite, payload: Events[number]['payload']): Events {
  const { resource, order, happens, values, lists, effects } = write;
  if (order.operation !== 'edit' || Object.keys(values).length > 0 || lists?.isChanged)
    effects.events.unshift({ name: eventName(resource, happens?.emits ?? plainFacts[order.operation]), payload });
  return effects.events;
}

/**
 * Work in the transaction after the row is stored; without any, no transaction is needed. Hooks may add to it while it
 * runs.
 */
function workOf(
  { engine, tx, caller, resource, effects }: CheckedWrite,
  parts: readonly FeatureStatements[],
  events: Events,
) {
  const { afterStore } = effects;
  afterStore.unshift(...parts.flatMap(({ beforeHooks }) => beforeHooks ?? []));
  afterStore.push(...parts.flatMap(({ afterHooks = [] }) => afterHooks));
  if (hasSubscribers(engine.subscribers, events))
    afterStore.push((id) => {
      const facts = events.map((event) => ({ ...event, resource: resource.name, row_id: id }));
      return engine.subscribers.notify(engine, tx, caller, facts);
    });
  return afterStore;
}

/** The input noted in the history if hooks add no note. The last of several steps has a remark of its own. */
const noteInput = ({ order, step, checked }: CheckedWrite) => (step?.last ? { ...checked, ...order.input } : checked);
