import type { AnyResource } from '#kernel/declaration/resource.ts';
import { actionLabels } from '#kernel/declaration/standard-actions.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type RefusedCall, writeRefusals } from '#server/http/log-refused-calls.ts';
import { maskPersonalData } from '#server/http/mask-parameters-for-log.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { markUnmaskedSearch } from '#server/read/condition/admit-and-record-unmasked-personal-data-searches.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { notFound, Refused } from '#server/refusal.ts';
import type { WriteRequest } from '#server/write/feature/write-request.ts';
import type { OperationLogLine } from '#server/write/statement/operation-log-line.ts';
import {
  idempotencyKeyOfRowInBatch,
  isIdempotencyKeyConflict,
} from '#server/write/statement/store-answer-under-idempotency-key.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type RefusedBatchRow, readTitlesAndReasonsOfRefusedRows } from './titles-of-rows-refused-in-batch.ts';
import { writeWorkbookOfRowsRefusedInBatch } from './write-workbook-of-rows-refused-in-batch.ts';

/** The operation for each of many rows: write form fields, delete, or make a move. */
export interface BatchWork {
  readonly operation: 'edit' | 'del' | 'move';
  readonly move?: string;
  readonly step?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ChosenRow {
  readonly id: number;
  readonly version?: number;
  /** Values for this row only. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The write order of one row. */
export const writeRequestOf = (
  { operation, move, step, values }: BatchWork,
  row: ChosenRow,
): Pick<WriteRequest, 'operation' | 'move' | 'step' | 'id' | 'version' | 'input'> => ({
  operation,
  ...(move ? { move } : {}),
  ...(step ? { step } : {}),
  id: row.id,
  ...(row.version === undefined ? {} : { version: row.version }),
  input: { ...values, ...row.values },
});

/** An order as stored with its job: the filter of the list, without row keys. */
interface StoredBatch extends BatchWork {
  readonly all: Readonly<Record<string, unknown>>;
  readonly log: OperationLogLine;
}

const title = text('{resource}：{work}', '{resource}: {work}');

/** Title of the job. */
export function batchTitle(resource: AnyResource, { operation, move }: BatchWork, locale: Locale): string {
  const label = operation === 'move' ? moveOf(resource.life, move ?? '')?.label : actionLabels[operation];
  return textIn(title, locale, { resource: resource.label[locale], work: label?.[locale] ?? '' });
}

/** Encrypted, because written values and search terms may be personal data. */
export const storeBatchRequest = (
  engine: Engine,
  resource: AnyResource,
  batch: StoredBatch,
): Record<string, unknown> => ({
  resource: resource.name,
  order: engine.seal.seal(JSON.stringify(batch), '***').cipher,
});

/** Decrypts an order. A job queued before an update may have only a Chinese title. */
function openBatch(engine: Engine, sealed: unknown): StoredBatch {
  const batch = JSON.parse(engine.seal.open({ cipher: String(sealed), mask: '', hash: '' })) as StoredBatch;
  const called: Text | string = batch.log.title;
  return typeof called === 'string' ? { ...batch, log: { ...batch.log, title: text(called, '') } } : batch;
}

const pieceRows = 200;
/** Maximum number of refused rows returned with reasons; the workbook holds all. */
const maxReported = 100;
/** Maximum number of different reasons counted separately: a reason may name its row. */
const maxReasons = 100;

/**
 * Performs the operation on all matching rows one by one in the order of their keys, with the caller's present rights.
 * Each row is marked as done by a key stored in its own write, so that a restarted server continues where it stopped.
 */
export async function runBatch(
  engine: Engine,
  caller: Caller,
  { job, signal, progress }: Pick<JobContext, 'job' | 'signal' | 'progress'>,
): Promise<Record<string, unknown>> {
  const resource = engine.find(String(job.params.resource));
  if (!resource) throw notFound();
  const order = openBatch(engine, job.params.order);
  const query = markUnmaskedSearch(engine, resource, caller, readListQuery(resource, order.all));
  const where = whereOfList(engine, resource, caller, query);
  const own = { key: `job:${job.id}`, request: '' };
  const total = job.total;
  const refused: RefusedBatchRow[] = [];
  const attempts = new Map<string, { attempt: RefusedCall; times: number }>();
  let seen = 0;
  for (let last = 0; ; ) {
    const piece = await engine.db.rows<{ id: number }>(
      sql`select t.id from ${sql.id(tableOf(resource))} t where ${where} and t.id > ${last} order by t.id limit ${pieceRows}`,
    );
    if (piece.length === 0) break;
    const errors: (Refused | undefined)[] = [];
    for (const row of piece) {
      signal.throwIfAborted();
      errors.push(await writeRow(row.id));
      seen += 1;
      progress(seen, Math.max(total, seen));
    }
    for (const error of errors) if (error) countRefusal(error);
    refused.push(...(await readTitlesAndReasonsOfRefusedRows(engine, resource, caller, piece, errors)));
    last = piece.at(-1)?.id ?? last;
  }
  await writeRefusals(engine.db, [...attempts.values()]);
  const done = await engine.db.row<{ n: number }>(
    sql`select count(*)::int as n from idempotency where key >= ${`${own.key}\n`} and key < ${`${own.key}\u000b`}`,
  );
  const url = await writeWorkbookOfRowsRefusedInBatch(engine, resource, caller, refused);
  return {
    done: done?.n ?? 0,
    refusals: refused.length,
    refused: refused.slice(0, maxReported),
    ...(url ? { refused_url: url } : {}),
  };

  /** Counts refusals for the operation log: one entry per reason, with the number of rows. */
  function countRefusal(error: Refused): void {
    const why = error.messageIn(caller.locale);
    const outcome = error.code === wireCode.forbidden ? 'forbidden' : 'refused';
    const way = `${outcome} ${why}`;
    // further reasons share one entry
    const key = attempts.has(way) || attempts.size < maxReasons ? way : '';
    const counted = attempts.get(key);
    const attempt: RefusedCall = {
      caller,
      name: own.key,
      outcome,
      why,
      answer: maskPersonalData(why),
      line: () => order.log,
    };
    attempts.set(key, counted ? { ...counted, times: counted.times + 1 } : { attempt, times: 1 });
  }

  async function writeRow(id: number): Promise<Refused | undefined> {
    try {
      await write(engine, resource as AnyResource, caller, {
        ...writeRequestOf(order, { id }),
        log: order.log,
        unread: true,
        unseen: true,
        keeps: { ...idempotencyKeyOfRowInBatch(own, id), message: '', data: () => sql`'null'::json` },
      });
      return undefined;
    } catch (error) {
      if (isIdempotencyKeyConflict(error)) return undefined; // done before the server stopped
      if (error instanceof Refused) return error;
      throw error;
    }
  }
}
