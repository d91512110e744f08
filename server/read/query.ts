import { isDate } from '#kernel/calendar.ts';
import { type AnyField, isOrderable, kindOf } from '#kernel/field.ts';
import { type Condition, readOperator, readRange } from '#kernel/filter.ts';
import { areaPrefix } from '#kernel/kind/area.ts';
import { cleanText } from '#kernel/kind.ts';
import { parentOf } from '#kernel/part.ts';
import { type AnyResource, allFields, memberOwner, searchFields, tableOf } from '#kernel/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter, badValue } from '#server/refusal.ts';
import type { ReadContext } from './context.ts';
import { compileMoments } from './moments.ts';
import { findRelation } from './relation.ts';
import { scopeOf, withinArea } from './scope.ts';
import { compileShown, isGuarded } from './shown.ts';

/** A condition of a list; `exact` only where a search of personal data in plain was admitted (`exact-search.ts`). */
export interface ListCondition extends Condition {
  readonly exact?: true;
}

/** A list call, read and checked. */
export interface ListQuery {
  page: number;
  limit: number;
  order: { field: string; direction: 'asc' | 'desc' };
  quickSearch: string;
  conditions: ListCondition[];
  /** Asked for with `total=0`: a caller that only wants rows pays for no count and is told -1. */
  uncounted?: boolean;
  /** Asked for with `awaits=me`: only rows with a proposal whose next step is the caller's. */
  awaitsMe?: boolean;
  /** Remote select: only rows whose `initKey` is one of these. */
  initial?: { field: string; values: string[] };
}

export const maxLimit = 200;
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

/** Reads the parameters of a list call (wire contract §2.5). Unknown columns are refused, unknown operators ignored. */
export function readListQuery(resource: AnyResource, params: Params): ListQuery {
  const fields = allFields(resource);
  const page = wholeNumber(params.page, 1, 1, 1_000_000);
  const limit = wholeNumber(params.limit, 10, 1, maxLimit);
  const [orderField, direction] = readOrder(resource, asText(params.order));
  if (!Object.hasOwn(fields, orderField) || !sorts(orderField, fields[orderField] as AnyField))
    throw badParameter(`不能按 ${clip(orderField)} 排序`, `Cannot order by ${clip(orderField)}`);
  const conditions: ListCondition[] = [];
  const search = params.search;
  const given = Array.isArray(search) ? search : search && typeof search === 'object' ? Object.values(search) : [];
  if (given.length > maxConditions) throw badParameter('筛选条件过多', 'Too many conditions');
  for (const one of given as unknown[]) {
    if (!one || typeof one !== 'object') continue;
    const { field, val, operator, render } = one as Record<string, unknown>;
    const word = readOperator(operator);
    if (typeof field !== 'string' || field === '' || !word) continue;
    const value = asText(val);
    if (value.length > 4000) throw badParameter('筛选值过长', 'The value of a condition is too long');
    conditions.push({ field, operator: word, value, ...(typeof render === 'string' ? { render } : {}) });
  }
  const quickSearch = asText(params.quick_search);
  if (quickSearch.length > maxText) throw badParameter('搜索内容过长', 'The search text is too long');
  const query: ListQuery = { page, limit, order: { field: orderField, direction }, quickSearch, conditions };
  if (asText(params.total) === '0') query.uncounted = true;
  if (asText(params.awaits) === 'me') query.awaitsMe = true;
  const values = asText(params.initValue);
  if (values !== '') {
    const key = asText(params.initKey) || 'id';
    const name = key.includes('.') ? (key.split('.').at(-1) as string) : key;
    if (!Object.hasOwn(fields, name)) throw badParameter(`没有字段 ${clip(name)}`, `No field ${clip(name)}`);
    query.initial = { field: name, values: values.split(',').slice(0, 1000) };
  }
  return query;
}

const clip = (name: string) => name.replace(/[^\w.]/g, '').slice(0, 40);

const sorts = (name: string, one: AnyField) => name === 'id' || isOrderable(one);

function readOrder(resource: AnyResource, written: string): [string, 'asc' | 'desc'] {
  if (written === '') return [...(resource.order ?? ['id', 'desc'])] as [string, 'asc' | 'desc'];
  const [field = 'id', direction = 'desc'] = written.split(',').map((part) => part.trim());
  return [field, direction.toLowerCase() === 'asc' ? 'asc' : 'desc'];
}

function wholeNumber(value: unknown, otherwise: number, min: number, max: number): number {
  const number = Number(asText(value) || otherwise);
  return Number.isInteger(number) ? Math.min(Math.max(number, min), max) : otherwise;
}

/** Who asks, and whether the rows asked about are those of the list itself or stand behind a reference. */
interface Asking {
  readonly context: Pick<ReadContext, 'find' | 'hash'>;
  readonly caller: Caller;
  readonly related?: true;
}

