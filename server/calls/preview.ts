import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { JsonText } from '#server/http/connection/envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { previewWrite } from '#server/message/preview-write.ts';
import { readKey } from '#server/read/row/row.ts';
import { badParameter } from '#server/refusal.ts';
import { entryForMember } from './member-timeline.ts';
import { versionOf } from './write-parts.ts';

/**
 * What a move would do, or an edit where none is named: the row as it would then be and what of it is another, the messages that
 * would be sent, other rows that would be moved, and what it does besides. Nothing of it happens.
 */
export const previewAction = (resource: AnyResource): Action => ({
  // whoever may not make the move is refused by the pipeline, as with the move itself
  gate: 'login',
  methods: ['POST'],
  silent: true,
  preview: true,
  perMinute: 120,
  handle: (call) => preview(resource, call),
});

async function preview(resource: AnyResource, { engine, caller, body }: Call): Promise<JsonText> {
  const { move, id, version, step, ...input } = body;
  const meant = typeof move === 'string' ? moveOf(resource.life, move) : undefined;
  if ((move !== undefined && !meant) || (step !== undefined && (typeof step !== 'string' || !meant)))
    throw badParameter();
  const about = { id: readKey(id), input, version: versionOf(version) };
  const order =
    typeof move === 'string'
      ? ({ ...about, operation: 'move', move, ...(typeof step === 'string' ? { step } : {}) } as const)
      : ({ ...about, operation: 'edit' } as const);
  const { row, changes, ...rest } = await previewWrite(engine, resource, caller, order);
  const isMember = caller.type === 'member';
  // of a move members learn whether it can be made; who else hears of it, and what else moves, is the office's to know
  const effects = isMember && meant ? { ...rest, messages: [], rows: [] } : rest;
  const seen = isMember ? changes.map((one) => entryForMember(engine, resource, caller, one)) : changes;
  return new JsonText(`${JSON.stringify({ ...effects, changes: seen }).slice(0, -1)},"row":${row}}`);
}
