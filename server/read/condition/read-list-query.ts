import type { AnyField } from '#kernel/declaration/field.ts';
import { readOperator } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isOrderable } from '#kernel/field/field.ts';
import { cleanText } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Caller } from '#server/caller.ts';
import { badParameter } from '#server/refusal.ts';
import { getOrCreate } from '../../get-or-create-and-cache-per-resource-declaration.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { printableName } from './compile-column-conditions-to-sql.ts';
import type { ListCondition, ParsedListQuery } from './parsed-list-query.ts';
import { readRequestedColumns } from './read-requested-columns-of-list.ts';

export const maxRowsPerPage = 200;

const maxConditions = 50;

const maxText = 500;

type Params = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => asText(one)).join(',')
    : typeof value === 'string'
      ? cleanText(value, true)
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : '';

/**
 * Parses the parameters of a list call (wire contract §2.5). Unknown columns are refused, unknown operators ignored.
 */
export function readListQuery(resource: AnyResource, params: Params): ParsedListQuery {
  const fields = allColumnsOf(resource);
  const page = wholeNumber(params.page, 1, 1, 1_000_000);
  const limit = wholeNumber(params.limit, 10, 1, maxRowsPerPage);
  const [orderField, direction] = readOrder(resource, asText(params.order));
  if (!Object.hasOwn(fields, orderField) || !sorts(orderField, fields[orderField] as AnyField))
    throw noOrder(orderField);
  const conditions = readConditions(params.search);
  const anyOf = entriesOf(params.any)
    .map(readConditions)
    .filter((group) => group.length > 0);
  if (conditions.length + anyOf.flat().length > maxConditions) throw tooMany();
  const quickSearch = asText(params.quick_search);
  if (quickSearch.length > maxText) throw badParameter('搜索内容过长', 'The search text is too long');
  const query: ParsedListQuery = { page, limit, order: { field: orderField, direction }, quickSearch, conditions };
  if (anyOf.length > 0) query.anyOf = anyOf;
  if (asText(params.total) === '0') query.uncounted = true;
  if (asText(params.awaits) === 'me') query.awaitsMe = true;
  if (asText(params.handler) === 'me') query.handledByMe = true;
  const holder = asText(params.holder);
  if (holder !== '') query.holder = keyOf(holder);
  query.columns = readRequestedColumns(resource, asText(params.columns));
  const values = asText(params.initValue);
  if (values !== '') {
    const key = asText(params.initKey) || 'id';
    const name = key.includes('.') ? (key.split('.').at(-1) as string) : key;
    if (!Object.hasOwn(fields, name))
      throw badParameter(`没有字段 ${printableName(name)}`, `No field ${printableName(name)}`);
    query.initial = { field: name, values: values.split(',').slice(0, 1000) };
  }
  return withoutHidden(resource, query);
}

/** Excludes archived rows and amended versions, unless these or a single row are requested. */
function withoutHidden(resource: AnyResource, query: ParsedListQuery): ParsedListQuery {
  const hidden = conditionHidingRowsByDefault(resource);
  if (!hidden || query.initial) return query;
  const lifting = new Set([hidden.field, 'id', ...(resource.versions ? [resource.versions.of, 'revision'] : [])]);
  const filtered = [...query.conditions, ...(query.anyOf ?? []).flat()];
  if (filtered.some(({ field }) => lifting.has(field))) return query;
  return { ...query, conditions: [...query.conditions, hidden] };
}

const hiding = new WeakMap<AnyResource, ListCondition>();

/** The condition that hides rows until somebody filters by its field; of versioned rows also by what names the versions. */
export function conditionHidingRowsByDefault(resource: AnyResource): ListCondition | undefined {
  const { archived, fields } = resource;
  if (archived !== undefined)
    return getOrCreate(hiding, resource, () => ({ field: archived, operator: '=', value: '0' }));
  if (!resource.versions || !Object.hasOwn(fields, 'standing')) return undefined;
  return getOrCreate(hiding, resource, () => ({ field: 'standing', operator: '<>', value: 'amended' }));
}

const tooMany = () => badParameter('筛选条件过多', 'Too many conditions');

/** A list as sent by clients: `search[0]`, `search[1]` or an object by index. */
function entriesOf(given: unknown): unknown[] {
  const list = Array.isArray(given) ? given : given && typeof given === 'object' ? Object.values(given) : [];
  if (list.length > maxConditions) throw tooMany();
  return list;
}

function readConditions(given: unknown): ListCondition[] {
  return entriesOf(given).flatMap((one) => {
    if (!one || typeof one !== 'object') return [];
    const { field, val, operator, render } = one as Record<string, unknown>;
    const word = readOperator(operator);
    if (typeof field !== 'string' || field === '' || !word) return [];
    const value = asText(val);
    if (value.length > 4000) throw badParameter('筛选值过长', 'The value of a condition is too long');
    return [{ field, operator: word, value, ...(typeof render === 'string' ? { render } : {}) }];
  });
}

function keyOf(word: string): number {
  const key = parseNonNegativeInteger(word);
  if (!key) throw badParameter();
  return key;
}

const sorts = (name: string, one: AnyField) => name === 'id' || isOrderable(one);

const noOrder = (name: string) =>
  badParameter(`不能按 ${printableName(name)} 排序`, `Cannot order by ${printableName(name)}`);

/**
 * Refuses sorting by a field the caller may not read, with the message for an undeclared one: the order would disclose
 * its values.
 */
export function checkOrder(
  resource: AnyResource,
  { field }: ParsedListQuery['order'],
  { find }: Pick<ServicesToReadRows, 'find'>,
  caller: Caller,
): void {
  const fields = allColumnsOf(withFieldsVisibleToCaller(resource, caller, find));
  if (!Object.hasOwn(fields, field) || !sorts(field, fields[field] as AnyField)) throw noOrder(field);
}

function readOrder(resource: AnyResource, written: string): [string, 'asc' | 'desc'] {
  if (written === '') return [...(resource.order ?? ['id', 'desc'])] as [string, 'asc' | 'desc'];
  const [field = 'id', direction = 'desc'] = written.split(',').map((part) => part.trim());
  return [field, direction.toLowerCase() === 'asc' ? 'asc' : 'desc'];
}

function wholeNumber(value: unknown, otherwise: number, min: number, max: number): number {
  const number = Number(asText(value) || otherwise);
  return Number.isInteger(number) ? Math.min(Math.max(number, min), max) : otherwise;
}
