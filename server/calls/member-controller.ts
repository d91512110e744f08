import { listsOf } from '#kernel/kind/rows.ts';
import type { Move } from '#kernel/lifecycle.ts';
import { type AnyResource, actionsOf, controllerOf, memberOwner } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { readTimeline, type TimelineEntry } from '#server/history/timeline.ts';
import type { Action, Call, Controller } from '#server/http/controller.ts';
import { JsonText } from '#server/http/envelope.ts';
import { readPage } from '#server/read/list.ts';
import { readListQuery } from '#server/read/query.ts';
import { readKey } from '#server/read/row.ts';
import { edit, makeMove, rows, save } from './resource-controller.ts';

const authority = text('主管部门', 'The authority');

/**
 * The calls by which members read and change what they own, for resources that declare an owner: the list and the
 * record of their own rows, the form, and the moves that are theirs. A row of somebody else is not there.
 */
export function memberResourceController(resource: AnyResource): Controller | undefined {
  if (!memberOwner(resource)) return undefined;
  const editable = actionsOf(resource).includes('edit');
  const actions: Record<string, Action> = {
    index: { gate: 'login', handle: (call) => index(resource, call) },
    edit: {
      gate: 'login',
      methods: editable ? ['GET', 'POST'] : ['GET'],
      keepsKey: true,
      handle: (call) => (call.method === 'GET' ? edit(resource, call) : save(resource, call)),
    },
    timeline: { gate: 'login', handle: (call) => timeline(resource, call) },
    ...(listsOf(resource).length > 0
      ? { rows: { gate: 'login' as const, handle: (call) => rows(resource, call) } }
      : {}),
  };
  for (const [name, move] of movesOf(resource)) {
    if (move.by?.includes('member'))
      actions[name] = {
        gate: 'login',
        methods: ['POST'],
        keepsKey: true,
        handle: (call) => makeMove(resource, name, call),
      };
  }
  return { app: 'api', name: controllerOf(resource), actions };
}

/** What a move asks for and its note repeats; the note of any other was made for officers. */
const notedInput = ['reason', 'audit_remark', 'document_no'];

const movesOf = (resource: AnyResource) => Object.entries((resource.life?.moves ?? {}) as Record<string, Move>);

async function index(resource: AnyResource, call: Call): Promise<JsonText> {
  const { engine, caller, params } = call;
  const page = await readPage(engine, resource, caller, readListQuery(resource, params));
  return new JsonText(`{"list":${page.list},"total":${page.total},"remark":""}`);
}

/**
 * What happened to a member's row, as far as it is theirs to know: officers act as the authority; steps that have not
 * decided anything yet are left out, and so are notes and bookkeeping the platform made for officers.
 */
async function timeline(resource: AnyResource, call: Call): Promise<{ list: TimelineEntry[]; more: boolean }> {
  const { engine, caller, query } = call;
  const found = await readTimeline(engine, resource, caller, readKey(query.id), query.before);
  const told = new Map(
    movesOf(resource).map(([name, move]) => [name, notedInput.some((one) => Object.hasOwn(move.input ?? {}, one))]),
  );
  const list = found.list
    .filter((entry) => entry.action !== 'move' || entry.to !== null)
    .map((entry) => ({
      ...entry,
      actor_name: entry.actor_type === 'admin' ? authority[caller.locale] : entry.actor_name,
      changes: Object.fromEntries(
        Object.entries(entry.changes).filter(
          ([name]) => resource.fields[name] && resource.fields[name].write !== 'server',
        ),
      ),
      note: told.get((entry.move ?? '').split(':')[0] ?? '') ? entry.note : null,
    }));
  return { list, more: found.more };
}
