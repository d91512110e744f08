import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, kindOf, targetsOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import type { SigningApplication } from '../signing/verify-signature-status-address-and-quota-of-application.ts';

type MaskLevel = SigningApplication['maskLevel'];

/** Whether a field says who somebody is. Texts that people write freely may do so anywhere. */
export const isPersonal = (one: AnyField): boolean => {
  const { mask, personal, sealed, prose, html } = kindOf(one);
  return (
    one.personal !== undefined ||
    one.privacy !== undefined ||
    mask !== undefined ||
    personal !== undefined ||
    sealed ||
    prose ||
    html ||
    false
  );
};

/** Whether a level leaves a field out. What is personal without a mask is answered in plain only. */
const isWithheld = (one: AnyField, level: MaskLevel): boolean =>
  level === 'full' ? isPersonal(one) : level === 'partial' && one.personal !== undefined;

/** Whether the names of a resource's rows contain what a level leaves out. */
function hasWithheldTitle(resource: AnyResource | undefined, level: MaskLevel): boolean {
  if (!resource) return level === 'full';
  const all = allColumnsOf(resource);
  const named = [resource.title, ...(resource.heading ?? []), ...(resource.subtitle ?? [])];
  return named.some((part) => {
    const one = all[typeof part === 'string' ? part : part[0]];
    return one !== undefined && isWithheld(one, level);
  });
}

/** What of a resource an application is answered. */
export interface ResourceVisibleToApplication {
  /** The resource with the fields that are answered, in the order of its declaration. */
  readonly resource: AnyResource;
  /** Names of answered members of a row: fields, and names of referenced rows. */
  readonly members: ReadonlySet<string>;
  /** The columns of a row in a list; those computed from other rows are in single rows only. */
  readonly listed: ReadonlySet<string>;
  /** A page of the list contains only what is answered, so that it can be passed on as it was read. */
  readonly passable: boolean;
  /** The search text of its rows contains nothing that is left out. */
  readonly searchable: boolean;
}

const seen = new WeakMap<AnyResource, Map<MaskLevel, ResourceVisibleToApplication>>();

/**
 * The fields of a resource that an application reads: those visible with its permissions, without files, secrets and what
 * only concerns screens; where it gets no personal data also without these and without free text, and where it gets them masked
 * without those that have no mask. What is left out can
 * neither be filtered nor sorted by.
 */
export function resourceVisibleToApplication(
  declared: AnyResource,
  caller: Caller,
  level: MaskLevel,
  find: FindResource,
): ResourceVisibleToApplication {
  const visible = withFieldsVisibleToCaller(declared, caller, find);
  return getOrCreate(
    getOrCreate(seen, visible, () => new Map<MaskLevel, ResourceVisibleToApplication>()),
    level,
    () => compose(visible, level, find),
  );
}

function compose(visible: AnyResource, level: MaskLevel, find: FindResource): ResourceVisibleToApplication {
  const isAnswered = (one: AnyField) =>
    one.privacy !== 'hidden' && !kindOf(one).secret && kindOf(one).accept === undefined && !isWithheld(one, level);
  const keep = (fields: Readonly<Record<string, AnyField>>) =>
    Object.fromEntries(Object.entries(fields).filter(([, one]) => isAnswered(one)));
  // filters by child rows find people by their names
  const { filters: _, ...unfiltered } = visible;
  const resource = { ...(level === 'full' ? unfiltered : visible), fields: keep(visible.fields) };
  const members = new Set<string>();
  const listed = new Set<string>();
  const unnamed = new Set<string>();
  for (const [name, one] of Object.entries(keep(allColumnsOf(visible)))) {
    if (['pending', 'marks', 'explanations'].includes(name)) continue;
    members.add(name);
    if (one.list !== 'never' && one.from === undefined && !isChildList(one)) listed.add(name);
    const targets = targetsOf(one);
    const areNamed = targets.length > 0 && !targets.some((to) => hasWithheldTitle(find(to.resource), level));
    if (areNamed || (isPolymorphicReference(one) && level !== 'full')) members.add(relationNameOf(name));
    else if (targets.length > 0) unnamed.add(name);
  }
  if (!hasWithheldTitle(visible, level)) members.add('_heading');
  const passable = level === 'partial' && members.has('_heading') && ![...listed].some((name) => unnamed.has(name));
  const searchable =
    level !== 'full' && !Object.values(visible.fields).some((one) => one.search && isWithheld(one, level));
  return { resource, members, listed, passable, searchable };
}
