import type { Lifecycle, Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { isReference } from '../kind/linked/reference.ts';
import { movesFrom } from '../lifecycle/lifecycle.ts';
import { type Text, text } from '../text/text.ts';

/**
 * The permission node for assigning rows. With `reads: 'assign'`, the field with the handling officer is shown only to
 * people who hold it.
 */
export const assignPermissionNode: readonly [action: string, label: Text] = ['assign', text('分派', 'Assign')];

/**
 * The permission nodes of the moves that officers can make from a state. An officer who holds any of them can handle a
 * row in this state.
 */
export const permissionNodesOfMovesFrom = (
  { name, life }: Pick<AnyResource, 'name' | 'life'>,
  state: string,
): string[] =>
  movesFrom(life as Lifecycle, state, 'admin').flatMap((move) => {
    const { steps } = (life as Lifecycle).moves[move] as Move;
    return steps ? steps.map((step) => `${name}/${move}:${step.name}`) : [`${name}/${move}`];
  });

/** Throws if the field named by `handler` is not a reference to officers that the server writes. */
export function checkHandlingOfficer({ name, handler, fields, life, nodes }: AnyResource): void {
  if (handler === undefined) return;
  const one = fields[handler];
  if (!life || !one || !isReference(one) || one.options.to !== 'auth/admin' || one.write !== 'server')
    throw new Error(
      `${name}: handler ${handler} must be a reference to auth/admin, in a resource with moves of officers`,
    );
  const used = [...Object.keys((life as Lifecycle).moves), ...Object.keys(nodes ?? {})];
  if (used.includes(assignPermissionNode[0])) throw new Error(`${name}: has another node of the name of assigning`);
}
