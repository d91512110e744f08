import type { Lifecycle, Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { isReference } from '../kind/linked/reference.ts';
import { movesFrom } from '../lifecycle/lifecycle.ts';
import { type Text, text } from '../text/text.ts';

/** The node by which officers assign rows, and see who deals with them where a field says so (`reads: 'assign'`). */
export const assignNode: readonly [action: string, label: Text] = ['assign', text('分派', 'Assign')];

/** Nodes of the steps officers may take from a state: who holds one of them can deal with a row in it. */
export const stepsFrom = ({ name, life }: Pick<AnyResource, 'name' | 'life'>, state: string): string[] =>
  movesFrom(life as Lifecycle, state, 'admin').flatMap((move) => {
    const { steps } = (life as Lifecycle).moves[move] as Move;
    return steps ? steps.map((step) => `${name}/${move}:${step.name}`) : [`${name}/${move}`];
  });

/** Throws where who deals with a row is named by nothing that could name them. */
export function checkHandler({ name, handler, fields, life, nodes }: AnyResource): void {
  if (handler === undefined) return;
  const one = fields[handler];
  if (!life || !one || !isReference(one) || one.options.to !== 'auth/admin' || one.write !== 'server')
    throw new Error(`${name}: ${handler} names no officer who could take its steps`);
  const used = [...Object.keys((life as Lifecycle).moves), ...Object.keys(nodes ?? {})];
  if (used.includes(assignNode[0])) throw new Error(`${name}: assigning has a node of its own already`);
}
