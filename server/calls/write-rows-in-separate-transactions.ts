import type { AnyResource } from '#kernel/declaration/resource.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { readStoredAnswers } from '#server/http/run-call-idempotently.ts';
import { Refused } from '#server/refusal.ts';
import type { OperationLogLine } from '#server/write/statement/operation-log-line.ts';
import {
  IdempotencyKeyConflict,
  type IdempotentAnswer,
  idempotencyKeyOfRowInBatch,
  isIdempotencyKeyConflict,
} from '#server/write/statement/store-answer-under-idempotency-key.ts';

/**
 * Writes many rows, each in its own transaction and under its own idempotency key. A refused row does not affect the
 * others, no lock lasts longer than one row, and an interrupted call continues where it stopped when it is repeated.
 * Returns the refusal of each row, or undefined.
 */
export async function writeRowsInSeparateTransactions(
  call: Call,
  { resource, rows, log }: { resource: AnyResource; rows: readonly { id: number }[]; log: OperationLogLine },
  write: (place: number, keeps: IdempotentAnswer | undefined) => Promise<unknown>,
): Promise<(Refused | undefined)[]> {
  const { once, engine } = call;
  const parts = once ? Array.from({ length: rows.length }, (_, place) => idempotencyKeyOfRowInBatch(once, place)) : [];
  const answered = once ? await readStoredAnswers(engine.db, [once, ...parts]) : new Set<string>();
  if (once && answered.has(once.key)) throw new IdempotencyKeyConflict();
  const refused: (Refused | undefined)[] = [];
  for (let place = 0; place < rows.length; place++) {
    const part = parts[place];
    let refusal: Refused | undefined;
    if (!part || !answered.has(part.key)) {
      try {
        await write(place, part && { ...part, message: '', data: () => sql`'null'::json` });
      } catch (error) {
        const isRepeat = isIdempotencyKeyConflict(error);
        if (!isRepeat && !(error instanceof Refused)) throw error;
        // a repeat in another process may be writing the same rows; those it has done are done
        const done = part && (isRepeat || (await readStoredAnswers(engine.db, [part])).size > 0);
        if (!done) refusal = error as Refused;
      }
    }
    const { id } = rows[place] as { id: number };
    if (refusal) call.noteRefused(refusal, { resource: resource.name, id, line: log });
    refused.push(refusal);
  }
  return refused;
}
