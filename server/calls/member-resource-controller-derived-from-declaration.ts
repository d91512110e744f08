import { isAccessibleToMembers, memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { StandardAction } from '#kernel/declaration/standard-actions.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { hasMarkedFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { isConcealedMove } from '#kernel/lifecycle/lifecycle.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { assignPermissionNode } from '#kernel/resource/permissions-to-assign-and-handle-rows.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { fieldsWithBannedWordScreening } from '#kernel/screening/fields-with-banned-word-screening.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readTimeline, type Timeline } from '#server/history/read-timeline-of-record.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { doMembersChooseAmong, isChoiceCall } from '#server/read/row/choices-for-reference-field.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { forbidden } from '#server/refusal.ts';
import { startExport } from '#server/transfer/export/start-export-and-write-export-file.ts';
import { startImport, storeImportTemplate } from '#server/transfer/start-import-and-store-import-template.ts';
import { hideOfficersAndInternalNotesOfTimelineEntry } from './hide-officers-and-internal-notes-of-timeline-entry.ts';
import { makeMove } from './make-lifecycle-move-on-rows.ts';
import { previewBannedWordScreening } from './preview-banned-word-screening.ts';
import { previewMoveOrEdit } from './preview-move-or-edit.ts';
import {
  addRow,
  deleteRows,
  listChildRows,
  listRows,
  readGroupsOfList,
  readMapPointsOfList,
  readMeasureOfList,
  readOutcomeOfFieldsMarkedInReturn,
  readRowForEditing,
  restoreRows,
  saveEditedRow,
  undoLifecycleMoveOfRow,
} from './resource-controller-derived-from-declaration.ts';
import { writeBatchRowByRowOrAsJob } from './write-batch-row-by-row-or-as-job.ts';

/**
 * The calls by which members read and change what they hold: list, record, form, moves and batches, as far as the
 * declaration grants them to some role of theirs. Of resources they only refer to, they get the options. Rows they do
 * not hold are not found.
 */
export function memberResourceController(
  resource: AnyResource,
  { resources }: Pick<Engine, 'resources'>,
): Controller | undefined {
  if (!isAccessibleToMembers(resource) && !doMembersChooseAmong(resources, resource)) return undefined;
  const actions: Record<string, Action> = { index: { gate: 'login', handle: (call) => listRows(resource, call) } };
  const lets = (action: string) => memberRolesThatMay(resource, action).length > 0;
  const offers = (action: StandardAction) => standardActionsOf(resource).includes(action) && lets(action);
  const write = (handle: Action['handle'], methods: Action['methods'] = ['POST']): Action => ({
    gate: 'login',
    methods,
    keepsKey: true,
    handle,
  });
  if (offers('add')) actions.add = write((call) => addRow(resource, call));
  if (fieldsWithBannedWordScreening(resource.fields).length > 0 && (offers('add') || offers('edit')))
    actions.screen = previewBannedWordScreening(resource);
  if (lets('index')) {
    actions.edit = write(
      (call) => (call.method === 'GET' ? readRowForEditing(resource, call) : saveEditedRow(resource, call)),
      offers('edit') ? ['GET', 'POST'] : ['GET'],
    );
    actions.timeline = { gate: 'login', handle: (call) => timeline(resource, call) };
    if (hasMarkedFields(resource.life))
      actions.corrections = { gate: 'login', handle: (call) => readOutcomeOfFieldsMarkedInReturn(resource, call) };
    if (childListsOf(resource).length > 0)
      actions.rows = { gate: 'login', handle: (call) => listChildRows(resource, call) };
    if (resource.measures) actions.measure = { gate: 'login', handle: (call) => readMeasureOfList(resource, call) };
    if (fieldsToGroupListBy(resource).length > 0)
      actions.groups = { gate: 'login', handle: (call) => readGroupsOfList(resource, call) };
    if (placeFieldOf(resource))
      actions.points = { gate: 'login', handle: (call) => readMapPointsOfList(resource, call) };
  }
  if (offers('export'))
    actions.export = {
      gate: 'login',
      methods: ['GET', 'POST'],
      perMinute: 20,
      handle: (call) => startExport(call, resource),
    };
  if (offers('import')) {
    actions.import = { ...write((call) => startImport(call, resource)), perMinute: 10 };
    actions.importTemplate = {
      gate: 'login',
      perMinute: 20,
      handle: (call) => storeImportTemplate(call.engine, resource, call.caller),
    };
  }
  if (offers('del')) {
    actions.del = write((call) => deleteRows(resource, call), ['DELETE', 'POST']);
    actions.restore = { gate: 'login', methods: ['POST'], handle: (call) => restoreRows(resource, call) };
  }
  const moves = movesOf(resource).filter(([name]) => lets(name));
  for (const [name] of moves) actions[name] = write((call) => makeMove(resource, name, call));
  // what prevents a move, and what an amendment would do, is shown before it is tried
  if (moves.length > 0 || (resource.amendments && offers('edit')))
    actions.foresee = { ...previewMoveOrEdit(resource), perMinute: 60 };
  if (moves.some(([, move]) => move.reversible))
    actions.undo = { gate: 'login', methods: ['POST'], handle: (call) => undoLifecycleMoveOfRow(resource, call) };
  if (offers('edit') || offers('del') || moves.some(([, move]) => move.batch))
    actions.batch = { ...write((call) => writeBatchRowByRowOrAsJob(resource, call)), perMinute: 60 };
  return {
    app: 'api',
    name: controllerNameOf(resource),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, unlessWithheld(resource, name, action)]),
    ),
  };
}

/** Closes what the member's group does not grant. Choosing rows for a reference stays open. */
const unlessWithheld = (resource: AnyResource, name: string, action: Action): Action => ({
  ...action,
  handle(call) {
    const chooses = name === 'index' && isChoiceCall(call.params);
    if (call.caller.withheld?.has(resource.name.toLowerCase()) && !chooses) throw forbidden();
    return action.handle(call);
  },
});

const movesOf = (resource: AnyResource) => Object.entries((resource.life?.moves ?? {}) as Record<string, Move>);

/**
 * The timeline of a member's row, without what members may not see and without steps that have not decided anything
 * yet.
 */
async function timeline(resource: AnyResource, call: Call): Promise<Timeline> {
  const { engine, caller, query } = call;
  const found = await readTimeline(engine, resource, caller, readKey(query.id), query.before);
  const list = found.list
    .filter(
      (entry) =>
        (entry.action !== 'move' || entry.to !== null) &&
        entry.action !== assignPermissionNode[0] &&
        !isConcealedMove((entry.of && engine.find(entry.of.resource)) ?? resource, entry.move),
    )
    .map((entry) => hideOfficersAndInternalNotesOfTimelineEntry(engine, resource, caller, entry));
  return { ...found, list };
}
