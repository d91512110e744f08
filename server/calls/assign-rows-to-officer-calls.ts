import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import {
  assignPermissionNode,
  permissionNodesOfMovesFrom,
} from '#kernel/resource/permissions-to-assign-and-handle-rows.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Action, Call } from '#server/http/controller.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { readRowTitleAndStatusIfVisible } from '#server/read/row/read-row-title-and-status-if-visible.ts';
import {
  officeLevelDueInState,
  statesOfHigherOffices,
  waitsForHigherOffice,
} from '#server/read/scope/office-level-of-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { higherOfficeRefusal } from '#server/write/refuse-write-by-state-version-or-office.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { findOfficersWhoSeeRow, type OfficerChoice } from './find-officers-who-see-row.ts';

const texts = {
  assigned: text('已分派', 'Assigned'),
  released: text('已取消分派', 'Assignment cancelled'),
  cannot: text(
    '所选人员不能办理：看不到该记录，或没有当前步骤的权限',
    'The person cannot handle it: they cannot see the record or lack permission for the current step',
  ),
};

/** Notice to an officer to whom a row was assigned. */
export const rowAssignedMessage = messageTemplate({
  code: 'row_assigned',
  inbox: 'todo',
  label: text('分派给您', 'Assigned to you'),
  text: text('{by}将{resource}“{title}”分派给您办理。', '{by} assigned {resource} “{title}” to you for handling.'),
  places: {
    by: { ...text('分派人', 'Assigned by'), sample: '王芳' },
    resource: { ...text('业务', 'Resource'), sample: '企业' },
    title: { ...text('记录', 'Record'), sample: '昆明滇池国际旅行社有限公司' },
  },
});

/** Maximum number of rows per call, and of colleagues offered at once. */
const mostRows = 100;
const mostOffered = 20;

/** The states from which an officer may make a step. */
const statesOf = (resource: AnyResource, officer: Caller, find: FindResource): string[] =>
  Object.keys((resource.life as Lifecycle).states).filter(
    (state) =>
      !waitsForHigherOffice(resource, state, officer, find) &&
      permissionNodesOfMovesFrom(resource, state).some((node) => can(officer, node)),
  );

/** `GET handlers`: the colleagues to whom a row can be assigned in its current state. */
async function handlers(resource: AnyResource, { engine, caller, query }: Call): Promise<{ list: OfficerChoice[] }> {
  const row = readKey(query.id);
  const { status } = await readRowTitleAndStatusIfVisible(engine, engine.db, resource, caller, row);
  const nodes = permissionNodesOfMovesFrom(resource, status ?? '');
  const quick = typeof query.quick_search === 'string' ? query.quick_search.slice(0, 50) : '';
  if (nodes.length === 0 || waitsForHigherOffice(resource, status, caller, engine.find)) return { list: [] };
  const upTo = officeLevelDueInState(resource, status, engine.find);
  return {
    list: await findOfficersWhoSeeRow(engine, engine.db, resource, { row, nodes, upTo, quick, limit: mostOffered }),
  };
}

function keysOf({ id, ids }: Readonly<Record<string, unknown>>): number[] {
  if (ids === undefined) return [readKey(id)];
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > mostRows) throw badParameter();
  return [...new Set(ids.map(readKey))];
}

/**
 * `POST assign`: assigns rows to an officer who sees them and may make a step from the state of each, or to nobody with
 * `to: 0`. The writing statement decides. All rows or none. Rows that wait for a higher office than the caller's cannot
 * be assigned, but everybody may give up their own. The new handler is notified.
 */
