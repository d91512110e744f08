import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { previewWrite } from '#server/message/preview-messages-and-moves-of-write.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter } from '#server/refusal.ts';
import { versionSeenByCaller } from './add-current-row-to-version-conflict.ts';
import { hideOfficersAndInternalNotesOfTimelineEntry } from './hide-officers-and-internal-notes-of-timeline-entry.ts';

/**
 * Previews a move, or an edit if no move is named: the row and its differences afterwards, messages that would be sent,
 * other rows that would move, and further effects. Nothing is stored.
 */
export const previewMoveOrEdit = (resource: AnyResource): Action => ({
  // the pipeline refuses callers who may not make the move, as it does for the move itself
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
  const about = { id: readKey(id), input, version: versionSeenByCaller(version) };
  const order =
    typeof move === 'string'
      ? ({ ...about, operation: 'move', move, ...(typeof step === 'string' ? { step } : {}) } as const)
      : ({ ...about, operation: 'edit' } as const);
  const { row, changes, ...rest } = await previewWrite(engine, resource, caller, order);
  const isMember = caller.type === 'member';
  // members learn whether the move is possible; which messages others get and what else moves is internal to the office
  const effects = isMember && meant ? { ...rest, messages: [], rows: [] } : rest;
  const seen = isMember
    ? changes.map((one) => hideOfficersAndInternalNotesOfTimelineEntry(engine, resource, caller, one))
    : changes;
  return new JsonText(`${JSON.stringify({ ...effects, changes: seen }).slice(0, -1)},"row":${row}}`);
}