/** The conditions of a list call as predicates on alias `t`. What they ask about lies within the caller's sight. */
export function compileConditions(
  resource: AnyResource,
  query: Pick<ListQuery, 'conditions' | 'quickSearch' | 'initial'>,
  context: ReadContext,
  caller: Caller,
): Sql[] {
  const asking: Asking = { context, caller };
  const parts: Sql[] = [];
  for (const one of query.conditions) {
    const compiled = compileCondition(resource, one, asking);
    if (compiled) parts.push(compiled);
  }
  if (query.quickSearch !== '') parts.push(compileQuickSearch(resource, query.quickSearch));
  if (query.initial) {
    const { field, values } = query.initial;
    parts.push(compileCondition(resource, { field, operator: 'IN', value: values.join(',') }, asking) ?? sql`false`);
  }
  return parts;
}

/** Conditions a declaration writes, on alias `t`: they ask about fields of the row alone, and none is personal data. */
export function compileChecks(resource: AnyResource, conditions: readonly Condition[], caller: Caller): Sql[] {
  return conditions.map((one) => {
    const compiled = compileCondition(resource, one, { context: nothingElse, caller });
    if (!compiled) throw new Error(`${resource.name}: ${one.field} ${one.operator} asks nothing`);
    return compiled;
  });
}

const nothingElse: Pick<ReadContext, 'find' | 'hash'> = {
  find: () => undefined,
  hash: () => {
    throw new Error('personal data');
  },
};

/** The columns that conditions hold to one value each; undefined when a condition does anything else. */
export function fixedColumns(resource: AnyResource, conditions: readonly ListCondition[]): Set<string> | undefined {
  const fields = allFields(resource);
  const fixed = new Set<string>();
  for (const { field, operator, value, exact } of conditions) {
    const one = fields[field];
    const kind = one && kindOf(one);
    if (!kind || one.through || operator !== '=' || value === '' || kind.sealed || kind.column.endsWith('[]'))
      return undefined;
    if (one.kind === 'datetime' || (isGuarded(one) && !exact)) return undefined;
    if (one.kind === 'area' && areaPrefix(value).length !== 6) return undefined;
    fixed.add(field);
  }
  return fixed;
}

/** Every word must occur; two and more characters are found by the bigram index, `like` checks the rest. */
export function compileQuickSearch(resource: AnyResource, text: string): Sql {
  if (searchFields(resource).length === 0) return /^\d{1,15}$/.test(text) ? sql`t.id = ${Number(text)}` : sql`false`;
  const words = text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  return sql.join(
    words.map((word) =>
      [...word].length > 1
        ? sql`(bigrams(t.search_text) @> bigrams(${word}) and t.search_text like ${contains(word)})`
        : sql`t.search_text like ${contains(word)}`,
    ),
    ' and ',
  );
}

const contains = (value: string) => `%${value.replace(/[\\%_]/g, '\\$&')}%`;

function compileCondition(resource: AnyResource, condition: ListCondition, asking: Asking): Sql | undefined {
  const { field: path, operator, value } = condition;
  const fields = allFields(resource);
  if (path.includes('.')) return compileRelation(resource, condition, asking);
  const one = Object.hasOwn(fields, path) ? fields[path] : undefined;
  if (!one || one.privacy === 'hidden' || one.filter === false) throw noFilter(path);
  if (one.through) return compileThrough(resource, condition, one.through, asking);
  const stored = sql`t.${sql.id(path)}`;
  const kind = kindOf(one);
  if (operator === 'NULL') return sql`${stored} is null`;
  if (operator === 'NOT NULL') return sql`${stored} is not null`;
  // at the top of a tree the parent is 0, as it is on the wire
  const column = one.kind === 'parent' ? sql`coalesce(${stored}, 0)` : stored;
  if (value === '') return undefined;
  if (isGuarded(one)) {
    const plain = readsPlain(resource, asking);
    const exact = operator === '=' && (plain || condition.exact);
    if (kind.sealed && exact) return sql`${column}->>'hash' = ${asking.context.hash(value)}`;
    if (kind.sealed || !(plain || exact)) return compileShown(path, one, operator, value);
  }
  if (one.kind === 'datetime') return compileMoments(column, operator, value);
  if (one.kind === 'area' && operator === '=') return withinArea(path, areaPrefix(checkValue(one, value))) ?? sql`true`;
  // points, JSON and arrays have no order and no equality with a text
  const composed = kind.column === 'point' || kind.column === 'jsonb' || kind.column.endsWith('[]');
  if (composed && !kind.operators.includes(operator))
    throw badParameter(`${clip(path)} 不支持该筛选方式`, `${clip(path)} cannot be compared that way`);
  const isText = kind.column === 'text';
  switch (operator) {
    case 'LIKE':
    case 'NOT LIKE': {
      const like = sql`lower(${isText ? column : sql`${column}::text`}) like ${contains(value.toLowerCase())}`;
      return operator === 'LIKE' ? like : sql`(${column} is null or not ${like})`;
    }
    case 'IN':
      return inList(column, one, value.split(','));
    case 'NOT IN':
      return sql`(${column} is null or not ${inList(column, one, value.split(','))})`;
    case 'FIND_IN_SET':
      return kind.column.endsWith('[]')
        ? sql`${asColumn(one, value)} = any(${column})`
        : sql`${value} = any(string_to_array(${column}::text, ','))`;
    case 'RANGE':
    case 'NOT RANGE':
      return compileRange(column, one, value, operator === 'NOT RANGE');
    case '<>':
      return sql`${column} is distinct from ${asColumn(one, value)}`;
    default:
      return sql`${column} ${sql.raw(operator)} ${asColumn(one, value)}`;
  }
}

