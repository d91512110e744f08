import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import {
  type Actor,
  memberRoleNamesWithOnlooker,
  type RoleInRowOrOnlooker,
} from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isDeletable, isFormLocked } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { approvalStepName } from '#kernel/lifecycle/move-approval-steps.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { assignPermissionNode } from '#kernel/resource/permissions-to-assign-and-handle-rows.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { cachePerResourceDeclaration, getOrCreate } from '../../get-or-create-and-cache-per-resource-declaration.ts';
import { officeLevelOfCaller, statesOfHigherOffices, waitsForHigherOffice } from '../scope/office-level-of-caller.ts';
import { roleText, withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import { actionsExcludedByGuards, inStates, unmetGuardsByMove, withoutExcluded } from './actions-excluded-by-guards.ts';
import { actionsExcludedBySeparation } from './actions-excluded-by-separation-of-duties.ts';
import { availableStepsOfPendingMove, multiStepMoves } from './approval-steps-available-to-caller.ts';
import { movesExcludedByPendingOrMissingChangeRequest } from './moves-excluded-by-pending-or-missing-change-request.ts';

/** Maximum number of cached compositions. There is a limit because sets of permissions come and go. */
const maxCached = 500;
/**
 * Cached, because composing takes a tenth of the time of a read. The key contains caller and day, which the SQL depends
 * on.
 */
const composed = cachePerResourceDeclaration<Sql>(maxCached);

/**
 * The columns of a record that say what a caller may do with the row now: the moves, the reasons of moves that are
 * prevented, and the standard actions.
 */
export function availableActionColumns(
  resource: AnyResource,
  declared: AnyResource,
  caller: Caller,
  find: FindResource,
): Sql {
  const key = `${caller.type} ${caller.id} ${shanghaiToday()} ${officeLevelOfCaller(caller)} ${caller.grantKey}`;
  return composed(find, resource, key, () => composeOffers(resource, declared, caller, find).flattened());
}

function composeOffers(resource: AnyResource, declared: AnyResource, caller: Caller, find: FindResource): Sql {
  const [moves, actions, open] = offersOf(resource, caller, find);
  const state = resource.life ? statePiece : sql.empty;
  const offers =
    open === undefined
      ? sql`(${moves}${state})`
      : // called only for the few rows with a proposal: the function cannot be inlined, and a call takes 20 µs
        sql`(case when ${noApprovalStepOpen(resource, caller, find)} then ${moves}${state} else offered_moves(${moves}${state}, ${open}::jsonb, t.approval, t.status, ${caller.id}::bigint) end)`;
  const approval = open !== undefined ? pendingApprovalColumn(declared, resource) : sql.empty;
  const entitled = [
    ...actionsExcludedBySeparation(resource, caller, find),
    ...movesExcludedByPendingOrMissingChangeRequest(resource),
  ];
  const closed = unmetGuardsByMove(resource, offers, entitled);
  const reasons = closed ? sql`, ${closed} as "_closed"` : sql.empty;
  const possible = withoutExcluded(offers, [...entitled, ...actionsExcludedByGuards(resource)]);
  return sql`, ${possible} as "_moves"${reasons}${approval}, ${actions}${state} as "_actions"`;
}

/**
 * Condition on a row of alias `t`: the caller can take no step of a proposed move, because there is no proposal or it
 * waits for a higher office.
 */
export function noApprovalStepOpen(resource: AnyResource, caller: Caller, find: FindResource): Sql {
  const above = statesOfHigherOffices(resource, caller, find);
  return above.length === 0 ? sql`t.approval is null` : sql`t.approval is null or ${inStates(above)}`;
}

/** `open` are the steps of a proposed move. It is missing for members, who do not see proposals. */
type Grants = readonly [moves: string, actions: string, open?: string];
const granted = new WeakMap<AnyResource, Map<string, Grants>>();

const statePiece = sql.raw(' -> t.status');

/** The column with a proposed move that waits for approval, without the fields that the caller may not see. */
export function pendingApprovalColumn(declared: AnyResource, visible: AnyResource): Sql {
  const unknown = Object.keys(declared.fields).filter((name) => !Object.hasOwn(visible.fields, name));
  const proposal = `t.approval${unknown.map((name) => ` #- '{input,${name}}'`).join('')}`;
  return sql.raw(`, case when t.approval ->> 'from' = t.status then ${proposal} end as "_approval"`);
}

/**
 * The role that decides which actions are available on a row of alias `t`. Undefined: the same actions are available to
 * all callers of a kind.
 */
export const roleDecidingActions = (resource: AnyResource, caller: Caller, find: FindResource): string | undefined =>
  caller.type === 'member' ? roleText(resource, find) : undefined;

/**
 * The actions available to a caller on a row of alias `t`. For a member they depend on the role in the row, if members
 * have different roles.
 */
function offersOf(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): [moves: Sql, actions: Sql, open?: string] {
  const role = roleDecidingActions(resource, caller, find);
  if (role === undefined) {
    const [moves, actions, open] = grantedActionsByState(resource, caller, 'owner', find);
    return [sql`${moves}::jsonb`, sql`${actions}::jsonb`, open];
  }
  const byRole = (which: 0 | 1) =>
    sql`(jsonb_build_object(${sql.join(memberRoleNamesWithOnlooker.map((one) => sql`${one}::text, ${grantedActionsByState(resource, caller, one, find)[which]}::jsonb`))}) -> ${withCallerKey(`(${role})`, caller)})`;
  return [byRole(0), byRole(1)];
}

/** The moves and standard actions that the caller may make, as JSON: by state if the resource has a life cycle. */
export function grantedActionsByState(
  resource: AnyResource,
  caller: Caller,
  role: RoleInRowOrOnlooker,
  find: FindResource,
): Grants {
  const ofResource = getOrCreate(granted, resource, () => new Map<string, Grants>());
  const key = `${caller.type} ${role} ${officeLevelOfCaller(caller)} ${caller.grantKey}`;
  let grants = ofResource.get(key);
  if (!grants) {
    const byState = (of: (state: string) => readonly string[]) =>
      JSON.stringify(
        resource.life
          ? Object.fromEntries(Object.keys(resource.life.states).map((state) => [state, of(state)]))
          : of(''),
      );
    const isTurn = (state: string) => !waitsForHigherOffice(resource, state, caller, find);
    const moves = byState((state) => (isTurn(state) ? movesIn(resource, caller, state, role) : []));
    const actions = byState((state) => actionsIn(resource, caller, state, role, isTurn(state)));
    grants =
      caller.type !== 'member' && multiStepMoves(resource).length > 0
        ? [moves, actions, JSON.stringify(availableStepsOfPendingMove(resource, caller))]
        : [moves, actions];
    if (ofResource.size > maxCached) ofResource.clear();
    ofResource.set(key, grants);
  }
  return grants;
}

/**
 * The moves that the caller may make in a state if nothing is proposed. A move that needs approvals appears as its
 * first step, `revoke:propose`.
 */
function movesIn(resource: AnyResource, caller: Caller, state: string, role: RoleInRowOrOnlooker): string[] {
  const actor = actorOf(caller);
  return Object.entries<Move>(resource.life?.moves ?? {})
    .filter(([, move]) => move.from.includes(state) && (move.by ?? ['admin']).includes(actor))
    .map(([name, move]) => (move.steps?.[0] ? approvalStepName(name, move.steps[0].name) : name))
    .filter((offer) =>
      actor === 'member'
        ? memberRolesThatMay(resource, offer).includes(role)
        : can(caller, `${resource.name}/${offer}`),
    );
}

/**
 * The standard actions that the caller may take: `edit` only if there is a writable field. While an office decides,
 * only that office may act.
 */
function actionsIn(
  resource: AnyResource,
  caller: Caller,
  state: string,
  role: RoleInRowOrOnlooker,
  isTurn: boolean,
): string[] {
  const standard = standardActionsOf(resource).filter((action) =>
    ['edit', 'del', 'reveal', 'sortable'].includes(action),
  );
  const locked = isFormLocked(resource, { actor: actorOf(caller), state });
  return [...standard, ...assignIn(resource, caller, state)].filter(
    (action) =>
      mayAct(resource, caller, action, role) &&
      (isTurn || !['edit', 'del', assignPermissionNode[0]].includes(action)) &&
      !(action === 'edit' && locked) &&
      (action !== 'del' || isDeletable(resource, { actor: actorOf(caller), state })),
  );
}

/** Officers may assign unfinished rows if the resource has a handler. */
const assignIn = ({ handler, life }: AnyResource, { type }: Caller, state: string): string[] =>
  handler === undefined || type === 'member' || stateOf(life, state)?.final ? [] : [assignPermissionNode[0]];

const mayAct = (resource: AnyResource, caller: Caller, action: string, role: RoleInRowOrOnlooker) =>
  caller.type === 'member'
    ? memberRolesThatMay(resource, action).includes(role)
    : can(caller, `${resource.name}/${action}`);

const actorOf = (caller: Caller): Actor => (caller.type === 'member' ? 'member' : 'admin');
