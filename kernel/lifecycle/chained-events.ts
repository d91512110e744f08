import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { moveOf } from './lifecycle.ts';

/** Whether an addition or a move of a resource is entered in its evidence chain (`chained`). */
export const isChained = ({ chained = [] }: AnyResource, operation: string, move: string | undefined): boolean =>
  operation === 'move' ? move !== undefined && chained.includes(move) : operation === 'add' && chained.includes('add');

/** The evidence chain of a row: one for each, so that writers of other rows never wait. */
export const streamOf = ({ name }: AnyResource, id: number): string => `${name}:${id}`;

/** Throws if what is chained does not exist, could be undone, or is added by the form of another row. */
export function checkChained(resource: AnyResource, resources: readonly AnyResource[]): void {
  const { name, chained, life } = resource;
  if (chained === undefined) return;
  if (chained.length === 0) throw new Error(`${name}: chained names nothing`);
  for (const one of chained) {
    if (one === 'add') continue;
    const move: Move | undefined = moveOf(life, one);
    if (!move) throw new Error(`${name}: chained names ${one}, which is no move`);
    if (move.reversible) throw new Error(`${name}: ${one} can be undone, and an entry of the chain cannot`);
  }
  const parent = resources.find(({ fields }) => Object.values(fields).some(({ options }) => options.of === name));
  if (parent && chained.includes('add'))
    throw new Error(`${name}: its rows are added with those of ${parent.name}, which chains them`);
}
