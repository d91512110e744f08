import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Answer, JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Call } from '#server/http/controller.ts';
import { storeAnswer } from '#server/http/run-call-idempotently.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { readKey, readMovedRowText } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { addCurrentRowToVersionConflict, versionSeenByCaller } from './add-current-row-to-version-conflict.ts';
import {
  answerToStoreUnderIdempotencyKey,
  messageInCallersLanguage,
} from './localised-message-and-answer-to-store-under-idempotency-key.ts';
import { writeRowsInSeparateTransactions } from './write-rows-in-separate-transactions.ts';

const moved = text('操作成功', 'Operation successful');
/** Seconds within which a move can be undone. */
export const undoSeconds = 30;
/** Maximum number of rows per call. */
export const maxRowsPerMove = 500;

/**
 * Makes a move on one row, or on many rows each in its own transaction: for `ids: [[id, version], …]` the response says
 * which were done and why others were not.
 */
export async function makeMove(resource: AnyResource, move: string, call: Call): Promise<Answer> {
  const { engine, caller } = call;
  const { id, ids, version, ...given } = call.body;
  const { step, ...input } = moveOf(resource.life, move)?.steps ? readStep(given) : { step: undefined, ...given };
  if (Array.isArray(ids)) return moveMany(resource, move, call, ids, input, step);
  const key = readKey(id);
  const seconds = moveOf(resource.life, move)?.reversible ? undoSeconds : undefined;
  const stored = await addCurrentRowToVersionConflict(resource, call, key, () =>
    write(engine, resource, caller, {
      operation: 'move',
      move,
      step,
      id: key,
      version: versionSeenByCaller(version),
      input,
      log: operationLogLineOfCall(call, resource, move),
      unread: true,
      keeps: answerToStoreUnderIdempotencyKey(call, moved, ({ row, history }) =>
        seconds === undefined
          ? sql`json_build_object('row', ${row}.shown)`
          : sql`json_build_object('row', ${row}.shown, 'undo', json_build_object('history_id', ${history}.id,
              'until', floor(extract(epoch from now()))::bigint + ${seconds}::int))`,
      ),
    }),
  );
  if (stored.answer !== undefined)
    return new Answer(new JsonText(stored.answer), messageInCallersLanguage(moved, call));
  const shown = stored.shown ?? (await readMovedRowText(engine, resource, caller, key));
  const undo = { history_id: stored.historyId, until: Math.floor(Date.now() / 1000) + undoSeconds };
  const more = seconds === undefined ? '' : `,"undo":${JSON.stringify(undo)}`;
  return new Answer(new JsonText(`{"row":${shown}${more}}`), messageInCallersLanguage(moved, call));
}

/** Separates the step of a move with several approvers from the input. */
function readStep({ step, ...input }: Readonly<Record<string, unknown>>): { step?: string } & Record<string, unknown> {
  if (step === undefined || step === null || step === '') return input;
  if (typeof step !== 'string') throw badParameter();
  return { ...input, step };
}

async function moveMany(
  resource: AnyResource,
  move: string,
  call: Call,
  ids: unknown[],
  input: Readonly<Record<string, unknown>>,
  step: string | undefined,
): Promise<Answer> {
  if (!moveOf(resource.life, move)?.batch || ids.length === 0 || ids.length > maxRowsPerMove) throw badParameter();
  const rows = ids.map((one) => {
    const [id, version] = Array.isArray(one) ? one : [one, undefined];
    return { id: readKey(id), version: versionSeenByCaller(version) };
  });
  const log = operationLogLineOfCall(call, resource, move);
  const refusals = await writeRowsInSeparateTransactions(call, { resource, rows, log }, (place, keeps) =>
    write(call.engine, resource, call.caller, {
      operation: 'move',
      move,
      step,
      ...(rows[place] as { id: number; version: number | undefined }),
      input,
      log,
      unread: true,
      unseen: true,
      keeps,
    }),
  );
  const refused = refusals.flatMap((error, place) => {
    if (!error) return [];
    const reason = (error.data as { reason?: string } | null)?.reason;
    return [{ id: rows[place]?.id, msg: error.messageIn(call.caller.locale), ...(reason ? { reason } : {}) }];
  });
  const finished = rows.filter((_, place) => !refusals[place]).map(({ id }) => id);
  const answer = new Answer({ done: finished, refused }, messageInCallersLanguage(moved, call));
  await storeAnswer(call.engine.db, call.once, answer);
  return answer;
}
