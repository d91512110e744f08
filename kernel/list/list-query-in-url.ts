import type { AnyField } from '../declaration/field.ts';
import {
  type Condition,
  type Operator,
  operatorSlugs,
  readRange,
} from '../declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { isOrderable as isFieldOrderable, kindOf } from '../field/field.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import { findFilterByRelatedRows } from '../resource/filters-by-child-or-referring-rows.ts';
import { isRelativeRange } from '../time/day-ranges-relative-to-today.ts';
import { fieldsToGroupListBy } from './list-grouping-fields-and-group-sums.ts';

type OrderDirection = 'asc' | 'desc';

/** The query of a list, as its address has it. Properties that are absent were not chosen, and are not sent. */
export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** Groups of alternatives: of each group at least one condition holds, besides all the others. */
  readonly anyOf?: readonly (readonly Condition[])[];
  readonly keyword: string;
  /** Only rows of this owner, for a member with several. It is not in the address: it applies to all lists. */
  readonly holder?: number;
  /** Only rows awaiting one's own action. */
  readonly awaitsMe?: true;
  /** Only unfinished rows assigned to oneself. */
  readonly handledByMe?: true;
  readonly order?: readonly [field: string, direction: OrderDirection];
  /** The field rows are grouped by. */
  readonly group?: string;
  readonly page?: number;
  readonly limit?: number;
}

/** Largest page the server answers. */
const largestLimit = 200;

const bySlug = new Map(Object.entries(operatorSlugs).map(([operator, slug]) => [slug, operator as Operator]));

/** Reserved parameters of the address; a field with such a name can still be filtered as `id.eq=5`. */
const ownNames: ReadonlySet<string> = new Set([
  'q',
  'any',
  'awaits',
  'handler',
  'group',
  'unfolded',
  'order',
  'page',
  'limit',
  'id',
  'tab',
  'lens',
  'table',
  'month',
  'form',
  'edit',
]);

/** Whether an operator has no value. */
export const takesNoValue = (operator: Operator): boolean => operator === 'NULL' || operator === 'NOT NULL';

/** A field by its name, base columns, state and filters included. Names come from addresses: `toString` is no field. */
export function fieldOf(resource: AnyResource, name: string): AnyField | undefined {
  const fields = allColumnsOf(resource);
  return Object.hasOwn(fields, name) ? fields[name] : findFilterByRelatedRows(resource, name)?.field;
}

/**
 * A lifecycle without clocks has a deadline column too, for queries over many resources. It is always empty, and not
 * offered.
 */
const isLimitless = ({ life, fields }: AnyResource, name: string): boolean =>
  name === 'due_at' && !Object.hasOwn(fields, name) && life?.clocks === undefined;

/** Operators for filters of a field, the usual one first; empty when it cannot be filtered. */
export function operatorsOf(resource: AnyResource, name: string): readonly Operator[] {
  const field = fieldOf(resource, name);
  if (!field || field.filter === false || field.privacy === 'hidden' || isLimitless(resource, name)) return [];
  const { operators, offered = operators } = kindOf(field);
  // Personal data is found by its whole value, or by what its mask shows.
  if (field.privacy === 'masked') return offered.length > 0 ? ['=', 'LIKE'] : [];
  return offered;
}

/** Whether a list may be ordered by a field. */
export function isOrderable(resource: AnyResource, name: string): boolean {
  const field = fieldOf(resource, name);
  return field !== undefined && isFieldOrderable(field);
}

const wholeNumber = (word: string | null, most: number): number | undefined => {
  if (word === null || !/^\d{1,9}$/.test(word)) return undefined;
  const value = Number(word);
  return value >= 1 && value <= most ? value : undefined;
};

/**
 * Reads a query from an address. Unknown parameters are dropped, so that old or foreign links never break a list.
 * `status=pending` without an operator has the usual one of the field.
 */
