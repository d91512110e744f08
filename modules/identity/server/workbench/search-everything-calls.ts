import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { type SearchHit, type SearchOptions, searchAllResources } from '#server/read/search/search-all-resources.ts';

/** Hits in the command palette, of all resources and of each. */
const palette: SearchOptions = { most: 30, mostOfEach: 5, compared: 40 };
/** Hits of the page: of all resources, and of one chosen. */
const page: SearchOptions = { most: 1000, mostOfEach: 60, compared: 60 };
const pageOfOne: SearchOptions = { most: 500, mostOfEach: 500, compared: 500 };
const hitsPerPage = 20;

const hitSchema = { resource: string, id: key, title: string, subtitle: string };
const facet = list(object({ value: string, label: string, count: integer, more: boolean }));
const quickSearch = field.text(text('关键词', 'Keyword'), { max: 2000 });
/** Characters that are searched for; what is pasted beyond them is no search. */
const longest = 200;
const searchedText = (typed: string | null): string => (typed ?? '').slice(0, longest).toWellFormed();

/** `index`: what the palette shows while somebody types. Shorter words than two characters find nothing. */
export const searchForPalette = call({
  gate: 'login',
  summary: text('跨业务搜索，至少两个字', 'Search across resources, at least two characters'),
  input: { quick_search: quickSearch },
  answer: object({ list: list(object(hitSchema)), terms: list(string) }),
  async run({ engine, caller, input: { quick_search } }) {
    const { hits, terms } = await searchAllResources(
      engine,
      searchedBy(engine),
      caller,
      searchedText(quick_search),
      palette,
    );
    return {
      list: hits.map(({ resource, id, title, ...hit }) => ({
        resource,
        id,
        title,
        subtitle: subtitleOf(engine.find, { resource, ...hit }, caller.locale),
      })),
      terms,
    };
  },
});

/** `page`: a page of hits with their number by kind, area and year. */
export const searchWithFacets = call({
  gate: 'login',
  summary: text('跨业务搜索，按类别、地区和年份归类', 'Search across resources, by kind, area and year'),
  input: {
    quick_search: quickSearch,
    resource: field.text(text('类别', 'Kind'), { max: 100 }),
    area_code: field.area(text('地区', 'Area')),
    year: field.integer(text('年份', 'Year'), { min: 1900, max: 9999 }),
    page: field.integer(text('页', 'Page'), { min: 1, max: 50 }),
  },
  answer: object({
    list: list(object({ ...hitSchema, excerpt: orNull(string) })),
    total: integer,
    more: boolean,
    terms: list(string),
    kinds: facet,
    areas: facet,
    years: facet,
  }),
  async run({ engine, caller, input }) {
    const all = searchedBy(engine);
    const { resource, area_code: area, year } = input;
    const chosen = { areaPrefix: area ? areaPrefix(area) : undefined, year: year ?? undefined };
    const search = (resources: readonly AnyResource[], options: SearchOptions) =>
      searchAllResources(engine, resources, caller, searchedText(input.quick_search), { ...options, ...chosen });
    const everything = await search(all, page);
    const { hits, terms } = resource
      ? await search(
          all.filter(({ name }) => name === resource),
          pageOfOne,
        )
      : everything;
    const from = ((input.page ?? 1) - 1) * hitsPerPage;
    return {
      list: hits.slice(from, from + hitsPerPage).map((hit) => ({
        resource: hit.resource,
        id: hit.id,
        title: hit.title,
        subtitle: subtitleOf(engine.find, hit, caller.locale),
        excerpt: hit.excerpt,
      })),
      total: hits.length,
      more: isCutOff(hits, resource ? pageOfOne : page),
      terms: [...terms],
      ...facetsOf(engine.find, { everything: everything.hits, hits }, caller),
    };
  },
});

const searchedBy = ({ resources }: Engine): readonly AnyResource[] =>
  resources.filter(({ name }) => name !== 'auth/menu');

/** Whether there may be more rows than were compared. */
function isCutOff(hits: readonly SearchHit[], { most, mostOfEach }: SearchOptions): boolean {
  return hits.length >= most || [...countBy(hits, ({ resource }) => resource).values()].some((n) => n >= mostOfEach);
}

function facetsOf(
  find: FindResource,
  { everything, hits }: { everything: readonly SearchHit[]; hits: readonly SearchHit[] },
  { locale }: Caller,
) {
  const names = new Map(hits.map(({ area_code, area }) => [area_code ?? '', area ?? '']));
  const facet = (
    counts: ReadonlyMap<string, number>,
    label: (value: string) => string,
    most = Number.POSITIVE_INFINITY,
  ) =>
    [...counts]
      .filter(([value]) => value !== '')
      .map(([value, count]) => ({ value, label: label(value) || value, count, more: count >= most }));
  const byCount = (a: { count: number }, b: { count: number }) => b.count - a.count;
  return {
    kinds: facet(
      countBy(everything, ({ resource }) => resource),
      (value) => find(value)?.label[locale] ?? value,
      page.mostOfEach,
    ),
    areas: facet(
      countBy(hits, ({ area_code }) => area_code ?? ''),
      (value) => names.get(value) ?? '',
    ).toSorted(byCount),
    years: facet(
      countBy(hits, ({ year }) => (year === null ? '' : String(year))),
      (value) => value,
    ).toSorted((a, b) => Number(b.value) - Number(a.value)),
  };
}

function countBy<T>(rows: readonly T[], read: (row: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(read(row), (counts.get(read(row)) ?? 0) + 1);
  return counts;
}

function subtitleOf(
  find: FindResource,
  hit: Pick<SearchHit, 'resource' | 'number' | 'status' | 'area'>,
  locale: Locale,
): string {
  const one = find(hit.resource);
  const state = stateOf(one?.life, hit.status)?.[locale];
  return [one?.label[locale], hit.number, state, hit.area].filter(Boolean).join(' · ');
}
