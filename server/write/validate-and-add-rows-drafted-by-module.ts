import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteRequest } from './feature/write-request.ts';
import { addRows } from './row-set/add-many-rows-in-one-statement.ts';
import { write } from './write-pipeline.ts';

/**
 * Adds rows that a module drafts for others: each is validated and completed by its hooks as alone, and all are stored by few
 * statements with history and events. Hooks may set values and do nothing else; resources are refused as by {@link addRows}, and so
 * are rows with files or lists of rows. Returns the number of rows.
 */
export async function validateAndAddRowsDraftedByModule(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  requests: readonly Pick<WriteRequest, 'input' | 'set'>[],
  tx: Transaction,
): Promise<number> {
  for (const [name, one] of Object.entries(resource.fields))
    if (isChildList(one) || kindOf(one).accept !== undefined)
      throw new Error(`${resource.name}: rows with ${name} are added one at a time`);
  const planned: Readonly<Record<string, unknown>>[] = [];
  for (const { input, set } of requests) {
    const trial: WriteRequest['trial'] = (values, doesMore) => {
      if (doesMore)
        throw new Error(`${resource.name}: a hook does more than set values, so its rows are added one at a time`);
      planned.push(values);
    };
    await write(engine, resource, caller, { operation: 'add', input, ...(set && { set }), trial }, tx);
  }
  const [first] = planned;
  if (!first) return 0;
  const columns = [...new Set(planned.flatMap((values) => Object.keys(values)))];
  const rows = planned.map(
    (values) =>
      sql`(${sql.join(columns.map((name) => (name in values ? sql`${values[name] as SqlValue}` : sql`default`)))})`,
  );
  let added = 0;
  while (added < rows.length) {
    const some = rows.slice(added, added + largestPowerOfTwo(Math.min(most, rows.length - added)));
    added += await addRows(engine, resource, caller, { columns, select: sql`values ${sql.join(some)}` }, tx);
  }
  return added;
}

/** Rows of a statement. Their numbers are powers of two, so that there are few statements to be planned. */
const most = 64;
const largestPowerOfTwo = (n: number): number => 2 ** Math.floor(Math.log2(n));
