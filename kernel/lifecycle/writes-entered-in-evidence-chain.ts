import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { moveOf } from './lifecycle.ts';

/** Whether a write is entered in the evidence chain of its row, as `chained` of the resource says. */
export const entersEvidenceChain = (
  { chained = [] }: AnyResource,
  operation: string,
  move: string | undefined,
): boolean =>
  operation === 'move' ? move !== undefined && chained.includes(move) : operation === 'add' && chained.includes('add');

/**
 * The name of a row's evidence chain. Each row has its own, so that writers of different rows never wait for each
 * other.
 */
export const chainOfRow = ({ name }: AnyResource, id: number): string => `${name}:${id}`;

/**
 * Throws if `chained` names a move that does not exist or can be undone, or names `add` although the rows are added in
 * the form of their parent.
 */
export function checkChainedEvents(resource: AnyResource, resources: readonly AnyResource[]): void {
  const { name, chained, life } = resource;
  if (chained === undefined) return;
  if (chained.length === 0) throw new Error(`${name}: chained names nothing`);
  for (const one of chained) {
    if (one === 'add') continue;
    const move: Move | undefined = moveOf(life, one);
    if (!move) throw new Error(`${name}: chained names ${one}, which is no move`);
    if (move.reversible) throw new Error(`${name}: ${one} can be undone, and an entry of the chain cannot`);
  }
  if (!chained.includes('add')) return;
  const parent = resources.find(({ fields }) => Object.values(fields).some(({ options }) => options.of === name));
  if (parent) throw new Error(`${name}: its rows are added with those of ${parent.name}, which chains them`);
}
