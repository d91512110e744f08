import type { AnyResource } from '#kernel/declaration/resource.ts';
import { quickSearchWordAlternatives } from '#kernel/field/quick-search-as-typed-and-normalised.ts';
import { namesOfSearchedFields } from '#kernel/list/fields-covered-by-quick-search.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { orderBy } from '../condition/order-by.ts';
import { readListQuery } from '../condition/read-list-query.ts';
import { copiesOtherRows, whereSourceVisible } from '../field/hide-copied-values-of-invisible-rows.ts';
import { headingColumn, titleSql } from '../field/row-heading-and-subtitle-sql.ts';
import { areaOfRowSql } from '../scope/areas-where-row-is-seen-sql.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { whereOfList } from './read-list-page.ts';

/** A row found by a global search, with what a line of the result shows. */
export interface SearchHit {
  resource: string;
  id: number;
  title: string;
  /** Its title, if its heading is another text. */
  number: string | null;
  status: string | null;
  /** Name of its area, if it has one. */
  area: string | null;
}

const maxPerResource = 5;

/**
 * Finds the first rows of every resource that the caller may list that contain all words, in one statement and without
 * counting. A search for a single character finds nothing, because it would match too many rows.
 */
export async function searchAllResources(
  context: ServicesToReadRows,
  resources: readonly AnyResource[],
  caller: Caller,
  search: string,
  most: number,
): Promise<SearchHit[]> {
  if (!quickSearchWordAlternatives(search).some((ways) => ways.some((word) => [...word].length > 1))) return [];
  const searched = resources.filter((one) => namesOfSearchedFields(one).length > 0 && can(caller, `${one.name}/index`));
  if (searched.length === 0) return [];
  const parts = searched.map((one, place) => {
    const { order, ...query } = readListQuery(one, { quick_search: search });
    const fields = allColumnsOf(one);
    const area = areaOfRowSql(one, context.find);
    const named = copiesOtherRows(one) ? whereSourceVisible(one, caller, context.find) : undefined;
    const columns = sql`${headingColumn(one, context.find, caller.locale)}::text as title, ${one.heading ? sql.raw(titleSql(one)) : sql`null`}::text as number,
      ${fields.status ? sql`t.status::text` : sql`null::text`} as status,
      ${area ? sql`(select a.name from system_area a where a.code = ${sql.raw(area)})` : sql`null::text`} as area`;
    return sql`(select ${one.name}::text as resource, t.id, ${columns}, ${place}::int as place, row_number() over (order by ${orderBy(one, order, caller)}) as at
      from (select t.* from ${sql.id(tableOf(one))} t where ${whereOfList(context, one, caller, query)}${named ? sql` and ${named}` : sql.empty} order by ${orderBy(one, order, caller)} limit ${maxPerResource}) t)`;
  });
  return context.db.rows<SearchHit>(
    sql`select resource, id, title, number, status, area from (${sql.join(parts, ' union all ')}) found order by place, at limit ${most}`,
  );
}
