import type { AnyField } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { formFields } from '../lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { childListsOf } from '../resource/child-lists-of-resource.ts';
import { parentOf } from '../resource/parent-resource.ts';
import { standardActionsOf } from '../resource/permission-nodes.ts';
import { isHeldThroughParent } from './rows-members-hold-directly-or-through-parent.ts';

/** The field of this name in the resource, or in the input of one of its moves. Undefined: there is none. */
export function findFormOrMoveInputField(one: AnyResource, name: string): AnyField | undefined {
  if (Object.hasOwn(one.fields, name)) return one.fields[name];
  const moves = Object.values((one.life?.moves ?? {}) as Readonly<Record<string, Move>>);
  return moves.map((move) => move.input).find((input) => input && Object.hasOwn(input, name))?.[name];
}

/**
 * One way in which people fill in a field: its declaration there, and the resource with the action or move that writes
 * it.
 */
export interface FormOrMoveThatFillsField {
  readonly field: AnyField;
  readonly by: AnyResource;
  readonly action: string;
}

/**
 * All writes in which people fill in the field of this name: the resource's own form, the form of the resource that
 * lists its rows, and moves with an input of this name. Empty if only the server writes the field.
 */
export function formsAndMovesThatFillField(
  one: AnyResource,
  name: string,
  find: FindResource,
): FormOrMoveThatFillsField[] {
  const form = formFields(one);
  const field = Object.hasOwn(form, name) ? form[name] : undefined;
  const moves = Object.entries((one.life?.moves ?? {}) as Readonly<Record<string, Move>>);
  return [
    ...(field ? writesOfForm(one, field, find).map((each) => ({ ...each, field })) : []),
    ...moves.flatMap(([action, { input = {} }]) =>
      Object.hasOwn(input, name) ? [{ field: input[name] as AnyField, by: one, action }] : [],
    ),
  ];
}

function writesOfForm(
  one: AnyResource,
  { write }: AnyField,
  find: FindResource,
): Pick<FormOrMoveThatFillsField, 'by' | 'action'>[] {
  const actions = (write === 'add' ? (['add'] as const) : (['add', 'edit'] as const)).filter((action) =>
    standardActionsOf(one).includes(action),
  );
  const whole = isHeldThroughParent(one) ? parentOf(one, find) : undefined;
  const lists = whole ? childListsOf(whole).filter(([, list]) => list.options.of === one.name) : [];
  return [
    ...actions.map((action) => ({ by: one, action })),
    ...lists.flatMap(([name]) => formsAndMovesThatFillField(whole as AnyResource, name, find)),
  ];
}
