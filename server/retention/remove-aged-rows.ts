import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { RetentionRule } from '#kernel/module/collect-retention-rules.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Log } from '#server/log.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';

/** Rows removed by one statement, and rows deleted one by one before the next are read. */
const batch = { plain: 5000, written: 200 };

interface RemovalContext {
  readonly log: Log;
  readonly signal?: AbortSignal;
}

/**
 * Removes rows past the time they are kept (`keep`), in batches. Rows that people write are deleted as by `write`: with
 * hooks, history, and a copy unless the resource says `recycle: false`. Logs, queues and tables that are no resources
 * are simply removed, whole partitions first. A table that fails does not keep the others from being cleared.
 */
export async function removeAgedRows(engine: Engine, context: RemovalContext): Promise<void> {
  const errors: unknown[] = [];
  for (const one of engine.retentionRules) {
    if (context.signal?.aborted) return;
    try {
      await removeFrom(engine, one, context);
    } catch (error) {
      context.log.error({ err: error, table: one.table }, 'rows past the time they are kept could not be removed');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

async function removeFrom(engine: Engine, one: RetentionRule, { log, signal }: RemovalContext): Promise<void> {
  const { table, resource } = one;
  const old = agedCondition(engine, one);
  if (resource && isWrittenByPeople(resource)) {
    const { removed, refused } = await deleteAsWritten(engine, resource, old, signal);
    if (refused > 0) log.warn({ table, refused }, 'rows past the time they are kept are still needed');
    if (removed > 0) log.info({ table, removed }, 'rows removed past the time they are kept');
    return;
  }
  const parts = await partitionsOf(engine, one);
  const dropped = await dropAgedPartitions(engine, one, parts);
  let removed = 0;
  for (const part of parts.length > 0 ? parts.filter((name) => !dropped.includes(name)) : [table])
    removed += await removeInBatches(engine, part, old, signal);
  if (removed > 0 || dropped.length > 0)
    log.info({ table, removed, dropped }, 'rows removed past the time they are kept');
}

const isWrittenByPeople = (resource: AnyResource): boolean =>
  !resource.copies && standardActionsOf(resource).some((action) => action === 'add' || action === 'edit');

/** The moment before which rows are past their time. A setting without a value keeps everything. */
function endOf({ settings }: Pick<Engine, 'settings'>, { keep: { days, months }, setting }: RetentionRule): Sql {
  const span = setting ? settings(setting.section)[setting.field] : (days ?? months);
  const count = Math.trunc(Number(span ?? 0));
  if (!(count >= 1)) return sql`'-infinity'::timestamptz`;
  return days === undefined
    ? sql`(now() - make_interval(months => ${count}::integer))`
    : sql`(now() - make_interval(days => ${count}::integer))`;
}

/** The condition on alias `t`. */
function agedCondition(engine: Engine, one: RetentionRule): Sql {
  const { table, resource, keep } = one;
  const { from = 'createtime', where = [], most } = keep;
  const field = resource && (allColumnsOf(resource)[from] as AnyField | undefined);
  const isDay = field !== undefined && kindOf(field).column === 'date';
  const end = endOf(engine, one);
  const old = sql`t.${sql.id(from)} < ${isDay ? sql`(${end} at time zone 'Asia/Shanghai')::date` : end}`;
  const beyond =
    most === undefined
      ? sql.empty
      : sql` or t.id <= (select id from ${sql.id(table)} order by id desc offset ${most}::bigint limit 1)`;
  const conditions = resource ? compileDeclaredConditions(resource, toListConditions(where, shanghaiToday())) : [];
  return sql.join([sql`(${old}${beyond})`, ...conditions], ' and ');
}

/** Names of the partitions of a table that is divided by the moment its retention counts from. */
async function partitionsOf({ db }: Pick<Engine, 'db'>, { table }: RetentionRule): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) order by 1`);
  return rows.map(({ name }) => name);
}

/** Drops partitions all of whose rows are past their time. Waits at most five seconds for long-running readers. */
async function dropAgedPartitions(engine: Engine, one: RetentionRule, parts: readonly string[]): Promise<string[]> {
  const { table, keep } = one;
  const { from = 'createtime', where, most } = keep;
  if (parts.length === 0 || where || most !== undefined) return [];
  const aged = await engine.db.rows<{ name: string }>(sql`
    select c.relname::text as name from pg_class c
    where c.relname = any(${[...parts]}::text[]) and pg_get_partkeydef(to_regclass(${table})) = ${`RANGE (${from})`}
      and (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO [(]''([^'']+)''[)]'))[1]::timestamptz <= ${endOf(engine, one)}`);
  for (const { name } of aged)
    await engine.db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '5s'`);
      await tx.query(sql`drop table ${sql.id(name)}`);
    });
  return aged.map(({ name }) => name);
}

async function removeInBatches(
  { db }: Pick<Engine, 'db'>,
  table: string,
  old: Sql,
  signal?: AbortSignal,
): Promise<number> {
  const name = sql.id(table);
  for (let removed = 0; ; ) {
    const { rowCount } = await db.query(sql`
      delete from ${name} where ctid = any(array(
        select t.ctid from ${name} t where ${old} limit ${batch.plain}::bigint for update skip locked))`);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch.plain || signal?.aborted) return removed;
  }
}

/** Deletes rows one by one. Those that are refused, because others refer to them, stay until the next night. */
async function deleteAsWritten(
  engine: Engine,
  resource: AnyResource,
  old: Sql,
  signal?: AbortSignal,
): Promise<{ removed: number; refused: number }> {
  const [table, result] = [sql.id(tableOf(resource)), { removed: 0, refused: 0 }];
  for (let last = 0; ; ) {
    const rows = await engine.db.rows<{ id: number }>(
      sql`select t.id from ${table} t where ${old} and t.id > ${last} order by t.id limit ${batch.written}::bigint`,
    );
    for (const { id } of rows) {
      if (signal?.aborted) return result;
      try {
        await write(engine, resource, systemCaller(), { operation: 'del', id, input: {}, unread: true });
        result.removed++;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        result.refused++;
      }
      last = id;
    }
    if (rows.length < batch.written) return result;
  }
}
