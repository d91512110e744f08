import type { AnyField } from '#kernel/declaration/field.ts';
import type { Operator } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf, targetOf } from '#kernel/field/field.ts';
import { searchTextAsTypedAndNormalised } from '#kernel/field/normalise-plates-and-document-numbers-in-search-text.ts';
import { namesOfSearchedFields, referencesFollowedByQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { compileColumnCondition } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { contains } from '#server/read/condition/compile-quick-search-to-sql.ts';
import { orderBy } from '#server/read/condition/order-by-sql.ts';
import type { ListCondition, ParsedListQuery } from '#server/read/condition/parsed-list-query.ts';
import { findReferencedRowFilter } from '#server/read/condition/resolve-allowed-filter-path-into-referenced-row.ts';
import { compileFilterOnMaskedColumn, isMaskedForOfficers } from '#server/read/field/masked-columns.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { inventedRow, sandboxRowCount } from './invented-rows-of-sandbox.ts';

type Find = Engine['find'];

/** Whose list of which resource is invented. */
interface InventedList {
  readonly engine: Engine;
  readonly resource: AnyResource;
  readonly caller: Caller;
}

const allIds = Array.from({ length: sandboxRowCount }, (_, at) => at + 1);

/** The columns of an invented row that are compared. Encrypted ones are their masks, all that conditions on them compare. */
const storedColumns = (resource: AnyResource): [string, AnyField][] =>
  Object.entries(allColumnsOf(resource)).filter(([, one]) => kindOf(one).column !== '');

function storedValue(one: AnyField, value: unknown): unknown {
  if (value === null || value === undefined || !hasColumn(one)) return null;
  const { sealed, maskValue, store } = kindOf(one);
  if (sealed) return { mask: maskValue?.(String(value)) ?? null };
  return store ? store(value as never) : value;
}

/** What quick search finds a row by. */
function searchText(resource: AnyResource, row: Readonly<Record<string, unknown>>, find: Find): string {
  const own = namesOfSearchedFields(resource).map((name) => row[name]);
  const named = referencesFollowedByQuickSearch(resource).flatMap((name) => {
    const target = find(targetOf(resource.fields[name] as AnyField)?.resource ?? '');
    const referenced = target && inventedRow(target, Number(row[name]));
    return referenced ? namesOfSearchedFields(target).map((each) => referenced[each]) : [];
  });
  return [...own, ...named].filter(Boolean).join('\u001f').toLowerCase();
}

/** The invented rows of a resource as a table, alias `t`, with columns like the stored ones. */
function inventedTable(resource: AnyResource, find: Find): Sql {
  const columns = storedColumns(resource);
  // sorting in English reads columns that are no fields
  const english = Object.values(resource.fields).flatMap(({ english: name }: AnyField) =>
    name === undefined || columns.some(([one]) => one === name) ? [] : [name],
  );
  const rows = allIds.map((id) => {
    const row = inventedRow(resource, id);
    const stored = Object.fromEntries(columns.map(([name, one]) => [name, storedValue(one, row[name])]));
    return { ...stored, search_text: searchText(resource, row, find) };
  });
  const types = [
    ...columns.map(([name, one]) => sql`${sql.id(name)} ${sql.raw(kindOf(one).column)}`),
    ...[...new Set([...english, 'search_text'])].map((name) => sql`${sql.id(name)} text`),
  ];
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(${sql.join(types)})`;
}

const isNegative = (operator: Operator): boolean =>
  operator.startsWith('NOT') ? operator !== 'NOT NULL' : operator === '<>' || operator === 'NULL';

/** A condition on a column of the table. Undefined: it has no value. */
function compileOwn(name: string, one: AnyField, { operator, value }: ListCondition): Sql | undefined {
  if (isMaskedForOfficers(one) && value !== '' && !operator.endsWith('NULL'))
    return compileFilterOnMaskedColumn(name, one, operator, value);
  return compileColumnCondition(sql`t.${sql.id(name)}`, name, one, { operator, value });
}

/**
 * A condition on invented rows, which refer to invented rows only. Rows that are part of them or refer to them are not invented,
 * so that nothing is found by these.
 */
function compileCondition(resource: AnyResource, condition: ListCondition, find: Find): Sql | undefined {
  const { field: path, operator, value } = condition;
  if (value === '' && !operator.endsWith('NULL')) return undefined;
  const one = allColumnsOf(resource)[path];
  if (one && kindOf(one).column !== '') return compileOwn(path, one, condition);
  const relation = path.includes('.') ? findReferencedRowFilter(resource, path, find) : undefined;
  const column = relation && allColumnsOf(relation.target)[relation.column];
  if (!relation || !column) return isNegative(operator) ? sql`true` : sql`false`;
  const inner = compileOwn(relation.column, column, condition);
  if (!inner) return undefined;
  // divisions are real ones
  const table =
    relation.by === 'code' ? sql`${sql.id(tableOf(relation.target))} t` : inventedTable(relation.target, find);
  const found = sql`select t.${sql.id(relation.by)} from ${table} where ${inner}`;
  return kindOf(relation.field).column.endsWith('[]')
    ? sql`t.${sql.id(relation.own)} && array(${found})`
    : sql`t.${sql.id(relation.own)} in (${found})`;
}

function compileQuickSearch(text: string): Sql {
  const ways = searchTextAsTypedAndNormalised(text).map((terms) =>
    sql.join(
      terms.map((word) => sql`t.search_text like ${contains(word)}`),
      ' and ',
    ),
  );
  return sql`(${sql.join(ways, ' or ')})`;
}

/**
 * The keys of the invented rows that a list call finds, in its order. They are compared by the same SQL as stored rows, and what
 * would be refused there is refused here.
 */
export async function findInventedRows(
  { engine, caller, resource: declared }: InventedList,
  resource: AnyResource,
  query: ParsedListQuery,
): Promise<number[]> {
  whereOfList(engine, declared, caller, query);
  const { find } = engine;
  const conditions = query.conditions.flatMap((one) => compileCondition(resource, one, find) ?? []);
  if (query.quickSearch !== '') conditions.push(compileQuickSearch(query.quickSearch));
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, ' and ');
  const rows = await engine.db.rows<{ id: number }>(
    sql`select t.id from ${inventedTable(resource, find)} where ${where} order by ${orderBy(resource, query.order, caller)}`,
  );
  return rows.map(({ id }) => Number(id));
}
