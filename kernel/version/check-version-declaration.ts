import type { Field } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { isReference } from '../kind/linked/reference.ts';
import { isInteger } from '../kind/number.ts';
import { isDeletable } from '../lifecycle/fields-writable-and-row-deletable-in-state.ts';

/** The fields that say which version a row is. The server writes them, and does not copy them into the next version. */
export const serverWrittenVersionFields: readonly string[] = ['revision', 'previous_id', 'next_id'];

/**
 * Throws if versions of a row could get lost or be mistaken for each other: the field that they share can be changed, a
 * field for their order is missing, or published versions can be deleted.
 */
export function checkVersionDeclaration(resource: AnyResource): void {
  const { name, fields, versions, life } = resource;
  if (!versions) return;
  const fieldOf = (each: string) => (Object.hasOwn(fields, each) ? (fields[each] as Field) : undefined);
  const shared = fieldOf(versions.of);
  if (!shared || !(shared.write === 'server' || shared.write === 'add') || shared.through || shared.from)
    throw new Error(`${name}: versions of ${versions.of}, which must be written by the server or when a row is added`);
  if (!Array.isArray(shared.unique) || !shared.unique.includes('revision'))
    throw new Error(`${name}: ${versions.of} must be unique with revision`);
  for (const each of serverWrittenVersionFields) {
    const one = fieldOf(each);
    const isOfKind = one && (each === 'revision' ? isInteger(one) : isReference(one) && one.options.to === name);
    if (!isOfKind || one.write !== 'server') throw new Error(`${name}: versions need ${each}, which the server writes`);
  }
  for (const each of Object.values(versions.inForce ?? {})) {
    const one = fieldOf(each);
    if (!one || kindOf(one).column !== 'date' || one.through || one.from)
      throw new Error(`${name}: ${each} is not a date`);
  }
  const sealed = Object.entries<Field>(fields).find(([, one]) => kindOf(one).sealed);
  if (sealed) throw new Error(`${name}: ${sealed[0]} is sealed, and cannot be copied into a new version`);
  checkVersionMoves(resource);
  for (const state of versions.published)
    if (!life || !Object.hasOwn(life.states, state)) throw new Error(`${name}: no state ${state}`);
  const lost = versions.inForce && versions.published.find((state) => isDeletable(resource, { state, actor: 'admin' }));
  if (lost) throw new Error(`${name}: a row can be deleted in state ${lost}, in which others may cite it`);
}

function checkVersionMoves({ name, versions, life }: AnyResource): void {
  const { revise = '', publish = [], replace = '' } = versions ?? {};
  const moveOf = (each: string) => (life?.moves as Record<string, Move> | undefined)?.[each];
  const unknown = [revise, ...publish, replace].find((each) => !moveOf(each));
  if (unknown !== undefined) throw new Error(`${name}: versions name ${unknown}, which is no move`);
  if (moveOf(replace)?.by?.length !== 0) throw new Error(`${name}: ${replace} must be a move of the platform: by: []`);
  const undone = [revise, ...publish].find((each) => moveOf(each)?.reversible || moveOf(each)?.steps);
  if (undone !== undefined) throw new Error(`${name}: ${undone} can neither be undone nor have several approvers`);
}
