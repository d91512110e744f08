import { isDate } from '#kernel/calendar.ts';
import { type AnyField, kindOf } from '#kernel/field.ts';
import { type Condition, readOperator, readRange } from '#kernel/filter.ts';
import { areaPrefix } from '#kernel/kind/area.ts';
import { readMoment } from '#kernel/kind/datetime.ts';
import { cleanText } from '#kernel/kind.ts';
import { type AnyResource, allFields, relationOf, searchFields, tableOf } from '#kernel/resource.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import type { ReadContext } from './context.ts';
import { withinArea } from './scope.ts';

/** A list call, read and checked. */
export interface ListQuery {
  page: number;
  limit: number;
  order: { field: string; direction: 'asc' | 'desc' };
  quickSearch: string;
  conditions: Condition[];
  /** Asked for with `total=0`: a caller that only wants rows pays for no count and is told -1. */
  uncounted?: boolean;
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
  const conditions: Condition[] = [];
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

const sorts = (name: string, one: AnyField) => name === 'id' || (kindOf(one).sorts && one.privacy === undefined);

function readOrder(resource: AnyResource, written: string): [string, 'asc' | 'desc'] {
  if (written === '') return [...(resource.order ?? ['id', 'desc'])] as [string, 'asc' | 'desc'];
  const [field = 'id', direction = 'desc'] = written.split(',').map((part) => part.trim());
  return [field, direction.toLowerCase() === 'asc' ? 'asc' : 'desc'];
}

function wholeNumber(value: unknown, otherwise: number, min: number, max: number): number {
  const number = Number(asText(value) || otherwise);
  return Number.isInteger(number) ? Math.min(Math.max(number, min), max) : otherwise;
}

/** The conditions of a list call as one predicate on alias `t`; undefined: none. */
export function compileConditions(
  resource: AnyResource,
  query: Pick<ListQuery, 'conditions' | 'quickSearch' | 'initial'>,
  context: ReadContext,
): Sql[] {
  const parts: Sql[] = [];
  for (const one of query.conditions) {
    const compiled = compileCondition(resource, one, context);
    if (compiled) parts.push(compiled);
  }
  if (query.quickSearch !== '') parts.push(compileQuickSearch(resource, query.quickSearch));
  if (query.initial) {
    const { field, values } = query.initial;
    parts.push(compileCondition(resource, { field, operator: 'IN', value: values.join(',') }, context) ?? sql`false`);
  }
  return parts;
}

/** The columns that conditions hold to one value each; undefined when a condition does anything else. */
export function fixedColumns(resource: AnyResource, conditions: readonly Condition[]): Set<string> | undefined {
  const fields = allFields(resource);
  const fixed = new Set<string>();
  for (const { field, operator, value } of conditions) {
    const one = fields[field];
    const kind = one && kindOf(one);
    if (!kind || operator !== '=' || value === '' || kind.sealed || kind.column.endsWith('[]')) return undefined;
    if (one.kind === 'area' && areaPrefix(value).length !== 6) return undefined;
    fixed.add(field);
  }
  return fixed;
}

/** Every word must occur; two and more characters are found by the bigram index, `like` checks the rest. */
function compileQuickSearch(resource: AnyResource, text: string): Sql {
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

function compileCondition(resource: AnyResource, condition: Condition, context: ReadContext): Sql | undefined {
  const { field: path, operator, value } = condition;
  const fields = allFields(resource);
  if (path.includes('.')) return compileRelation(resource, condition, context);
  const one = Object.hasOwn(fields, path) ? fields[path] : undefined;
  if (!one || one.privacy === 'hidden' || one.filter === false)
    throw badParameter(`不能按 ${clip(path)} 筛选`, `Cannot filter by ${clip(path)}`);
  const stored = sql`t.${sql.id(path)}`;
  const kind = kindOf(one);
  if (operator === 'NULL') return sql`${stored} is null`;
  if (operator === 'NOT NULL') return sql`${stored} is not null`;
  // at the top of a tree the parent is 0, as it is on the wire
  const column = one.kind === 'parent' ? sql`coalesce(${stored}, 0)` : stored;
  if (value === '') return undefined;
  if ((kind.sealed || one.privacy === 'masked') && operator !== '=')
    throw badParameter('敏感字段只能精确查询', 'Personal data can only be searched exactly');
  if (kind.sealed) return sql`${column}->>'hash' = ${context.hash(value)}`;
  if (one.kind === 'area' && operator === '=')
    return withinArea(path, areaPrefix(checkValue(one, value, false))) ?? sql`true`;
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
  const to = range.to === '' ? undefined : asColumn(one, range.to, true);
  if (from && to)
    return not ? sql`(${column} < ${from} or ${column} > ${to})` : sql`${column} between ${from} and ${to}`;
  if (from) return not ? sql`${column} < ${from}` : sql`${column} >= ${from}`;
  return not ? sql`${column} > ${to as Sql}` : sql`${column} <= ${to as Sql}`;
}

/** A filter value as the column's type; text that cannot be one is refused before PostgreSQL sees it. */
function asColumn(one: AnyField, value: string, end = false): Sql {
  const kind = kindOf(one);
  const checked = checkValue(one, value, end);
  if (!kind.compare) return sql`${checked}`;
  const [before = '', after = ''] = kind.compare('\u0000').split('\u0000');
  return sql`${sql.raw(before)}${checked}${sql.raw(after)}`;
}

function checkValue(one: AnyField, value: string, end: boolean): string {
  const written = value.trim();
  const refuse = () =>
    badParameter(`筛选值无效：${written.slice(0, 40)}`, `Invalid value in a condition: ${written.slice(0, 40)}`);
  switch (one.kind) {
    case 'area':
      if (!/^[1-9]\d(\d\d){0,2}$/.test(written)) throw refuse();
      return written;
    case 'datetime': {
      const moment = end && isDate(written) ? `${written}T23:59:59+08:00` : readMoment(written);
      if (!moment) throw refuse();
      return moment;
    }
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

/** `relation.column`: rows whose related row matches; only the title of a relation can be asked for. */
function compileRelation(resource: AnyResource, condition: Condition, context: ReadContext): Sql | undefined {
  const [relation, column] = condition.field.split('.') as [string, string];
  const entry = Object.entries(resource.fields).find(([name]) => relationOf(name) === relation);
  const target =
    entry && (entry[1].kind === 'area' ? context.find('system/area') : context.find(String(entry[1].options.to ?? '')));
  if (
    !entry ||
    !target ||
    !(
      column === target.title ||
      column === 'id' ||
      (Object.hasOwn(target.fields, column) && target.fields[column]?.search)
    )
  ) {
    throw badParameter(`不能按 ${clip(condition.field)} 筛选`, `Cannot filter by ${clip(condition.field)}`);
  }
  const inner = compileCondition(target, { ...condition, field: column }, context);
  if (!inner) return undefined;
  const key = entry[1].kind === 'area' ? 'code' : 'id';
  const own = sql.id(entry[0]);
  return sql`t.${own} in (select t.${sql.id(key)} from ${sql.id(tableOf(target))} t where ${inner})`;
}
