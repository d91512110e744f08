import type { AnyResource } from '#kernel/declaration/resource.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { textIn } from '#kernel/text/text.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { invalid } from '#server/refusal.ts';
import { breadcrumbOfFirstChildRowError } from './child-rows/child-row-error-breadcrumb.ts';
import { readChildRows } from './child-rows/plan-and-store-submitted-child-lists.ts';
import { writeFeatures } from './feature/write-features-in-execution-order.ts';
import {
  type CheckedWrite,
  extendWrite,
  type FeatureContribution,
  type HookEffects,
  moveTakesEffect,
  type PlannedWrite,
} from './feature/write-phase-and-feature-types.ts';
import { requireState } from './hook/lock-and-require-state-of-other-row.ts';
import { runHooks } from './hook/run-write-hooks.ts';
import type { WriteContext } from './hook/write-hooks-of-module.ts';
import { cascadeChange } from './row-set/change-many-rows-in-one-statement.ts';
import { cascadeMove } from './row-set/make-lifecycle-move-on-many-rows-at-once.ts';

/**
 * Phase `check`: features and the hooks of modules check and complete the planned write: they set values, and collect
 * events, notes and statements to be stored with it. Throws `Refused` if anything is wrong.
 */
export async function runFeaturesAndHooksAndRefuseInvalidWrite(planned: PlannedWrite): Promise<CheckedWrite> {
  const { engine, resource, move, happens, fields, errors } = planned;
  const contributions = writeFeatures.flatMap((feature) => feature.plan?.(planned) ?? []);
  const values: Record<string, unknown> = move
    ? columnsOf(resource, happens ? planned.checked : {})
    : { ...planned.checked };
  for (const contribution of contributions) Object.assign(values, contribution.values);
  const effects: HookEffects = {
    events: [],
    afterStore: [],
    statements: [],
    notes: [],
    computed: new Map(),
    chained: {},
    chosen: undefined,
  };
  const context = contextOf(planned, contributions, values, effects);
  for (const contribution of contributions) await contribution.runHooks?.(context);
  if (moveTakesEffect(planned)) await runHooks(engine, context, errors);
  for (const contribution of contributions) await contribution.check?.();
  if (Object.keys(errors).length > 0)
    throw invalid(errors, {
      ...resource.fields,
      ...fields,
      ...breadcrumbOfFirstChildRowError(resource, errors, engine.find),
    });
  return extendWrite(planned, { contributions, values, context, effects });
}

/** The inputs of a move that have the name of a column. The move writes these; others are for hooks and the history. */
const columnsOf = (resource: AnyResource, input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => resource.fields[name]?.write === 'server'));

/** The context of hooks: the planned write, and functions that add to it. */
function contextOf(
  planned: PlannedWrite,
  contributions: readonly FeatureContribution[],
  values: Record<string, unknown>,
  effects: HookEffects,
): WriteContext {
  const { engine, tx, resource, caller, order, move, before, checked, errors, lists } = planned;
  const context: WriteContext = {
    engine,
    tx,
    caller,
    resource,
    operation: order.operation,
    move: order.move,
    before,
    values,
    input: checked,
    english: order.english ?? {},
    proposed: contributions.find(({ proposed }) => proposed)?.proposed ?? {},
    compute: (column, expression) => void effects.computed.set(column, expression),
    choose(state) {
      if (!move?.orTo?.includes(state)) throw new Error(`${resource.name}: ${order.move} cannot end in ${state}`);
      effects.chosen = state;
    },
    fail(field, message, values) {
      errors[field] = [...new Set([...(errors[field] ?? []), textIn(message, caller.locale, values)])];
    },
    emit: (fact, payload = {}) => void effects.events.push({ name: eventName(resource, fact), payload }),
    enterInChain: (facts) => void Object.assign(effects.chained, facts),
    note: (text) => void effects.notes.push(text),
    previewed: order.explained !== undefined,
    explain: (message, values) => order.explained?.(textIn(message, caller.locale, values)),
    cascadeChange: cascadeChange(engine, tx, caller),
    cascadeMove: cascadeMove(engine, tx, caller),
    require: (target, id, required) => requireState(context, target, id, required),
    executeInStatement: (statement) => void effects.statements.push(statement),
    afterStore: (work) => void effects.afterStore.push(work),
    afterCommit: (work) => afterCommit(engine, tx, work),
    rowsOf: async (name) => lists?.rows(name) ?? (before ? readChildRows(context, resource, name, before.id) : []),
  };
  return context;
}

/** Runs work after the commit. The write can no longer fail then, so that errors are only logged. */
function afterCommit(engine: Engine, tx: Transaction, work: () => Promise<void> | void): void {
  tx.afterCommit(async () => {
    try {
      await work();
    } catch (error) {
      engine.log.error({ err: error }, 'work after a write failed');
    }
  });
}
