import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { keyOfVersionInForceSql, whereInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { checkItem } from '../../contract/check-item/check-item.ts';
import { type ChecklistItem, type checklist, checklistItem } from '../../contract/checklist/checklist.ts';

const texts = {
  empty: text('清单还没有事项', 'The checklist has no items yet'),
  retired: text('{code} {name} 已停用，不能列入检查清单', '{code} {name} is retired and cannot be in a checklist'),
  notInForce: text(
    '{code} {name} 第 {n} 版在 {day} 不在施行中，不能列入检查清单',
    'Version {n} of {code} {name} is not in force on {day} and cannot be in a checklist',
  ),
} as const;

/** A check item that a checklist cites, as it is on the day from which the checklist is used. */
interface CitedItem {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly revision: number;
  readonly status: string;
  readonly inForce: boolean;
  /** Whether it stood in this checklist, or in the version before it, already. */
  readonly held: boolean;
}

type Context = WriteContext<typeof checklist>;

/** The day from which a checklist is used: when it comes into force, and at the earliest today. */
function dayOf({ values, before }: Context): string {
  const [today, from] = [shanghaiToday(), values.effective_from ?? before?.effective_from];
  return from && from > today ? from : today;
}

const idsOf = async ({ rowsOf }: Context): Promise<number[]> =>
  ((await rowsOf('items')) as unknown as readonly ChecklistItem[]).map(({ item_id }) => item_id);

/** The items of a checklist. `locks` keeps them as they are until the commit: one is not retired meanwhile. */
function readItems({ tx, before, values }: Context, ids: readonly number[], day: string, locks: Sql) {
  const own = [before?.id, before?.previous_id ?? values.previous_id].filter((id) => typeof id === 'number');
  return tx.rows<CitedItem>(sql`select t.id, t.code, t.name, t.revision, t.status, ${whereInForceOn(checkItem, day)} as "inForce",
      exists (select from library_checklist_item c where c.item_id = t.id and c.checklist_id = any(${own}::bigint[])) as held
    from library_check_item t where t.id = any(${ids}::bigint[]) order by t.id ${locks}`);
}

/** Why an item may not be in a checklist. Undefined: it may. */
function whyNot({ status, inForce }: CitedItem): Text | undefined {
  if (status === 'retired') return texts.retired;
  return inForce ? undefined : texts.notInForce;
}

const namesOf = ({ code, name, revision }: CitedItem, day: string) => ({ code, name, n: revision, day });

/**
 * Officers check enterprises by published items in force (domain reference §2.H). An item that was retired or amended
 * after it was put in may stay in the draft, so that this can be edited; publishing asks again.
 */
async function checkItems(context: Context): Promise<void> {
  const ids = await idsOf(context);
  if (ids.length === 0) return;
  const day = dayOf(context);
  const found = new Map((await readItems(context, ids, day, sql.empty)).map((one) => [one.id, one]));
  for (const [row, id] of ids.entries()) {
    const one = found.get(id);
    const why = one && !one.held ? whyNot(one) : undefined;
    if (one && why) context.fail(`items.${row}.item_id`, why, namesOf(one, day));
  }
}

/** A new version takes over the items in their versions in force now. */
async function addItems(context: Context): Promise<void> {
  await checkItems(context);
  if (typeof context.values.previous_id !== 'number') return;
  const current = keyOfVersionInForceSql(checkItem, sql`t.item_id`, shanghaiToday());
  context.afterStore(async (id) => {
    await context.cascadeChange(checklistItem, sql`t.checklist_id = ${id} and ${current} <> t.item_id`, {
      item_id: current,
    });
  });
}

/** A checklist is approved and published while all its items are published and in force. */
async function requireItems(context: ChangeContext<typeof checklist>): Promise<void> {
  const refusal = { data: { reason: 'bad_transition', from: context.before.status, allowed: [] } };
  const ids = await idsOf(context);
  if (ids.length === 0) throw new Refused(texts.empty, refusal);
  const day = dayOf(context);
  for (const one of await readItems(context, ids, day, sql`for share of t`)) {
    const why = whyNot(one);
    if (why) throw new Refused(why, { values: namesOf(one, day), ...refusal });
  }
}

export const checklistWriteHooks: WriteHooks<typeof checklist> = {
  add: addItems,
  edit: checkItems,
  moves: { review: requireItems, publish: requireItems },
};
