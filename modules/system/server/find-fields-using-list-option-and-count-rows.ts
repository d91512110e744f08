import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { hasChangeRequests } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { findOptionList } from '#kernel/option/declare-editable-option-list.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { resourceGrantingChildRowAction } from '#server/read/field/child-list-permissions-and-columns.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';

/** A field whose options come from an option list. */
export interface FieldOfOptionList {
  readonly resource: AnyResource;
  readonly name: string;
  readonly field: AnyField;
}

/** The fields that use an option list, of all resources. */
export function fieldsOfOptionList(resources: readonly AnyResource[], list: string): FieldOfOptionList[] {
  const optionList = findOptionList(list);
  if (!optionList) return [];
  return resources.flatMap((resource) =>
    Object.entries<AnyField>(resource.fields).flatMap(([name, field]) =>
      (field.options as { optionList?: unknown }).optionList === optionList && hasColumn(field)
        ? [{ resource, name, field }]
        : [],
    ),
  );
}

/** Those whose rows the caller may list. */
export const fieldsOfOptionListVisibleToCaller = (
  { resources, find }: Engine,
  caller: Caller,
  list: string,
): FieldOfOptionList[] =>
  fieldsOfOptionList(resources, list).filter(
    ({ resource, name }) =>
      can(caller, `${resourceGrantingChildRowAction(resource, 'index', find).name}/index`) &&
      Object.hasOwn(withFieldsVisibleToCaller(resource, caller, find).fields, name),
  );

const isSeveral = ({ field }: FieldOfOptionList) => kindOf(field).column === 'text[]';

/** Number of visible rows per option, by field, in one statement. */
export async function countVisibleRowsPerOption(
  { db, find }: Engine,
  caller: Caller,
  fields: readonly FieldOfOptionList[],
): Promise<{ place: number; value: string; rows: number }[]> {
  if (fields.length === 0) return [];
  const counts = fields.map((one, place) => {
    const column = sql`t.${sql.id(one.name)}`;
    const held = isSeveral(one)
      ? sql`cross join lateral unnest(${column}) v(value)`
      : sql`cross join lateral (select ${column} as value) v`;
    const scope = scopeOf(one.resource, caller, find) ?? sql`true`;
    return sql`select ${place}::int as place, v.value, count(*)::int as rows from ${sql.id(tableOf(one.resource))} t ${held}
      where v.value is not null and ${scope} group by v.value`;
  });
  return db.rows(sql.join(counts, ' union all '));
}

/** The fields in which any row holds an option, or would hold it by a pending change request. */
export async function findFieldsWithRowsHoldingOption(
  db: Queryable,
  fields: readonly FieldOfOptionList[],
  value: string,
): Promise<FieldOfOptionList[]> {
  if (fields.length === 0) return [];
  const places = fields.map((one, place) => {
    const { resource, name } = one;
    const several = isSeveral(one);
    const holds = several ? sql`t.${sql.id(name)} @> array[${value}]::text[]` : sql`t.${sql.id(name)} = ${value}`;
    const proposed = JSON.stringify([{ key: name, to: several ? [value] : value }]);
    const waits = hasChangeRequests(resource.life) ? sql` or t.pending @> ${proposed}::jsonb` : sql.empty;
    return sql`select ${place}::int as place where exists (select from ${sql.id(tableOf(resource))} t where ${holds}${waits})`;
  });
  const found = await db.rows<{ place: number }>(sql`${sql.join(places, ' union all ')} order by place`);
  return found.flatMap(({ place }) => fields[place] ?? []);
}
