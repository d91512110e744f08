import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { chainOfRow } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { unmaskedColumnsSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import {
  chainEntryOf,
  publicTitle,
  readChainHeads,
  storeChainEntries,
  valuesWithoutPersonalData,
} from '../statement/store-evidence-chain-entries.ts';

interface ChainedRows {
  readonly ids: readonly number[];
  /** Condition: the rows, which are locked. */
  readonly where: Sql;
  readonly statements: readonly Sql[];
}

/** Locks the rows of a move, and makes the entry of each behind the head of its chain. */
export async function lockMovedRowsAndMakeEvidenceChainEntries(
  engine: Engine,
  tx: Transaction,
  resource: AnyResource,
  caller: Caller,
  of: {
    readonly name: string;
    readonly to: string | undefined;
    readonly input: Readonly<Record<string, unknown>>;
    readonly where: Sql;
  },
): Promise<ChainedRows> {
  const { name, to, input } = of;
  const scope = scopeOf(resource, caller, engine.find);
  const columns = unmaskedColumnsSql(resource, [...new Set([resource.title, 'status', 'version'])]);
  const rows = await tx.rows<{ id: number; row: Readonly<Record<string, unknown>> }>(
    sql`select t.id, (select row_to_json(p) from (select ${columns}) p) as row
      from ${sql.id(tableOf(resource))} t where ${of.where}${scope ? sql` and ${scope}` : sql.empty} order by t.id for update of t`,
  );
  const ids = rows.map(({ id }) => id);
  const heads = await readChainHeads(
    tx,
    ids.map((id) => chainOfRow(resource, id)),
  );
  const move = moveOf(resource.life, name);
  const event = eventName(resource, move?.emits ?? 'moved');
  const given = valuesWithoutPersonalData({ ...resource.fields, ...move?.input }, input);
  const entries = rows.map(({ id, row }) => ({
    row: id,
    entry: chainEntryOf(caller, heads.get(chainOfRow(resource, id)), {
      resource,
      id,
      event,
      payload: {
        ...publicTitle(resource, row[resource.title]),
        version: Number(row.version) + 1,
        move: name,
        from: row.status,
        to: to ?? row.status,
        input: given,
      },
    }),
  }));
  return {
    ids,
    where: columnEqualsAnyKey(sql`t.id`, ids),
    statements: entries.length > 0 ? [storeChainEntries(entries)] : [],
  };
}
