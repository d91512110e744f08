import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { WriteRequest } from './feature/write-request.ts';
import { write } from './pipeline.ts';
import { addRows } from './row-set/add-rows.ts';

/**
 * Adds rows that a module drafts for others: each is validated and completed by its hooks as alone, and all are stored by one
 * statement with history and events. Hooks may set values and do nothing else; resources are refused as by {@link addRows}, and so
 * are rows with files or lists of rows. Returns the number of rows.
 */
export async function addCheckedRows(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  requests: readonly Pick<WriteRequest, 'input' | 'set'>[],
  tx: Transaction,
): Promise<number> {
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
  const rows = planned.map((values) =>
    columns.map((name) => (name in values ? sql`${values[name] as SqlValue}` : sql`default`)),
  );
  const select = sql`values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`;
  return addRows(engine, resource, caller, { columns, select }, tx);
}
