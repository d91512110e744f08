import type { Field } from '../declaration/field.ts';
import type { MoveApprovalStep } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { actionLabels, type StandardAction, standardActions } from '../declaration/standard-actions.ts';
import type { Text } from '../text/text.ts';
import { assignPermissionNode } from './permissions-to-assign-and-handle-rows.ts';

const offered = new WeakMap<AnyResource, readonly StandardAction[]>();

/** The standard actions that a resource offers. Asked for at every call: computed once. */
export function standardActionsOf(one: AnyResource): readonly StandardAction[] {
  if (one.actions) return one.actions;
  const actions = offered.get(one) ?? usualActionsOf(one);
  offered.set(one, actions);
  return actions;
}

function usualActionsOf(one: AnyResource): readonly StandardAction[] {
  const masked = Object.values<Field>(one.fields).some((each) => each.privacy === 'masked');
  return standardActions.filter((action) =>
    action === 'sortable'
      ? Boolean(one.sortable)
      : action === 'reveal'
        ? masked
        : action === 'import'
          ? !one.tree
          : true,
  );
}

/**
 * All permission nodes of a resource, each `<name>/<action>` with its label: of standard actions, moves, steps of
 * moves, batch actions, assigning, and its own `nodes`.
 */
export function permissionNodesOf(one: AnyResource): { node: string; action: string; label: Text }[] {
  if (one.granted === false) return [];
  const nodes = standardActionsOf(one).map((action) => ({
    node: `${one.name}/${action}`,
    action: action as string,
    label: actionLabels[action],
  }));
  for (const [name, move] of Object.entries(one.life?.moves ?? {}) as [
    string,
    { label: Text; by?: readonly string[]; steps?: readonly MoveApprovalStep[] },
  ][]) {
    if (move.by && !move.by.includes('admin')) continue;
    if (move.steps)
      for (const step of move.steps)
        nodes.push({ node: `${one.name}/${name}:${step.name}`, action: `${name}:${step.name}`, label: step.label });
    else nodes.push({ node: `${one.name}/${name}`, action: name, label: move.label });
  }
  const acts = Object.entries(one.acts ?? {}).map(([name, { label }]) => [name, label] as const);
  const assigning = one.handler === undefined ? [] : [assignPermissionNode];
  for (const [name, label] of [...assigning, ...acts, ...Object.entries<Text>(one.nodes ?? {})])
    nodes.push({ node: `${one.name}/${name}`, action: name, label });
  return nodes;
}
