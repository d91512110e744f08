import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { allColumnsOf, columnsListedByDefault } from '#kernel/resource/all-columns-of-resource.ts';
import { childListsOf, parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { orderBy } from '#server/read/condition/order-by-sql.ts';
import type { ParsedListQuery } from '#server/read/condition/parsed-list-query.ts';
import { aggregateOrder } from '#server/read/condition/referring-rows-aggregate-sql.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { areaNameJoinsSql, presentedColumnsSql } from '#server/read/row/row-columns-presented-to-caller-sql.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { importFields } from '#server/transfer/read/map-sheet-columns-to-fields.ts';
import {
  type ChildListSheet,
  isReferredToByTitle,
  parentColumnField,
  sheetsOfChildLists,
  sheetsWithVisibleFields,
} from '#server/transfer/read/sheets-of-child-lists-in-exports-and-imports.ts';
import { type ExportColumn, exportColumn, exportColumns } from './columns-and-cells-of-export.ts';

/** The child lists exported as sheets of their own: those with requested columns that the caller may see. */
export function exportedChildLists(
  resource: AnyResource,
  names: readonly string[],
  caller: Caller,
  find: FindResource,
): ChildListSheet[] {
  if (childListsOf(resource).length === 0) return [];
  const know = (one: AnyResource) => withFieldsVisibleToCaller(one, caller, find);
  const requested = new Set(exportColumns(know(resource), names, caller.locale).map(({ name }) => name));
  const sheets = sheetsOfChildLists(resource, find, ({ holder, name, field: one, child }) => {
    const shown = holder === resource ? requested.has(name) : columnsListedByDefault(know(holder)).includes(name);
    return shown && one.privacy !== 'hidden' && mayActOnChildRows(child, caller, 'index', find);
  });
  return sheetsWithVisibleFields(sheets, know);
}

/**
 * The columns of the first sheet, for fields visible to the caller. If there are child lists, rows can be told apart by
 * title or number.
 */
export const mainSheetColumns = (
  resource: AnyResource,
  names: readonly string[],
  lists: readonly ChildListSheet[],
  locale: Locale,
): ExportColumn[] => withKey(resource, exportColumns(resource, names, locale), lists, locale);

/**
 * The columns of a child list's sheet: those that lists show or that are filled in, so that the sheet can be imported. The
 * first names the parent row by its title or number.
 */
export function childSheetColumns(
  { child, holder }: ChildListSheet,
  lists: readonly ChildListSheet[],
  locale: Locale,
): readonly ExportColumn[] {
  const join = parentColumnField(child);
  const above = isReferredToByTitle(holder) ? join : field.integer(join.label);
  const filledIn = importFields(child).map(([name]) => name);
  const names = [...columnsListedByDefault(child), ...filledIn].filter(
    (name) => name !== parentReferenceFieldOf(child),
  );
  return [
    exportColumn(parentReferenceFieldOf(child), above, locale),
    ...withKey(child, exportColumns(child, names, locale), lists, locale),
  ];
}

function withKey(
  resource: AnyResource,
  columns: ExportColumn[],
  lists: readonly ChildListSheet[],
  locale: Locale,
): ExportColumn[] {
  const key = isReferredToByTitle(resource) ? resource.title : 'id';
  const one = allColumnsOf(resource)[key];
  const needed = lists.some(({ holder }) => holder === resource) && columns.every(({ name }) => name !== key);
  return needed && one ? [exportColumn(key, one, locale), ...columns] : columns;
}

/** The selected columns of a row. Only exported ones, and names of areas are joined once each. */
function presented(engine: Engine, caller: Caller, resource: AnyResource, columns: readonly ExportColumn[]) {
  const requested = new Set(['id', 'due_unit', ...columns.map(({ name }) => name)]);
  return {
    select: presentedColumnsSql(resource, caller, 'sheet', engine.find, { joined: true, requested }),
    joins: areaNameJoinsSql(resource, caller, 'sheet', engine.find, requested),
  };
}

/** The rows of the first sheet. */
export function selectMainRows(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  columns: readonly ExportColumn[],
  query: ParsedListQuery,
): Sql {
  const order = aggregateOrder(resource, caller, engine.find, query.order);
  const { select, joins } = presented(engine, caller, resource, columns);
  return sql`select ${select} from ${sql.id(tableOf(resource))} t ${order?.join ?? sql.empty} ${joins}
    where ${whereOfList(engine, resource, caller, query)} order by ${order?.order ?? orderBy(resource, query.order, caller)}`;
}

/** The rows of a child list, in the order of their parents and then in their own. */
export function selectChildRows(
  engine: Engine,
  caller: Caller,
  list: ChildListSheet,
  columns: readonly ExportColumn[],
  query: ParsedListQuery,
): Sql {
  const { child } = list;
  const { select, joins } = presented(engine, caller, child, columns);
  return sql`select ${select}
    from ${sql.id(tableOf(child))} t join (${selectAbove(engine, caller, list, query)}) above on above.above_key = t.${sql.id(parentReferenceFieldOf(child))} ${joins}
    order by above.above_place, t.weigh, t.id`;
}

/** The keys of the child rows with their positions. */
export function selectChildPositions(
  engine: Engine,
  caller: Caller,
  list: ChildListSheet,
  query: ParsedListQuery,
): Sql {
  const { child } = list;
  return sql`select t.id as above_key, row_number() over (order by above.above_place, t.weigh, t.id) as above_place
    from ${sql.id(tableOf(child))} t join (${selectAbove(engine, caller, list, query)}) above on above.above_key = t.${sql.id(parentReferenceFieldOf(child))}`;
}

function selectAbove(engine: Engine, caller: Caller, { above, holder }: ChildListSheet, query: ParsedListQuery): Sql {
  if (above) return selectChildPositions(engine, caller, above, query);
  const order = aggregateOrder(holder, caller, engine.find, query.order);
  return sql`select t.id as above_key, row_number() over (order by ${order?.order ?? orderBy(holder, query.order, caller)}) as above_place
    from ${sql.id(tableOf(holder))} t ${order?.join ?? sql.empty} where ${whereOfList(engine, holder, caller, query)}`;
}
