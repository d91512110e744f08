import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Caller } from '#server/caller.ts';
import { rehearse } from '#server/db/rehearse-write-in-rolled-back-transaction.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { storeAnswer } from '#server/http/run-call-idempotently.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { admitUnmaskedSearch } from '#server/read/condition/admit-and-record-unmasked-personal-data-searches.ts';
import type { ParsedListQuery } from '#server/read/condition/parsed-list-query.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import {
  type BatchWork,
  batchTitle,
  type ChosenRow,
  storeBatchRequest,
  writeRequestOf,
} from '#server/transfer/run-batch-write-job.ts';
import { readTitlesAndReasonsOfRefusedRows } from '#server/transfer/titles-of-rows-refused-in-batch.ts';
import { writeWorkbookOfRowsRefusedInBatch } from '#server/transfer/write-workbook-of-rows-refused-in-batch.ts';
import type { WriteRequest } from '#server/write/feature/write-request.ts';
import { refuseWriteWithoutPermissionOrMemberRole } from '#server/write/refuse-write-without-permission-or-member-role.ts';
import { orderTreeRowsForDeletion } from '#server/write/row-set/order-tree-rows-for-deletion.ts';
import { write } from '#server/write/write-pipeline.ts';
import { writeRowsInSeparateTransactions } from './write-rows-in-separate-transactions.ts';

/** Maximum number of rows written while the caller waits. More are written by a job. */
export const maxRowsAtOnce = 500;
/** Maximum number of rows of one call. */
export const maxRowsInAll = 100_000;
/** Maximum number of rows that a preview of `all` tries. */
const mostTried = 100;

const texts = {
  changed: text(
    '现在符合条件的有 {n} 条，与您确认的 {expected} 条不同，未作任何改动；请重新确认',
    '{n} {n|record|records} {n|matches|match} now, not the {expected} you confirmed. Nothing was changed; please confirm again',
  ),
};

/**
 * `POST batch {operation, values, rows | all, dry}`: one operation on many rows, each by itself; refusals are reported
 * per row. `rows: [[id, version, values], …]` names the rows. `all: {search, …, n}` is the condition of a list of which
 * the caller was shown `n` rows; if another number matches, nothing is done. `dry` only reports what would happen.
 */
export async function writeBatchRowByRowOrAsJob(resource: AnyResource, call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const [work, move] = readWork(resource, body);
  refuseWriteWithoutPermissionOrMemberRole(resource, caller, { ...work, input: {} }, move);
  const dry = body.dry === true || body.dry === 1 || body.dry === '1';
  if (Array.isArray(body.rows)) {
    const rows = readRows(body.rows);
    return dry ? tryRows(resource, call, work, rows, rows.length) : writeRows(resource, call, work, rows);
  }
  const { query, expected, given } = readAll(resource, body.all);
  const where = whereOfList(engine, resource, caller, await admitUnmaskedSearch(engine, resource, caller, query));
  if (!dry && expected === undefined) throw badParameter();
  const n = await countRows(engine, resource, where);
  if (dry) {
    const tried = work.operation === 'del' ? [] : await idsOf(engine, resource, where, mostTried);
    return tryRows(resource, call, work, tried.map(asRow), n);
  }
  if (n !== expected)
    throw new Refused(texts.changed, { values: { n, expected }, data: { reason: 'count_changed', n } });
  if (n <= maxRowsAtOnce) {
    const ids = await orderTreeRowsForDeletion(engine, resource, await idsOf(engine, resource, where, maxRowsAtOnce));
    return writeRows(resource, call, work, ids.map(asRow));
  }
  const answer = await engine.db.transaction(async (tx) => {
    const job = await createJob(tx, {
      kind: 'batch',
      title: batchTitle(resource, work, caller.locale),
      owner: jobOwnerOf(caller),
      locale: caller.locale,
      total: n,
      params: storeBatchRequest(engine, resource, {
        ...work,
        all: given,
        log: operationLogLineOfCall(call, resource, work.move ?? work.operation),
      }),
    });
    const queued = new Answer({ job_id: job.id, n }, '');
    await storeAnswer(tx, call.once, queued);
    return queued;
  });
  return answer;
}

/** Whether any operation of the resource can be done with many rows at once. */
export const hasBatchOperations = (resource: AnyResource): boolean =>
  standardActionsOf(resource).some((one) => one === 'edit' || one === 'del') ||
  Object.values<Move>(resource.life?.moves ?? {}).some((one) => one.batch);

const asRow = (id: number): ChosenRow => ({ id });