/** RANGE as the contract reads it: both ends, or one of them open; NOT turns each form around. */
function compileRange(column: Sql, one: AnyField, value: string, not: boolean): Sql | undefined {
  const range = readRange(value);
  if (!range) return undefined;
  const from = range.from === '' ? undefined : asColumn(one, range.from);
  const to = range.to === '' ? undefined : asColumn(one, range.to);
  if (from && to)
    return not ? sql`(${column} < ${from} or ${column} > ${to})` : sql`${column} between ${from} and ${to}`;
  if (from) return not ? sql`${column} < ${from}` : sql`${column} >= ${from}`;
  return not ? sql`${column} > ${to as Sql}` : sql`${column} <= ${to as Sql}`;
}

/** A filter value as the column's type; text that cannot be one is refused before PostgreSQL sees it. */
function asColumn(one: AnyField, value: string): Sql {
  const kind = kindOf(one);
  const checked = checkValue(one, value);
  if (!kind.compare) return sql`${checked}`;
  const [before = '', after = ''] = kind.compare('\u0000').split('\u0000');
  return sql`${sql.raw(before)}${checked}${sql.raw(after)}`;
}

function checkValue(one: AnyField, value: string): string {
  const written = value.trim();
  const refuse = () => badValue(written);
  switch (one.kind) {
    case 'area':
      if (!/^[1-9]\d(\d\d){0,2}$/.test(written)) throw refuse();
      return written;
    case 'date': {
      const day = written.slice(0, 10);
      if (!isDate(day)) throw refuse();
      return day;
    }
    case 'time':
      if (!/^\d{2}:\d{2}(:\d{2})?$/.test(written)) throw refuse();
      return written;
    case 'switch':
      if (!/^(0|1|true|false)$/.test(written)) throw refuse();
      return written === '1' || written === 'true' ? 'true' : 'false';
    case 'number':
    case 'float':
    case 'integer':
    case 'money':
    case 'year':
    case 'reference':
    case 'references':
    case 'branches':
    case 'parent':
      if (
        !/^-?\d{1,15}(\.\d{1,6})?$/.test(written) ||
        (one.kind !== 'number' && one.kind !== 'float' && one.kind !== 'money' && written.includes('.')) ||
        (one.kind === 'year' && Math.abs(Number(written)) > 9999)
      )
        throw refuse();
      return written;
    default:
      return value;
  }
}

function inList(column: Sql, one: AnyField, values: readonly string[]): Sql {
  const given = values.map((value) => value.trim()).filter(Boolean);
  if (given.length === 0) return sql`false`;
  return sql`${column} in (${sql.join(given.map((value) => asColumn(one, value)))})`;
}

/**
 * `relation.column`: rows whose related row matches. Only what names the related row can be asked for, and only of rows
 * the caller could open: a condition that matches or does not is an answer about the row it looks at. Divisions are
 * everybody's.
 */
function compileRelation(resource: AnyResource, condition: ListCondition, asking: Asking): Sql | undefined {
  const relation = findRelation(resource, condition.field, asking.context.find);
  if (!relation) throw noFilter(condition.field);
  const { own, field, target, column } = relation;
  if (field.through) return compileThrough(resource, condition, field.through, asking);
  const inner = compileCondition(target, { ...condition, field: column }, { ...asking, related: true });
  if (!inner) return undefined;
  const scope = field.kind === 'area' ? undefined : scopeOf(target, asking.caller, asking.context.find);
  const key = sql.id(field.kind === 'area' ? 'code' : 'id');
  const found = sql`select t.${key} from ${sql.id(tableOf(target))} t where ${scope ? sql`${scope} and ` : sql.empty}${inner}`;
  return kindOf(field).column.endsWith('[]')
    ? sql`t.${sql.id(own)} && array(${found})`
    : sql`t.${sql.id(own)} in (${found})`;
}

/** What a field reads in the row above is asked of that row. */
function compileThrough(
  resource: AnyResource,
  condition: ListCondition,
  through: string,
  asking: Asking,
): Sql | undefined {
  const parent = parentOf(resource, asking.context.find);
  const inner = compileCondition(parent, condition, { ...asking, related: true });
  return inner && sql`t.${sql.id(through)} in (select t.id from ${sql.id(tableOf(parent))} t where ${inner})`;
}

/** Members see their own rows unmasked, and the platform itself sees everything so. */
const readsPlain = (resource: AnyResource, { caller, related }: Asking) =>
  caller.type === 'system' || (caller.type === 'member' && !related && memberOwner(resource) !== undefined);

const noFilter = (path: string) => badParameter(`不能按 ${clip(path)} 筛选`, `Cannot filter by ${clip(path)}`);