export function readListQuery(address: URLSearchParams, resource: AnyResource): ListQuery {
  const conditions: Condition[] = [];
  for (const [key, value] of address) {
    const condition = ownNames.has(key) ? undefined : readCondition(key, value, resource);
    if (condition) conditions.push(condition);
  }
  const anyOf = address.getAll('any').flatMap((group) => {
    const ways = [...new URLSearchParams(group)].flatMap(([key, value]) => readCondition(key, value, resource) ?? []);
    return ways.length > 0 ? [ways] : [];
  });
  const [orderField = '', direction] = (address.get('order') ?? '').split(',');
  const group = address.get('group') ?? '';
  const page = wholeNumber(address.get('page'), 999_999_999);
  const limit = wholeNumber(address.get('limit'), largestLimit);
  return {
    conditions,
    ...(anyOf.length > 0 ? { anyOf } : {}),
    keyword: (address.get('q') ?? '').trim(),
    ...(address.get('awaits') === 'me' ? { awaitsMe: true as const } : {}),
    ...(address.get('handler') === 'me' ? { handledByMe: true as const } : {}),
    ...(isOrderable(resource, orderField) && (direction === 'asc' || direction === 'desc')
      ? { order: [orderField, direction] as const }
      : {}),
    ...(fieldsToGroupListBy(resource).includes(group) ? { group } : {}),
    ...(page === undefined ? {} : { page }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function readCondition(key: string, value: string, resource: AnyResource): Condition | undefined {
  const cut = key.lastIndexOf('.');
  const name = cut < 0 ? key : key.slice(0, cut);
  const offered = operatorsOf(resource, name);
  // links name rows by their keys, which nobody types
  const allowed = name === 'id' ? [...offered, 'IN' as const] : offered;
  const operator = cut < 0 ? allowed[0] : bySlug.get(key.slice(cut + 1));
  if (!operator || !allowed.includes(operator)) return undefined;
  if (takesNoValue(operator)) return { field: name, operator, value: '' };
  const written = value.trim();
  if (written === '' || (operator.endsWith('RANGE') && !isRange(written, resource, name))) return undefined;
  return { field: name, operator, value: written };
}

const isRange = (value: string, resource: AnyResource, name: string): boolean => {
  const field = fieldOf(resource, name);
  return readRange(value) !== undefined || (field !== undefined && hasCalendarRanges(field) && isRelativeRange(value));
};

/** Whether the values of a field are days or moments, which have calendar ranges: `due_at.range=today`. */
export const hasCalendarRanges = (field: AnyField): boolean => kindOf(field).dated === true;

/** Parameters of the address that belong to the query. */
const queryNames: ReadonlySet<string> = new Set(['q', 'any', 'awaits', 'handler', 'order', 'group', 'page', 'limit']);

const slugOf = ({ field, operator }: Condition): string => `${field}.${operatorSlugs[operator]}`;

/** Writes a query into an address, keeping other parameters (the open record, the lens). */
export function writeListQuery(query: ListQuery, current: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const address = new URLSearchParams();
  for (const [key, value] of current) {
    if (ownNames.has(key) && !queryNames.has(key)) address.append(key, value);
  }
  if (query.keyword) address.set('q', query.keyword);
  if (query.awaitsMe) address.set('awaits', 'me');
  if (query.handledByMe) address.set('handler', 'me');
  for (const one of query.conditions) address.append(slugOf(one), one.value);
  for (const group of query.anyOf ?? [])
    address.append('any', new URLSearchParams(group.map((one) => [slugOf(one), one.value])).toString());
  if (query.order) address.set('order', query.order.join(','));
  if (query.group) address.set('group', query.group);
  if (query.page !== undefined) address.set('page', String(query.page));
  if (query.limit !== undefined) address.set('limit', String(query.limit));
  return address;
}

/** A condition on the wire (wire contract §2.5). */
interface WireCondition {
  field: string;
  operator: Operator;
  val: string;
  render?: 'datetime';
}

/** Parameters of an `index` call. */
export interface WireParams {
  page?: number;
  limit?: number;
  order?: string;
  quick_search?: string;
  awaits?: 'me';
  handler?: 'me';
  holder?: number;
  search?: WireCondition[];
  any?: WireCondition[][];
}

/** Parameters of the call for a query. A first load sends no page, limit or order (wire contract §2.5). */
export function toWireParams(query: ListQuery, resource: AnyResource): WireParams {
  const params: WireParams = {};
  if (query.page !== undefined) params.page = query.page;
  if (query.limit !== undefined) params.limit = query.limit;
  if (query.order) params.order = query.order.join(',');
  if (query.keyword) params.quick_search = query.keyword;
  if (query.awaitsMe) params.awaits = 'me';
  if (query.handledByMe) params.handler = 'me';
  if (query.holder !== undefined) params.holder = query.holder;
  if (query.conditions.length > 0) {
    params.search = query.conditions.map((one) => toWireCondition(one, resource));
  }
  if (query.anyOf) params.any = query.anyOf.map((group) => group.map((one) => toWireCondition(one, resource)));
  return params;
}

function toWireCondition({ field, operator, value }: Condition, resource: AnyResource): WireCondition {
  const range = operator.endsWith('RANGE') ? readRange(value) : undefined;
  const declared = fieldOf(resource, field);
  if (!range || !declared || kindOf(declared).comparison !== 'moment') return { field, operator, val: value };
  // Days become their first and last second, as in every client of the contract.
  const from = range.from && !range.from.includes(':') ? `${range.from} 00:00:00` : range.from;
  const to = range.to && !range.to.includes(':') ? `${range.to} 23:59:59` : range.to;
  return { field, operator, val: `${from},${to}`, render: 'datetime' };
}

const columnInParam = /^(\w+)([*~]?)(?:-(\d{1,4}))?$/;

/** A column in the `table` parameter of an address: `name*-120`, pinned (`*`) or unpinned (`~`), with its width in px. */
export interface ColumnInUrl {
  readonly name: string;
  readonly pinned?: boolean;
  readonly width?: number;
}

/** The columns in a `table` parameter (`small.name*.status-120`), after the density. Invalid ones are dropped. */
export const columnsInTableParam = (written: string | null): ColumnInUrl[] =>
  (written ?? '')
    .split('.')
    .slice(1)
    .flatMap((one) => {
      const [, name, pinned, width] = columnInParam.exec(one) ?? [];
      if (name === undefined) return [];
      return [{ name, ...(pinned ? { pinned: pinned === '*' } : {}), ...(width ? { width: Number(width) } : {}) }];
    });