function readWork(resource: AnyResource, { operation, values, step }: Call['body']): [BatchWork, Move | undefined] {
  const given = plainObject(values ?? {});
  if (operation === 'edit' || operation === 'del') return [{ operation, values: given }, undefined];
  const move = typeof operation === 'string' ? moveOf(resource.life, operation) : undefined;
  if (!move?.batch) throw badParameter();
  if (step !== undefined && typeof step !== 'string') throw badParameter();
  return [{ operation: 'move', move: operation as string, ...(step ? { step } : {}), values: given }, move];
}

function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badParameter();
  const { id: _id, version: _version, ...rest } = value as Record<string, unknown>;
  return rest;
}

function readRows(rows: readonly unknown[]): ChosenRow[] {
  if (rows.length === 0 || rows.length > maxRowsAtOnce) throw badParameter();
  const seen = new Set<number>();
  return rows.flatMap((one) => {
    const [id, version, values] = Array.isArray(one) ? (one as unknown[]) : [one];
    const key = readKey(id);
    if (seen.has(key)) return [];
    seen.add(key);
    const expectedVersion = version === undefined || version === null ? undefined : parseNonNegativeInteger(version);
    if (expectedVersion === undefined && version !== undefined && version !== null) throw badParameter();
    return [
      {
        id: key,
        ...(expectedVersion === undefined ? {} : { version: expectedVersion }),
        ...(values === undefined ? {} : { values: plainObject(values) }),
      },
    ];
  });
}

/** The condition of a list as `index` accepts it, and the number of matches the caller was shown. */
function readAll(
  resource: AnyResource,
  all: unknown,
): { query: ParsedListQuery; expected: number | undefined; given: Readonly<Record<string, unknown>> } {
  if (typeof all !== 'object' || all === null || Array.isArray(all)) throw badParameter();
  const { n, ...given } = all as Record<string, unknown>;
  return { query: readListQuery(resource, given), expected: parseNonNegativeInteger(n), given };
}

async function countRows(engine: Engine, resource: AnyResource, where: Sql): Promise<number> {
  const row = await engine.db.row<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${sql.id(tableOf(resource))} t where ${where} limit ${maxRowsInAll + 1}) c`,
  );
  const n = row?.n ?? 0;
  if (n > maxRowsInAll)
    throw badParameter(
      `一次最多办理 ${maxRowsInAll} 条，请缩小范围`,
      `${maxRowsInAll} rows at once at the most; please narrow the list down`,
    );
  return n;
}

const idsOf = async (engine: Engine, resource: AnyResource, where: Sql, most: number): Promise<number[]> =>
  (
    await engine.db.rows<{ id: number }>(
      sql`select t.id from ${sql.id(tableOf(resource))} t where ${where} order by t.id limit ${most}`,
    )
  ).map(({ id }) => id);

/** Runs a write up to the statement that stores, and undoes what its hooks did. */
const tryWrite = (engine: Engine, resource: AnyResource, caller: Caller, order: WriteRequest): Promise<unknown> =>
  rehearse(engine.db, (tx, locks) =>
    write(engine, resource, caller, { ...order, trial: () => undefined, repeatable: !locks }, tx),
  );

async function tryRows(
  resource: AnyResource,
  { engine, caller }: Call,
  work: BatchWork,
  rows: readonly ChosenRow[],
  n: number,
): Promise<Answer> {
  const refusals: (Refused | undefined)[] = [];
  for (const row of rows) {
    refusals.push(
      await tryWrite(engine, resource, caller, writeRequestOf(work, row)).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Refused) return error;
          throw error;
        },
      ),
    );
  }
  return new Answer(
    {
      n,
      tried: rows.length,
      refused: await readTitlesAndReasonsOfRefusedRows(engine, resource, caller, rows, refusals),
    },
    '',
  );
}

async function writeRows(
  resource: AnyResource,
  call: Call,
  work: BatchWork,
  rows: readonly ChosenRow[],
): Promise<Answer> {
  const { engine, caller } = call;
  const log = operationLogLineOfCall(call, resource, work.move ?? work.operation);
  const undo: number[] = [];
  const refusals = await writeRowsInSeparateTransactions(call, { resource, rows, log }, async (place, keeps) => {
    const order = writeRequestOf(work, rows[place] as ChosenRow);
    const stored = await write(engine, resource, caller, { ...order, log, unread: true, unseen: true, keeps });
    if (stored.recycled !== undefined) undo.push(stored.recycled);
  });
  const done = rows.filter((_, place) => !refusals[place]).map(({ id }) => id);
  const refused = await readTitlesAndReasonsOfRefusedRows(engine, resource, caller, rows, refusals);
  const url = await writeWorkbookOfRowsRefusedInBatch(engine, resource, caller, refused);
  const answer = new Answer(
    {
      done,
      refused,
      ...(url ? { refused_url: url } : {}),
      ...(work.operation === 'del' ? { undo } : {}),
    },
    '',
  );
  await storeAnswer(engine.db, call.once, answer);
  return answer;
}
