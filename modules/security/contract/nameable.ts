import type { AnyField } from '#kernel/declaration/field.ts';
import type { Option } from '#kernel/declaration/option.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn } from '#kernel/field/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import { listsOf } from '#kernel/resource/child-list.ts';
import { actionsOf } from '#kernel/resource/permission-nodes.ts';

type Options = Readonly<Record<string, Option>>;

let lists: Options = {};
let resources: Options = {};
let fields: Options = {};
let personal: Options = {};

/** Whether a form writes the rows: their own, or that of what they are part of. Logs are not watched by logs. */
const isNameable = (one: AnyResource, held: ReadonlySet<unknown>) =>
  !one.copies && (held.has(one.name) || actionsOf(one).some((action) => action === 'del' || action === 'edit'));

/** Whether changes of a field can be kept: it is a column, and whoever edits the row writes it. */
export const isWatchable = (one: AnyField): boolean => hasColumn(one) && one.write === undefined && !isList(one);

/** The name within its resource: `mobile` of `auth/admin.mobile`. */
export const fieldNameOf = (column: string): string => column.slice(column.indexOf('.') + 1);

/** What views are shared of. */
const isListed = (one: AnyResource) => !one.tree && actionsOf(one).includes('index');

const fieldsOf = (some: readonly AnyResource[], which: (field: AnyField) => boolean): Options =>
  Object.fromEntries(
    some.flatMap((one) =>
      Object.entries<AnyField>(one.fields)
        .filter(([, field]) => which(field))
        .map(([name, { label }]) => [`${one.name}.${name}`, label]),
    ),
  );

/** Tells rules and views what is declared. The registry calls it once. */
export function nameResources(declared: readonly AnyResource[]): void {
  const labelsOf = (some: readonly AnyResource[]) => Object.fromEntries(some.map((one) => [one.name, one.label]));
  const held = new Set(declared.flatMap((one) => listsOf(one).map(([, { options }]) => options.of)));
  const named = declared.filter((one) => isNameable(one, held));
  lists = labelsOf(declared.filter(isListed));
  resources = labelsOf(named);
  personal = fieldsOf(declared, ({ privacy }) => privacy !== undefined);
  fields = fieldsOf(named, isWatchable);
}

/** Lists by name: `auth/adminLog`. */
export const nameableLists: { readonly options: Options } = {
  get options() {
    return lists;
  },
};

/** By name: `auth/admin`. */
export const nameableResources: { readonly options: Options } = {
  get options() {
    return resources;
  },
};

/** By resource and name: `auth/admin.mobile`. */
export const nameableFields: { readonly options: Options } = {
  get options() {
    return fields;
  },
};

/** What is shown masked, or not at all, by resource and name. */
export const personalFields: { readonly options: Options } = {
  get options() {
    return personal;
  },
};
