import type { AnyResource } from '#kernel/declaration/resource.ts';
import { divisions } from '#kernel/kind/linked/area.ts';
import { namesOfSearchedFields } from '#kernel/list/fields-covered-by-quick-search.ts';
import { titleFieldSearchableByPinyin } from '#kernel/list/title-field-searchable-by-pinyin.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { englishDivisionName, englishDivisionNames } from '#server/system/division-name.ts';
import { alternativesContainingAllTerms, contains } from '../condition/compile-quick-search-to-sql.ts';
import { orderBy } from '../condition/order-by-sql.ts';
import { readListQuery } from '../condition/read-list-query.ts';
import { copiesOtherRows, whereSourceVisible } from '../field/hide-copied-values-of-invisible-rows.ts';
import { headingColumn, titleSql } from '../field/row-heading-and-subtitle-sql.ts';
import { whereOfList } from '../list/read-list-page.ts';
import { areaOfRowSql } from '../scope/areas-where-row-is-seen-sql.ts';
import { mayListByPermissionOrUnwithheldRole } from '../scope/may-list-rows-by-permission-or-unwithheld-role.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { excerptSql } from './excerpt-of-search-hit-sql.ts';
import { interpretSearchTextWithSynonyms, splitIntoPairs } from './interpret-search-text-with-synonyms.ts';
import {
  type PlacesOfSearchTerms,
  resourcesThatMayContainSearchTerms,
} from './resources-that-may-contain-search-terms.ts';
import { scoreSql, validitySql } from './score-of-search-hit-sql.ts';

/** A row found by a global search, with what a line of the result shows. */
export interface SearchHit {
  resource: string;
  id: number;
  title: string;
  /** Its title, if its heading is another text. */
  number: string | null;
  status: string | null;
  /** Code and name of its area, if it has one. */
  area_code: string | null;
  area: string | null;
  year: number | null;
  /** Part of its texts around the first word found. */
  excerpt: string | null;
}

export interface SearchOptions {
  /** Hits returned of all resources and of each, and rows of each that are compared. */
  readonly most: number;
  readonly mostOfEach: number;
  readonly compared: number;
  /** First digits of the areas, and the year in which rows were added. */
  readonly areaPrefix?: string | undefined;
  readonly year?: number | undefined;
}

/** Hits, best first, and the words found in them, for marking. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly terms: readonly string[];
}

const nothingFound: SearchAnswer = { hits: [], terms: [] };

/**
 * Finds the best rows of every resource that the caller may list that contain all words, without
 * counting: of each resource, the first rows in the order of its list are compared. A search for a single character
 * finds nothing, because it would match too many rows. The rows are read with the scope of their list, so that one that
 * was deleted or moved out of sight is never found.
 */
export async function searchAllResources(
  context: ServicesToReadRows,
  resources: readonly AnyResource[],
  caller: Caller,
  typed: string,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const searched = resources.filter(
    (one) => namesOfSearchedFields(one).length > 0 && mayListByPermissionOrUnwithheldRole(one, caller),
  );
  const interpretations = searched.length === 0 ? [] : await interpretSearchTextWithSynonyms(context.db, typed);
  if (interpretations.length === 0) return nothingFound;
  const find = async (ways: readonly (readonly string[])[]): Promise<SearchAnswer> => {
    const places = await resourcesThatMayContainSearchTerms(context.db, searched, ways);
    const parts = places.resources
      .map((one, place) => hitsOf({ context, one, caller, ways, places, options, place }))
      .filter((part) => part !== undefined);
    if (parts.length === 0) return nothingFound;
    const hits = await context.db.rows<SearchHit>(
      sql`select resource, id, title, number, status, area_code, area, year, excerpt from (${sql.join(parts, ' union all ')}) found
        order by score desc, place, at limit ${options.most}`,
    );
    return { hits: withDivisionNames(context, hits, caller), terms: [...new Set(ways.flat())] };
  };
  const found = await find(interpretations);
  const split = found.hits.length > 0 ? [] : interpretations.map(splitIntoPairs).filter((terms) => terms !== undefined);
  return split.length > 0 ? find(split) : found;
}

