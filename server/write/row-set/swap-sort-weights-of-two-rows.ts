import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { changeRows } from './change-many-rows-in-one-statement.ts';

const equalWeights = text(
  '无效排序整理，因为两个目标权重是相等的',
  'Invalid sort, because these two target weight is equal.',
);

/** Swaps the order of two rows (wire contract §2.5 sortable). */
export async function swapSortWeightsOfTwoRows(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  params: Readonly<Record<string, unknown>>,
): Promise<null> {
  const [id, target] = [readKey(params.id), readKey(params.targetId)];
  const scope = scopeOf(resource, caller, engine.find);
  const table = sql.id(tableOf(resource));
  await engine.db.transaction(async (tx) => {
    const rows = await tx.rows<{ id: number; weigh: number }>(
      sql`select t.id, t.weigh from ${table} t where t.id in (${id}, ${target})${scope ? sql` and ${scope}` : sql.empty} order by t.id for update`,
    );
    const [one, other] = [rows.find((row) => row.id === id), rows.find((row) => row.id === target)];
    if (!one || !other) throw notFound();
    if (one.weigh === other.weigh) throw new Refused(equalWeights, { data: { reason: 'invalid' } });
    const weigh = sql`case t.id when ${id} then ${other.weigh}::int else ${one.weigh}::int end`;
    const order = { where: sql`t.id in (${id}, ${target})`, set: { weigh }, action: 'sort' };
    await changeRows(engine, resource, caller, order, tx);
  });
  return null;
}
