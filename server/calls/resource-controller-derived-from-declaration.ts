import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { hasMarkedFields } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { fieldsToGroupListBy } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { fieldsWithBannedWordScreening } from '#kernel/screening/fields-with-banned-word-screening.ts';
import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { assignRowsToOfficerCalls } from '#server/calls/assign-rows-to-officer-calls.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { readCorrectionsOfMarkedFields } from '#server/history/read-corrections-of-marked-fields-in-returned-row.ts';
import { readTimeline } from '#server/history/read-timeline-of-record.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { revealMaskedFields } from '#server/history/reveal-masked-fields.ts';
import { undoReversibleLifecycleMove } from '#server/history/undo-reversible-lifecycle-move.ts';
import { Answer, JsonBytes, JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { storeAnswer } from '#server/http/run-call-idempotently.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { admitUnmaskedSearch } from '#server/read/condition/admit-and-record-unmasked-personal-data-searches.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readGroupQuery, readGroups } from '#server/read/list/read-groups-of-list-with-sums.ts';
import { readListAsTree, readListPage } from '#server/read/list/read-list-page.ts';
import { readMapPoints } from '#server/read/list/read-map-points-of-list.ts';
import { readPageOfChildList } from '#server/read/list/read-page-of-child-list.ts';
import { readMeasure, readMeasureQuery } from '#server/read/list/read-statistical-measure.ts';
import {
  isChoiceCall,
  mayChooseRowsOfResource,
  reachOfReference,
  readChoiceQuery,
} from '#server/read/row/choices-for-reference-field.ts';
import { mayList } from '#server/read/row/may-caller-list-rows-of-resource.ts';
import { readKey, readRowBytes } from '#server/read/row/read-one-row-as-json.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, forbidden } from '#server/refusal.ts';
import { startExport } from '#server/transfer/export/start-export-and-write-export-file.ts';
import { startImport, storeImportTemplate } from '#server/transfer/start-import-and-store-import-template.ts';
import { encodeByteString, joinByteStrings } from '#server/utf8-byte-string.ts';
import { orderTreeRowsForDeletion } from '#server/write/row-set/order-tree-rows-for-deletion.ts';
import { swapSortWeightsOfTwoRows } from '#server/write/row-set/swap-sort-weights-of-two-rows.ts';
import type { IdempotentAnswer } from '#server/write/statement/store-answer-under-idempotency-key.ts';
import { write } from '#server/write/write-pipeline.ts';
import { addCurrentRowToVersionConflict, versionSeenByCaller } from './add-current-row-to-version-conflict.ts';
import { addReferringRowsToDeletionRefusal } from './add-referring-rows-to-deletion-refusal.ts';
import { flattenTreeToIndentedOptions } from './flatten-tree-to-indented-options.ts';
import {
  answerToStoreUnderIdempotencyKey,
  messageInCallersLanguage,
} from './localised-message-and-answer-to-store-under-idempotency-key.ts';
import { makeMove, maxRowsPerMove, undoSeconds } from './make-lifecycle-move-on-rows.ts';
import { previewBannedWordScreening } from './preview-banned-word-screening.ts';
import { previewMoveOrEdit } from './preview-move-or-edit.ts';
import { hasBatchOperations, writeBatchRowByRowOrAsJob } from './write-batch-row-by-row-or-as-job.ts';

const done = {
  add: text('添加成功!', 'Added successfully!'),
  edit: text('更新成功!', 'Update successful!'),
  del: text('删除成功!', 'Deleted successfully!'),
};
/** Titles in the operation log of calls that are neither actions nor moves. */
const texts = { undo: text('撤回', 'Undo'), restore: text('恢复', 'Restore') };

/** The generic calls of a resource (wire contract §2.5), its moves, and the calls around them. */
export function resourceController(resource: AnyResource): Controller {
  const gated = gateOf(resource);
  const actions: Record<string, Action> = {
    ...readActions(resource, gated),
    ...grantedActions(resource, gated),
  };
  if (resource.life) actions.foresee = previewMoveOrEdit(resource);
  if (fieldsWithBannedWordScreening(resource.fields).length > 0) actions.screen = previewBannedWordScreening(resource);
  if (resource.handler) Object.assign(actions, assignRowsToOfficerCalls(resource));
  for (const move of Object.keys(resource.life?.moves ?? {})) {
    // the pipeline checks the node of the move, or of its next step
    actions[move] = {
      gate: 'login',
      methods: ['POST'],
      silent: true,
      keepsKey: true,
      handle: (call) => makeMove(resource, move, call),
    };
  }
  return { app: 'admin', name: controllerNameOf(resource), actions };
}

/** Creates a call that requires the node of an action. */
type Gated = (action: string, methods: Action['methods'], handle: Action['handle'], silent?: boolean) => Action;

function gateOf(resource: AnyResource): Gated {
  const gate = resource.granted === false && standardActionsOf(resource).includes('index') ? 'login' : 'rule';
  return (action, methods, handle, silent = true) => ({
    gate,
    node: `${resource.name}/${action}`,
    ...(methods ? { methods } : {}),
    silent,
    handle,
  });
}

/** Calls for everybody who may see the rows, whatever else the resource offers. */
function readActions(resource: AnyResource, gated: Gated): Record<string, Action> {
  const actions: Record<string, Action> = {
    index: { gate: 'login', handle: (call) => listRows(resource, call) },
    edit: {
      // GET reads the row for its form, POST writes it: one node for both
      ...gated('edit', ['GET', 'POST'], (call) =>
        call.method === 'GET' ? readRowForEditing(resource, call) : saveEditedRow(resource, call),
      ),
      node: `${resource.name}/index`,
      keepsKey: true,
    },
    timeline: gated('index', ['GET'], (call) =>
      readTimeline(call.engine, resource, call.caller, readKey(call.query.id), call.query.before),
    ),
    ...(hasMarkedFields(resource.life)
      ? { corrections: gated('index', ['GET'], (call) => readOutcomeOfFieldsMarkedInReturn(resource, call)) }
      : {}),
    ...(childListsOf(resource).length > 0
      ? { rows: gated('index', ['GET'], (call) => listChildRows(resource, call)) }
      : {}),
    undo: {
      gate: 'login',
      methods: ['POST'],
      silent: true,
      handle: (call) => undoLifecycleMoveOfRow(resource, call),
    },
  };
  if (hasBatchOperations(resource))
    actions.batch = {
      gate: 'login', // the call itself checks the node of the operation
      methods: ['POST'],
      silent: true,
      keepsKey: true,
      perMinute: 60,
      handle: (call) => writeBatchRowByRowOrAsJob(resource, call),
    };
  if (resource.measures) actions.measure = gated('index', ['GET'], (call) => readMeasureOfList(resource, call));
  if (fieldsToGroupListBy(resource).length > 0)
    actions.groups = gated('index', ['GET'], (call) => readGroupsOfList(resource, call));
  if (placeFieldOf(resource)) actions.points = gated('index', ['GET'], (call) => readMapPointsOfList(resource, call));
  return actions;
}

/** The calls of the actions that a resource offers, each with its own node. */
function grantedActions(resource: AnyResource, gated: Gated): Record<string, Action> {
  const offered = standardActionsOf(resource);
  const actions: Record<string, Action> = {};
  if (offered.includes('add'))
    actions.add = { ...gated('add', ['GET', 'POST'], (call) => addRow(resource, call)), keepsKey: true };
  if (offered.includes('del')) {
    actions.del = { ...gated('del', ['DELETE', 'POST'], (call) => deleteRows(resource, call)), keepsKey: true };
    actions.restore = {
      ...gated('del', ['POST'], (call) => restoreRows(resource, call), false),
      title: texts.restore,
    };
  }
  if (offered.includes('sortable'))
    actions.sortable = gated(
      'sortable',
      ['POST'],
      (call) => swapSortWeightsOfTwoRows(call.engine, resource, call.caller, call.params),
      false,
    );
  if (offered.includes('export'))
    actions.export = {
      ...gated('export', ['GET', 'POST'], (call) => startExport(call, resource), false),
      logged: true,
    };
  if (offered.includes('import')) {
    actions.import = { ...gated('import', ['POST'], (call) => startImport(call, resource), false), keepsKey: true };
    actions.importTemplate = gated('import', ['GET'], (call) =>
      storeImportTemplate(call.engine, resource, call.caller),
    );
  }
  if (offered.includes('reveal'))
    actions.reveal = {
      ...gated('reveal', ['POST'], (call) => revealMaskedFields(call.engine, resource, call.caller, call.body), false),
      secret: true,
    };
  return actions;
}

function keys(value: unknown): number[] {
  const list = (
    Array.isArray(value)
      ? value
      : typeof value === 'string' && value !== ''
        ? value.split(',')
        : typeof value === 'number'
          ? [value]
          : []
  ) as unknown[];
  if (list.length === 0 || list.length > maxRowsPerMove) throw badParameter();
  return [...new Set(list.map(readKey))];
}

/** Outcome of the marks of a row's latest return. */
export const readOutcomeOfFieldsMarkedInReturn = (resource: AnyResource, { engine, caller, query }: Call) =>
  readCorrectionsOfMarkedFields(engine, resource, caller, readKey(query.id));

/** The list, or with `select=true` the options of a form: keys and titles. */
export async function listRows(resource: AnyResource, call: Call): Promise<JsonText> {
  const { engine, caller, params } = call;
  const choosing = isChoiceCall(params);
  const within = choosing ? reachOfReference(engine, resource, caller, params.of, params.on) : undefined;
  if (
    within === undefined &&
    !(choosing ? mayChooseRowsOfResource(engine.resources, resource, caller) : mayList(resource, caller))
  )
    throw forbidden();
  const view = choosing ? 'option' : 'list';
  const query = choosing
    ? readChoiceQuery(engine, resource, caller, params)
    : await admitUnmaskedSearch(engine, resource, caller, readListQuery(resource, params));
  if (within !== undefined) {
    query.within = within;
    // members find their own rows before those of others
    if (caller.type === 'member' && memberRolesThatMay(resource, 'index').length > 0 && !query.initial)
      query.first = scopeOf(resource, caller, engine.find) ?? sql`true`;
  }
  const remark = JSON.stringify(engine.remarks.of(resource, caller));
  if (resource.tree && !(choosing && query.initial)) {
    const tree = await readListAsTree(engine, resource, caller, { ...query, page: 1, limit: 5000 }, view);
    return new JsonText(
      choosing
        ? JSON.stringify({ options: flattenTreeToIndentedOptions(tree, resource, caller.locale) })
        : `{"list":${JSON.stringify(tree)},"remark":${remark}}`,
    );
  }
  if (query.initial) query.limit = 1000;
  const page = await readListPage(engine, resource, caller, query, view);
  const estimated = page.estimated ? joinByteStrings`"total_estimated":true,` : joinByteStrings``;
  return new JsonBytes(
    joinByteStrings`{"list":${page.list},"total":${page.total},${estimated}"remark":${encodeByteString(remark)}}`,
  );
}

/** Rows of a list that is too long for the record to contain, page by page, in their order. */
export async function listChildRows(resource: AnyResource, { engine, caller, query }: Call): Promise<JsonText> {
  const page = await readPageOfChildList(engine, resource, caller, query);
  return new JsonBytes(joinByteStrings`{"list":${page.list},"total":${page.total}}`);
}

/** Undoes a reversible move within seconds, only for the person who made it. */
export const undoLifecycleMoveOfRow = (resource: AnyResource, call: Call): Promise<{ id: number }> =>
  undoReversibleLifecycleMove(
    call.engine,
    resource,
    call.caller,
    readKey(call.body.history_id),
    undoSeconds,
    operationLogLineOfCall(call, resource, 'undo', texts.undo),
  );

/** Restores deleted rows. */
export const restoreRows = (resource: AnyResource, call: Call): Promise<{ restored: number }> =>
  restoreDeletedRows(call.engine, resource, call.caller, keys(call.body.ids));

/** Places of the rows of a list. The map shows all of them, not a page. */
export async function readMapPointsOfList(resource: AnyResource, { engine, caller, params }: Call): Promise<JsonText> {
  const query = await admitUnmaskedSearch(engine, resource, caller, readListQuery(resource, params));
  const found = await readMapPoints(engine, resource, caller, query);
  return new JsonText(`{"points":${found.points},"more":${found.more}}`);
}

/** The rows of a list grouped by a field: number and sums of each group. */
export async function readGroupsOfList(resource: AnyResource, { engine, caller, params }: Call): Promise<JsonText> {
  const query = await admitUnmaskedSearch(engine, resource, caller, readListQuery(resource, params));
  const groupQuery = readGroupQuery(withFieldsVisibleToCaller(resource, caller, engine.find), params, caller);
  const { list, more } = await readGroups(engine, resource, caller, query, groupQuery);
  return new JsonText(`{"list":${list},"more":${more}}`);
}

/** Figures of a measure over the rows of a list; `month` is the current month. */
export async function readMeasureOfList(resource: AnyResource, { engine, caller, params }: Call): Promise<JsonText> {
  const query = await admitUnmaskedSearch(engine, resource, caller, readListQuery(resource, params));
  const measureQuery = readMeasureQuery(
    withFieldsVisibleToCaller(resource, caller, engine.find),
    params,
    query,
    caller,
  );
  const { list, more } = await readMeasure(engine, resource, caller, measureQuery);
  const month = shanghaiToday().slice(0, 7);
  return new JsonText(`{"list":${list},"more":${more},"month":"${month}"}`);
}

export async function readRowForEditing(resource: AnyResource, call: Call): Promise<JsonText> {
  return new JsonBytes(
    joinByteStrings`{"row":${await readRowBytes(call.engine, resource, call.caller, readKey(call.query.id))}}`,
  );
}

export async function addRow(resource: AnyResource, call: Call): Promise<Answer> {
  if (call.method === 'GET') throw badParameter('参数错误!', 'Parameter error!');
  if (Object.keys(call.body).length === 0) throw badParameter('参数不能为空', 'Parameter can not be empty');
  const stored = await write(call.engine, resource, call.caller, {
    operation: 'add',
    input: call.body,
    log: operationLogLineOfCall(call, resource, 'add'),
    unread: true,
    keeps: answerToStoreUnderIdempotencyKey(call, done.add, ({ row }) => sql`json_build_object('id', ${row}.id)`),
  });
  return new Answer({ id: stored.id }, messageInCallersLanguage(done.add, call));
}

const noData = () => sql`'null'::json`;

export async function saveEditedRow(resource: AnyResource, call: Call): Promise<Answer> {
  const { id, version, ...input } = call.body;
  if (Object.keys(call.body).length === 0) throw badParameter('参数不能为空', 'Parameter can not be empty');
  await addCurrentRowToVersionConflict(resource, call, readKey(id), () =>
    write(call.engine, resource, call.caller, {
      operation: 'edit',
      id: readKey(id),
      version: versionSeenByCaller(version),
      input,
      log: operationLogLineOfCall(call, resource, 'edit'),
      unread: true,
      keeps: answerToStoreUnderIdempotencyKey(call, done.edit, noData),
    }),
  );
  return new Answer(null, messageInCallersLanguage(done.edit, call));
}

/** Deletes rows. `words` replaces the message of success; rows that are `spared` are skipped if others remain. */
export async function deleteRows(
  resource: AnyResource,
  call: Call,
  doneText = done.del,
  spared: readonly number[] = [],
): Promise<Answer> {
  const { engine, caller, once } = call;
  const requested = keys(call.params.ids ?? call.params['ids[]'] ?? call.params.id);
  const others = requested.filter((id) => !spared.includes(id));
  const ids = await orderTreeRowsForDeletion(engine, resource, others.length > 0 ? others : requested);
  const message = textInAnyLocale(doneText, { n: ids.length });
  let refused: number | undefined;
  const drop = async (id: number, keeps: IdempotentAnswer | undefined, tx?: Transaction) => {
    const order = {
      operation: 'del',
      id,
      input: {},
      log: operationLogLineOfCall(call, resource, 'del'),
      unread: true,
      keeps,
    } as const;
    refused = id;
    return write(engine, resource, caller, order, tx);
  };
  const explain = (error: unknown) => addReferringRowsToDeletionRefusal(engine, resource, caller, refused, error);
  const answerOf = (undo: readonly (number | undefined)[]) =>
    new Answer({ undo: undo.filter((one) => one !== undefined) }, messageInCallersLanguage(message, call));
  if (ids.length === 1) {
    const keeps = answerToStoreUnderIdempotencyKey(
      call,
      message,
      ({ recycled }) => sql`json_build_object('undo', ${recycled})`,
    );
    return answerOf([(await drop(ids[0] as number, keeps).catch(explain)).recycled]);
  }
  const answer = await engine.db
    .transaction(async (tx) => {
      const undo: (number | undefined)[] = [];
      for (const id of ids) undo.unshift((await drop(id, undefined, tx)).recycled);
      await storeAnswer(tx, once, answerOf(undo));
      return answerOf(undo);
    })
    .catch(explain);
  engine.wakeRelay();
  return answer;
}
