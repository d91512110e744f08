import type { AnyResource } from '#kernel/declaration/resource.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { readStoredAnswer } from '#server/http/idempotency.ts';
import { Refused } from '#server/refusal.ts';
import { isKeyConflict, KeyConflict, type KeyedAnswer, keyOfPart } from '#server/write/statement/keyed-answer.ts';
import type { OperationLine } from '#server/write/statement/operation-line.ts';

/**
 * Writes many rows, each in a transaction of its own and kept under a key of its own: one that is refused takes nothing
 * from the others, nothing is locked for longer than a row takes, and a call that broke off goes on where it stopped
 * when it is repeated. Answers for each row why it was refused, or undefined.
 */
export async function writeEach(
  call: Call,
  { resource, rows, log }: { resource: AnyResource; rows: readonly { id: number }[]; log: OperationLine },
  write: (place: number, keeps: KeyedAnswer | undefined) => Promise<unknown>,
): Promise<(Refused | undefined)[]> {
  const { once, engine } = call;
  const parts = once ? Array.from({ length: rows.length }, (_, place) => keyOfPart(once, place)) : [];
  const answered = once ? await readStoredAnswer(engine.db, [once, ...parts]) : new Set<string>();
  if (once && answered.has(once.key)) throw new KeyConflict();
  const refused: (Refused | undefined)[] = [];
  for (let place = 0; place < rows.length; place++) {
    const part = parts[place];
    let refusal: Refused | undefined;
    if (!part || !answered.has(part.key)) {
      try {
        await write(place, part && { ...part, message: '', data: () => sql`'null'::json` });
      } catch (error) {
        const isRepeat = isKeyConflict(error);
        if (!isRepeat && !(error instanceof Refused)) throw error;
        // a repeat in another process may be at the same rows: what it has done is done
        const done = part && (isRepeat || (await readStoredAnswer(engine.db, [part])).size > 0);
        if (!done) refusal = error as Refused;
      }
    }
    const { id } = rows[place] as { id: number };
    if (refusal) call.noteRefused(refusal, { resource: resource.name, id, line: log });
    refused.push(refusal);
  }
  return refused;
}
