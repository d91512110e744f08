import type { AnyResource } from '#kernel/declaration/resource.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { textIn } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import type { FieldErrors } from '../field/validate-input-by-field-declarations.ts';
import { runHooks } from '../hook/run-write-hooks.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import { emitEventOfChildRow } from './notify-subscribers-of-child-row-events.ts';
import type { ExistingRow, PlannedList, PlannedRow } from './plan-added-changed-and-removed-child-rows.ts';

/** What the hooks of child rows have requested, besides the values that they set. */
export interface ChildRowHookEffects {
  readonly notes: Map<PlannedRow, string>;
  readonly stored: (() => Promise<void>)[];
}

const isHooked = (engine: Engine, child: AnyResource, operations: readonly ('add' | 'edit' | 'del')[]): boolean =>
  (engine.hooks.get(child.name) ?? []).some((hooks) => operations.some((operation) => hooks[operation]));

/** Runs the hooks of added, changed and removed child rows as if each row were written by itself. */
export async function runChildListHooks(
  whole: WriteContext,
  lists: readonly PlannedList[],
  work: ChildRowHookEffects,
): Promise<void> {
  const { engine } = whole;
  for (const list of lists) {
    if (isHooked(engine, list.child, ['add', 'edit']))
      for (const row of list.rows)
        if (!row.before || Object.keys(row.values).length > 0)
          await runHooks(engine, contextOf(whole, list, row, work), row.errors);
    await runDelHooks(whole, list.child, list.gone, work);
  }
}

/** Runs the hooks of rows about to be deleted and of their descendants. Rows are read only if there is a hook. */
async function runDelHooks(
  whole: WriteContext,
  child: AnyResource,
  gone: readonly ExistingRow[],
  work: ChildRowHookEffects,
): Promise<void> {
  if (gone.length === 0) return;
  if (isHooked(whole.engine, child, ['del']))
    for (const before of gone) {
      const errors: FieldErrors = {};
      const nothing = { checked: {}, values: {}, fields: {}, weigh: undefined };
      const row = { place: '', above: undefined, id: before.id, before, ...nothing, errors };
      const context = contextOf(whole, { child, path: '' }, row, work);
      await runHooks(whole.engine, { ...context, operation: 'del', fail: whole.fail }, errors);
    }
  await runDescendantDelHooks(whole, child, gone, work);
}

/** Runs the hooks of descendants of deleted rows. */
export async function runDescendantDelHooks(
  whole: WriteContext,
  resource: AnyResource,
  gone: readonly { readonly id: number }[],
  work: ChildRowHookEffects,
): Promise<void> {
  const { engine, tx, caller } = whole;
  for (const [, one] of childListsOf(resource)) {
    const part = resourceOfChildList(one, engine.find);
    if (!hasDelHook(engine, part)) continue;
    const found = await tx.rows<{ row: ExistingRow }>(sql`
      select ${rowJson(part, caller, 'plain', engine.find)} as row from ${sql.id(tableOf(part))} t
      where t.${sql.id(parentReferenceFieldOf(part))} = any(${gone.map(({ id }) => id)}::bigint[]) order by t.weigh, t.id`);
    const rows = found.map(({ row }) => row);
    await runDelHooks(whole, part, rows, work);
  }
}

const hasDelHook = (engine: Engine, resource: AnyResource): boolean =>
  isHooked(engine, resource, ['del']) ||
  childListsOf(resource).some(([, one]) => hasDelHook(engine, resourceOfChildList(one, engine.find)));

function contextOf(
  whole: WriteContext,
  { child, path }: Pick<PlannedList, 'child' | 'path'>,
  row: PlannedRow,
  work: ChildRowHookEffects,
): WriteContext {
  const { engine, tx, caller } = whole;
  const afterStore = (then: (id: number) => Promise<void>) => void work.stored.push(() => then(row.id));
  return {
    engine,
    tx,
    caller,
    resource: child,
    operation: row.before ? 'edit' : 'add',
    ...(row.before ? { before: row.before } : {}),
    values: row.values,
    input: row.checked,
    english: {},
    proposed: {},
    whole,
    compute(column) {
      throw new Error(`${child.name}: ${column} is computed in no list`);
    },
    choose(state) {
      throw new Error(`${child.name}: ${state} is chosen by a move, and ${path} has none here`);
    },
    fail(field, message, values) {
      row.errors[field] = [...(row.errors[field] ?? []), textIn(message, caller.locale, values)];
    },
    emit(fact, payload = {}) {
      const event = { name: eventName(child, fact), resource: child.name, payload };
      afterStore((row_id) => emitEventOfChildRow(engine, tx, caller, { ...event, row_id }));
    },
    enterInChain() {
      throw new Error(`${child.name}: rows of a list have no chain of their own`);
    },
    note: (text) => void work.notes.set(row, [work.notes.get(row), text].filter(Boolean).join('\n')),
    previewed: whole.previewed,
    explain: whole.explain,
    executeInStatement: (piece) =>
      afterStore(async (id) => {
        await tx.query(sql`with one as (select ${id}::bigint as id) ${piece(sql.raw('one'))}`);
      }),
    afterStore,
    afterCommit: whole.afterCommit,
    cascadeChange: whole.cascadeChange,
    cascadeMove: whole.cascadeMove,
    require: whole.require,
    rowsOf: () => Promise.reject(new Error(`${child.name}: ask the whole for its rows`)),
  };
}
