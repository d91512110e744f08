import { type AnyField, hasColumn, kindOf } from '#kernel/field.ts';
import type { Option } from '#kernel/kind/select.ts';
import { type AnyResource, actionsOf } from '#kernel/resource.ts';

type Options = Readonly<Record<string, Option>>;

let resources: Options = {};
let fields: Options = {};

/** What a rule may name: declared resources, and of these what a form writes. Logs are not watched by logs. */
const isNameable = (one: AnyResource) =>
  !one.copies && actionsOf(one).some((action) => action === 'del' || action === 'edit');

/** Whether changes of a field can be kept: it is a column, and whoever edits the row writes it. */
export const isWatchable = (one: AnyField): boolean =>
  hasColumn(one) && one.write === undefined && kindOf(one).input !== 'rows';

/** Tells the rules what is declared. The registry calls it once. */
export function nameResources(declared: readonly AnyResource[]): void {
  const named = declared.filter(isNameable);
  resources = Object.fromEntries(named.map((one) => [one.name, one.label]));
  fields = Object.fromEntries(
    named.flatMap((one) =>
      Object.entries<AnyField>(one.fields)
        .filter(([, field]) => isWatchable(field))
        .map(([name, { label }]) => [`${one.name}.${name}`, label]),
    ),
  );
}

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
