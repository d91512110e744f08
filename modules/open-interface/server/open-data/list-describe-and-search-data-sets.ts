import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { publishedResource } from '#kernel/resource/resource-with-public-fields-only.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { getOrCreate } from '#server/get-or-create-and-cache-per-resource-declaration.ts';
import {
  maxPublishedPage,
  parsePublishedQuery,
  readPublishedPageForGuest,
  wherePublished,
} from '#server/read/list/published-rows-for-guests.ts';
import { openDataLicenceSettings } from '../../contract/open-data-licence-settings.ts';
import { refusalOfParameter } from '../refusal/refusal-naming-parameter-and-its-rule.ts';
import { InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';

type Params = Readonly<Record<string, unknown>>;

/** The name of a data set: `credit-listing`. */
const dataSetName = ({ name }: AnyResource): string => name.replace('/', '-').toLowerCase();

/** Everything that is published is a data set. */
const dataSets = ({ resources }: Engine): AnyResource[] => resources.filter(({ published }) => published !== undefined);

export const listDataSets = (engine: Engine): string[] => dataSets(engine).map(dataSetName).toSorted();

function findDataSet(engine: Engine, name: unknown): AnyResource {
  const wanted = typeof name === 'string' ? name.toLowerCase() : '';
  const found = dataSets(engine).find((one) => dataSetName(one) === wanted);
  if (!found) throw new InterfaceRefusal('not_found');
  return found;
}

const asIso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString().replace('Z', '');

/** Types of CKAN's datastore. */
const typeOf = ({ kind }: AnyField): string =>
  ['integer', 'number', 'float', 'money'].includes(kind)
    ? 'numeric'
    : kind === 'datetime'
      ? 'timestamp'
      : ['checkbox', 'selects', 'references'].includes(kind)
        ? '_text'
        : 'text';

const columnsOf = (resource: AnyResource, locale: Locale) =>
  Object.entries(publishedResource(resource).fields).map(([id, one]) => ({
    id,
    type: typeOf(one),
    info: { label: one.label[locale] },
  }));

interface Freshness {
  readonly n: number;
  /** Unix seconds. Null: nothing is published. */
  readonly changed: number | null;
}

/** Counted once a minute, because that reads every published row. */
const countedFor = 60_000;
const counted = new WeakMap<Engine, Map<string, { readonly at: number; readonly freshness: Promise<Freshness> }>>();

function freshnessOf(engine: Engine, resource: AnyResource): Promise<Freshness> {
  const byName = getOrCreate(counted, engine, () => new Map());
  const last = byName.get(resource.name);
  if (last && Date.now() - last.at < countedFor) return last.freshness;
  const freshness = engine.db
    .row<{ n: number; changed: number | null }>(
      sql`select count(*)::int as n, floor(extract(epoch from max(t.updatetime)))::float8 as changed from ${sql.id(tableOf(resource))} t where ${wherePublished(resource)}`,
    )
    .then((row) => row ?? { n: 0, changed: null });
  byName.set(resource.name, { at: Date.now(), freshness });
  freshness.catch(() => byName.delete(resource.name));
  return freshness;
}

/** A data set as CKAN's `package_show` describes it: its files, licence, publisher, number of rows and last change. */
export async function describeDataSet(engine: Engine, params: Params, locale: Locale) {
  const resource = findDataSet(engine, params.id);
  const name = dataSetName(resource);
  const { n, changed: at } = await freshnessOf(engine, resource);
  const licence = engine.settings(openDataLicenceSettings);
  const { authority, name: platform } = engine.settings(siteSettings);
  const changed = asIso(at);
  const file = (format: 'csv' | 'json') => ({
    id: `${name}-${format}`,
    package_id: name,
    name: `${resource.label[locale]} (${format.toUpperCase()})`,
    format: format.toUpperCase(),
    mimetype: format === 'csv' ? 'text/csv' : 'application/json',
    url: `/api/${controllerNameOf(resource)}/publishedFile?format=${format}`,
    last_modified: changed,
    datastore_active: false,
  });
  const store = {
    ...file('json'),
    id: name,
    name: resource.label[locale],
    url: `/api/3/action/datastore_search?resource_id=${name}`,
    datastore_active: true,
  };
  return {
    id: name,
    name,
    title: resource.label[locale],
    notes: resource.remark?.[locale] ?? '',
    license_id: licence.licence,
    license_title: licence.licence_title,
    license_url: licence.licence_url,
    organization: { name: platform, title: authority ?? platform },
    metadata_modified: changed,
    // every answer is read from the rows that officers work in
    frequency: 'continuous',
    rows: n,
    private: false,
    state: 'active',
    fields: columnsOf(resource, locale),
    num_resources: 3,
    resources: [store, file('csv'), file('json')],
  };
}

const wholeNumber = (params: Params, name: string, initial: number, least: number, most: number): number => {
  const value = params[name];
  const number = value === undefined || value === '' ? initial : Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw refusalOfParameter(name, 'whole', { least, most });
  return number;
};

/** `filters={"status":"listed","list":["red","black"]}` as conditions of a list. */
function conditionsOf(filters: unknown): object[] {
  if (filters === undefined || filters === '') return [];
  let read: unknown;
  try {
    read = JSON.parse(String(filters));
  } catch {
    throw refusalOfParameter('filters', 'json');
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw refusalOfParameter('filters', 'filters', { example: '{"field": "value"}' });
  return Object.entries(read).map(([field, value]: [string, unknown]) => {
    if (![value].flat().every((one) => ['string', 'number', 'boolean'].includes(typeof one)))
      throw refusalOfParameter('filters', 'filters', { example: `{"${field}": "value"}` });
    return Array.isArray(value)
      ? { field, operator: 'IN', val: value.map(String).join(',') }
      : { field, operator: '=', val: String(value) };
  });
}

/**
 * Rows of a data set as CKAN's `datastore_search` answers them: `limit` up to 100, `offset` in steps of it, `filters` and `sort`
 * (`no desc`) by published fields.
 */
export async function searchDataSet(engine: Engine, params: Params, locale: Locale) {
  const resource = findDataSet(engine, params.resource_id);
  const limit = wholeNumber(params, 'limit', maxPublishedPage, 1, maxPublishedPage);
  const offset = wholeNumber(params, 'offset', 0, 0, 10_000_000);
  if (offset % limit !== 0) throw refusalOfParameter('offset', 'page');
  if (params.q !== undefined && params.q !== '') throw refusalOfParameter('q', 'search');
  const sort = typeof params.sort === 'string' && params.sort !== '' ? params.sort.trim().split(/\s+/) : undefined;
  const query = parsePublishedQuery(resource, {
    page: offset / limit + 1,
    limit,
    search: conditionsOf(params.filters),
    ...(sort ? { order: `${sort[0]},${sort[1] ?? 'asc'}` } : {}),
  });
  const { list, total, estimated } = await readPublishedPageForGuest(engine, resource, query, locale);
  return {
    resource_id: dataSetName(resource),
    fields: columnsOf(resource, locale),
    records: JSON.parse(list) as unknown[],
    limit,
    offset,
    total,
    total_was_estimated: estimated,
  };
}