/** Hits with the names of divisions in the language of the caller: those they are in, and those that are hits themselves. */
function withDivisionNames(
  { reference }: ServicesToReadRows,
  hits: readonly SearchHit[],
  { locale }: Caller,
): readonly SearchHit[] {
  if (locale !== 'en') return hits;
  const areas = reference.areas();
  const names = hits.some(({ resource }) => resource === divisions) ? englishDivisionNames(areas) : undefined;
  return hits.map((hit) => {
    const around = areas.get(hit.area_code ?? '');
    return {
      ...hit,
      title: (hit.resource === divisions && names?.get(hit.title)) || hit.title,
      area: (around && englishDivisionName(around)) ?? hit.area,
    };
  });
}

interface SearchOfResource {
  readonly context: ServicesToReadRows;
  readonly one: AnyResource;
  readonly caller: Caller;
  readonly ways: readonly (readonly string[])[];
  readonly places: PlacesOfSearchTerms;
  readonly options: SearchOptions;
  readonly place: number;
}

/**
 * The best rows of one resource; undefined: it has none. Each way is a branch of its own, so that the index of words finds its
 * rows.
 */
function hitsOf({ context, one, caller, ways, places, options, place }: SearchOfResource): Sql | undefined {
  const { order, ...query } = readListQuery(one, {});
  const fields = allColumnsOf(one);
  const area = areaOfRowSql(one, context.find);
  const year = fields.createtime
    ? sql`extract(year from t.createtime at time zone 'Asia/Shanghai')::int`
    : sql`null::int`;
  const rows = sql.join(
    [
      whereOfList(context, one, caller, query),
      ...(copiesOtherRows(one) ? [whereSourceVisible(one, caller, context.find)] : []),
      ...(options.areaPrefix ? [area ? sql`starts_with(${sql.raw(area)}, ${options.areaPrefix})` : sql`false`] : []),
      ...(options.year ? [sql`${year} = ${options.year}`] : []),
    ].filter((part) => part !== undefined),
    ' and ',
  );
  const named = titleFieldSearchableByPinyin(one) !== undefined && places.inNames(one.name);
  const branches = ways.flatMap((terms) => [
    ...alternativesContainingAllTerms(one, terms, { caller, find: context.find, inTexts: places.inTexts }),
    ...(named
      ? [sql`t.id in (select n.row_id from search_name n where n.resource = ${one.name} and ${namedBy(terms)})`]
      : []),
  ]);
  if (branches.length === 0) return undefined;
  const candidates = branches.map(
    (where) =>
      sql`(select t.id from ${sql.id(tableOf(one))} t where ${rows} and ${where} order by ${orderBy(one, order, caller)} limit ${options.compared})`,
  );
  const columns = sql`${headingColumn(one, context.find, caller.locale)}::text as hit_title, ${one.heading ? sql.raw(titleSql(one)) : sql`null`}::text as hit_number,
    ${fields.status ? sql`t.status::text` : sql`null::text`} as hit_status, ${area ? sql.raw(area) : sql`null`}::text as hit_area, ${year} as hit_year,
    ${validitySql(one, context.find)} as hit_validity, row_number() over (order by ${orderBy(one, order, caller)}) as hit_place`;
  // `offset 0`: a heading is computed once, not wherever the score names it
  return sql`(select ${one.name}::text as resource, t.id, t.hit_title as title, t.hit_number as number, t.hit_status as status, t.hit_area as area_code,
      (select a.name from system_area a where a.code = t.hit_area) as area, t.hit_year as year, ${excerptSql(one, ways, caller, context.find)} as excerpt,
      ${scoreSql(one, ways, caller)} as score, ${place}::int as place, t.hit_place as at
    from (select t.*, ${columns} from ${sql.id(tableOf(one))} t where t.id in (${sql.join(candidates, ' union ')}) offset 0) t
    order by score desc, at limit ${options.mostOfEach})`;
}

/** Every word occurs in the folded name, or among its first letters of pinyin. */
const namedBy = (terms: readonly string[]): Sql =>
  sql.join(
    terms.map((term) =>
      [...term].length > 1
        ? sql`bigrams(n.name || chr(31) || n.initials) @> bigrams(${term}) and n.name || chr(31) || n.initials like ${contains(term)}`
        : sql`n.name || chr(31) || n.initials like ${contains(term)}`,
    ),
    ' and ',
  );
