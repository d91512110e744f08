import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { hasColumn } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';

type Options = Readonly<Record<string, Option>>;

let lists: Options = {};
let resources: Options = {};
let fields: Options = {};
let personal: Options = {};

/**
 * Whether rules can name a resource: a form writes its rows, or the rows of the record they are part of. Logs are
 * excluded.
 */
const isNameable = (one: AnyResource, held: ReadonlySet<unknown>) =>
  !one.copies && (held.has(one.name) || standardActionsOf(one).some((action) => action === 'del' || action === 'edit'));

/** Whether changes of a field can be logged: it has a column, and everybody who edits the row may write it. */
export const canChangesBeLogged = (one: AnyField): boolean =>
  hasColumn(one) && one.write === undefined && !isChildList(one);

/** Field name without its resource: `mobile` of `auth/admin.mobile`. */
export const fieldNameOf = (column: string): string => column.slice(column.indexOf('.') + 1);

/** Resources whose views can be shared. */
const isListed = (one: AnyResource) => !one.tree && standardActionsOf(one).includes('index');

const fieldsOf = (some: readonly AnyResource[], which: (field: AnyField) => boolean): Options =>
  Object.fromEntries(
    some.flatMap((one) =>
      Object.entries<AnyField>(one.fields)
        .filter(([, field]) => which(field))
        .map(([name, { label }]) => [`${one.name}.${name}`, label]),
    ),
  );

/** Registers the declared resources for rules and views. The registry calls it once. */
export function registerSelectableResources(declared: readonly AnyResource[]): void {
  const labelsOf = (some: readonly AnyResource[]) => Object.fromEntries(some.map((one) => [one.name, one.label]));
  const held = new Set(declared.flatMap((one) => childListsOf(one).map(([, { options }]) => options.of)));
  const named = declared.filter((one) => isNameable(one, held));
  lists = labelsOf(declared.filter(isListed));
  resources = labelsOf(named);
  personal = fieldsOf(declared, ({ privacy }) => privacy !== undefined);
  fields = fieldsOf(named, canChangesBeLogged);
}

/** Lists, by resource name: `auth/adminLog`. */
export const selectableLists: { readonly options: Options } = {
  get options() {
    return lists;
  },
};

/** Resources, by name: `auth/admin`. */
export const selectableResources: { readonly options: Options } = {
  get options() {
    return resources;
  },
};

/** Fields, by resource and name: `auth/admin.mobile`. */
export const selectableFields: { readonly options: Options } = {
  get options() {
    return fields;
  },
};

/** Fields shown masked or never, by resource and name. */
export const personalFields: { readonly options: Options } = {
  get options() {
    return personal;
  },
};
