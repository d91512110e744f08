import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { fieldWithOwningMember } from '#kernel/resource/all-columns-of-resource.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { differsVisibilityByRow } from '#kernel/resource/declaration-visible-to-caller.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent-resource.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import {
  memberRoleInRow,
  withFieldsVisibleToCaller,
} from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { invalid } from '#server/refusal.ts';
import { isAbsent } from './validate-input-by-field-declarations.ts';

/** Declarations as visible to the writer: of the row, and of its child rows. */
export type DeclarationVisibleToWriter = (one: AnyResource) => AnyResource;

interface VisibilityOrder {
  readonly engine: Engine;
  readonly db: Queryable;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly before: { readonly id: number } | undefined;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the writer sees and may write. Reads a member's role only if that matters. */
export async function declarationVisibleToWriter(order: VisibilityOrder): Promise<DeclarationVisibleToWriter> {
  const { engine, resource, caller } = order;
  if (caller.type !== 'member' || !dependsOnRow(resource, order))
    return (one) => withFieldsVisibleToCaller(one, caller, engine.find);
  const role = await roleOf(order);
  return (one) => withFieldsVisibleToCaller(one, caller, engine.find, role);
}

const dependsOnRow = (resource: AnyResource, order: Pick<VisibilityOrder, 'engine' | 'caller'>): boolean =>
  differsVisibilityByRow(withFieldsVisibleToCaller(resource, order.caller, order.engine.find)) ||
  childListsOf(resource).some(([, one]) => dependsOnRow(resourceOfChildList(one, order.engine.find), order));

/** The member's role in the row, or in the parent of a new row; a member who adds an owned row is its owner. */
function roleOf({ engine: { find }, db, resource, caller, before, input }: VisibilityOrder) {
  if (before) return memberRoleInRow(resource, caller, find, db, before.id);
  if (fieldWithOwningMember(resource) !== undefined || resource.people !== undefined || resource.partOf === undefined)
    return 'owner';
  if (hasSeveralParents(resource)) return null;
  return memberRoleInRow(
    parentOf(resource, find),
    caller,
    find,
    db,
    parseNonNegativeInteger(input[resource.partOf]) ?? 0,
  );
}

/** Refuses input of a move for fields the caller may not write, which the move does not request from them. */
export function refuseUnrequestedInputs(
  resource: AnyResource,
  visible: AnyResource,
  move: string,
  { locale }: Caller,
  given: Readonly<Record<string, unknown>>,
): void {
  const requested = moveOf(visible.life, move)?.input ?? {};
  const names = Object.keys(moveOf(resource.life, move)?.input ?? {});
  const unasked = names.filter((name) => !Object.hasOwn(requested, name) && !isAbsent(given[name]));
  if (unasked.length > 0)
    throw invalid(
      Object.fromEntries(unasked.map((name) => [name, [validationMessages.field_kept[locale]]])),
      resource.fields,
    );
}