async function assign(resource: AnyResource, call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const field = resource.handler as string;
  const ids = keysOf(body);
  const to = body.to === 0 || body.to === null ? null : readKey(body.to);
  const officer = to === null ? undefined : await readOfficerCaller(engine.db, to, caller.locale);
  if (to !== null && !officer) throw new Refused(texts.cannot, { data: { reason: 'invalid' } });
  const above = statesOfHigherOffices(resource, caller, engine.find);
  const free = to === null ? sql` or t.${sql.id(field)} = ${caller.id}::bigint` : sql.empty;
  const which = sql`t.id = any(${ids}::bigint[]) and (t.status <> all(${above}::text[])${free})`;
  const theirs = officer && canBeHandledBySql(resource, officer, engine.find);
  await engine.db.transaction(async (tx) => {
    const order = {
      where: theirs ? sql`${which} and ${theirs}` : which,
      set: { [field]: to },
      action: assignPermissionNode[0],
    };
    const changed = await changeRows(engine, resource, caller, order, tx);
    await refuseOthers(resource, call, tx, { ids, to, above });
    if (to === null || to === caller.id || changed.length === 0) return;
    const by = await tx.row<{ name: string }>(
      sql`select coalesce(nullif(nickname, ''), username) as name from auth_admin where id = ${caller.id}`,
    );
    const rows = await tx.rows<{ id: number; title: string | null }>(
      sql`select t.id, ${headingColumn(resource, engine.find)}::text as title from ${sql.id(tableOf(resource))} t where t.id = any(${changed}::bigint[])`,
    );
    const values = { by: by?.name ?? caller.name, resource: resource.label['zh-cn'] };
    const english = { resource: resource.label.en.toLowerCase() };
    await tx.query(
      inboxMessagesTo(
        engine,
        rowAssignedMessage,
        rows.map(({ id, title: name }) => ({ row: id, values: { ...values, title: name ?? `#${id}` }, english })),
        sql`select ${to}::bigint as admin_id, null::bigint as user_id, ${resource.name}::text as resource, r.id as row_id, r.title as row_title
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, title text)`,
      ),
    );
  });
  return new Answer(null, (to === null ? texts.released : texts.assigned)[caller.locale]);
}

/** Condition: an officer sees the row of alias `t` and may make a step from its state. */
export function canBeHandledBySql(resource: AnyResource, officer: Caller, find: FindResource): Sql {
  const scope = can(officer, `${resource.name}/index`) ? (scopeOf(resource, officer, find) ?? sql`true`) : sql`false`;
  return sql`t.status = any(${statesOf(resource, officer, find)}::text[]) and ${scope}`;
}

/**
 * Refuses the call unless all its rows are visible and now have the new handler; rows that already had that handler
 * count.
 */
async function refuseOthers(
  resource: AnyResource,
  { engine, caller }: Call,
  tx: Transaction,
  { ids, to, above }: { ids: readonly number[]; to: number | null; above: readonly string[] },
): Promise<void> {
  const scope = scopeOf(resource, caller, engine.find);
  const done = sql`t.${sql.id(resource.handler as string)} is not distinct from ${to}::bigint`;
  const found = await tx.row<{ seen: number; done: number; state: string | null }>(sql`
    select count(*)::int as seen, count(*) filter (where ${done})::int as done,
      min(t.status) filter (where not (${done}) and t.status = any(${above}::text[])) as state
    from ${sql.id(tableOf(resource))} t where t.id = any(${ids}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`);
  if (!found || found.seen < ids.length) throw notFound();
  if (found.state !== null) throw higherOfficeRefusal(resource, found.state, caller, engine.find);
  if (found.done < ids.length) throw new Refused(texts.cannot, { data: { reason: 'invalid' } });
}

/** The calls for assigning rows of a resource with a handler. */
export const assignRowsToOfficerCalls = (resource: AnyResource): Readonly<Record<string, Action>> => ({
  handlers: {
    gate: 'rule',
    node: `${resource.name}/${assignPermissionNode[0]}`,
    handle: (call) => handlers(resource, call),
  },
  assign: {
    gate: 'rule',
    node: `${resource.name}/${assignPermissionNode[0]}`,
    methods: ['POST'],
    title: assignPermissionNode[1],
    handle: (call) => assign(resource, call),
  },
});
