import { moveOf } from '#kernel/lifecycle.ts';
import type { AnyResource } from '#kernel/resource.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { JsonText } from '#server/http/envelope.ts';
import { foreseeMove } from '#server/message/foresee.ts';
import { readKey } from '#server/read/row.ts';
import { badParameter } from '#server/refusal.ts';
import { versionOf } from './write-parts.ts';

/** What a move would do: the row as it would then be, the messages that would be sent, and other rows that would be moved. Nothing of it happens. */
export const foreseeing = (resource: AnyResource): Action => ({
  // whoever may not make the move is refused by the pipeline, as with the move itself
  ...{ gate: 'login', methods: ['POST'], silent: true, preview: true, perMinute: 120 },
  handle: (call) => foresee(resource, call),
});

async function foresee(resource: AnyResource, { engine, caller, body }: Call): Promise<JsonText> {
  const { move, id, version, step, ...input } = body;
  const meant = typeof move === 'string' ? moveOf(resource.life, move) : undefined;
  if (typeof move !== 'string' || !meant || (step !== undefined && typeof step !== 'string')) throw badParameter();
  const order = { move, id: readKey(id), input, step, version: versionOf(version) };
  const found = await foreseeMove(engine, resource, caller, order);
  const { row } = found;
  // members learn whether it can be done; who else hears of it, and what else moves, is the office's to know
  const { messages, rows } = caller.type === 'member' ? { messages: [], rows: [] } : found;
  return new JsonText(`{"row":${row},"messages":${JSON.stringify(messages)},"rows":${JSON.stringify(rows)}}`);
}
