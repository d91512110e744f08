import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import { fieldsSummedPerGroup, groupingOf, maxGroups } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { areaPrefixOfCaller, type Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { byPinyin } from '../condition/order-by-sql.ts';
import type { ParsedListQuery } from '../condition/parsed-list-query.ts';
import { headingSql } from '../field/row-heading-and-subtitle-sql.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { whereOfList } from './read-list-page.ts';
import { dimensionOf, measureDay, periodText } from './read-statistical-measure.ts';

/** Grouping and sums of a list. */
export interface GroupQuery {
  readonly field: string;
  /** Period of a date. Default: month. */
  readonly period: 'month' | 'day';
  readonly level: 1 | 2 | 3;
  readonly sums: readonly string[];
}

/** Maximum number of groups: the days of a calendar page, or decades of months. */
const maxSums = 5;

/**
 * Parses the parameters `group` (a field), `period` (`day`, for a date) and `sums` (fields, separated by commas).
 * `resource` is the declaration as the caller sees it.
 */
export function readGroupQuery(
  resource: AnyResource,
  params: Readonly<Record<string, unknown>>,
  caller: Caller,
): GroupQuery {
  const word = (name: string) => (typeof params[name] === 'string' ? (params[name] as string).trim() : '');
  const field = word('group');
  const fields = allColumnsOf(resource);
  const one = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const grouping = one && groupingOf(one);
  if (!grouping || resource.tree) throw badParameter('不能按该字段分组', 'Rows cannot be grouped by that field');
  const period = word('period');
  if (period !== '' && (grouping !== 'month' || (period !== 'day' && period !== 'month'))) throw badParameter();
  const sums = word('sums').split(',').filter(Boolean);
  const summed = fieldsSummedPerGroup(resource);
  if (sums.length > maxSums || sums.some((name) => !summed.includes(name)))
    throw badParameter('该字段不能合计', 'That field cannot be summed');
  const level = Math.min(3, areaPrefixOfCaller(caller).length / 2 + 1) as 1 | 2 | 3;
  return { field, period: period === 'day' ? 'day' : 'month', level, sums };
}

/**
 * The groups of a list as JSON array text (`RowGroup`), the largest first, dates from the latest: counted over the rows
 * the caller sees, in one statement, never estimated.
 */
export async function readGroups(
  context: ServicesToReadRows,
  declared: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
  { field, period, level, sums }: GroupQuery,
): Promise<{ list: string; more: boolean }> {
  const fields = allColumnsOf(withFieldsVisibleToCaller(declared, caller, context.find));
  const one = fields[field] as AnyField;
  const grouping = groupingOf(one);
  const key =
    grouping === 'month'
      ? periodText(measureDay(fields, { label: one.label, by: [], at: field }), period)
      : dimensionOf(one, field, { level });
  const added = sums.map((name, at) => sql`sum(t.${sql.id(name)}) as ${sql.id(`sum${at}`)}`);
  const shownSums = sums.map((name, at) => {
    const column = `g.sum${at}`;
    return sql`${name}::text, ${sql.raw(kindOf(fields[name] as AnyField).wire?.(column) ?? column)}`;
  });
  const inner = sql`select ${sql.join([sql`${key} as key`, sql`count(*)::int as count`, ...added])}
    from ${sql.id(tableOf(declared))} t where ${whereOfList(context, declared, caller, query)} group by 1`;
  const order = grouping === 'month' ? sql`g.key desc nulls last` : sql`g.count desc, g.key`;
  const name = nameOf(one, context);
  // groups of equal size are ordered by name, which is looked up only for those shown
  const shown = name ? sql`p.count desc, ${byPinyin(sql`p.name`)}, p.key` : sql`p.place`;
  const row = await context.db.row<{ list: string; n: number }>(sql`
    select coalesce(json_agg(p order by ${shown}) filter (where p.place <= ${maxGroups}), '[]')::text as list, count(*)::int as n from (
      select g.key, ${name ? sql`${name} as name,` : sql.empty} g.count, json_build_object(${sql.join(shownSums)}) as sums,
        row_number() over (order by ${order}) as place
      from (${inner}) g order by ${order} limit ${maxGroups + 1}) p`);
  return { list: row?.list ?? '[]', more: (row?.n ?? 0) > maxGroups };
}

/** Name of a group of rows with the same reference: the title of the referenced row, masked if it is personal data. */
function nameOf(one: AnyField, { find }: Pick<ServicesToReadRows, 'find'>): Sql | undefined {
  const target = targetOf(one);
  if (!target) return undefined;
  if (target.key === 'code') return sql`(select a.name from system_area a where a.code = g.key)`;
  const named = find(target.resource);
  if (!named) return undefined;
  return sql`(select ${sql.raw(headingSql(named, find, undefined, 'r'))} from ${sql.id(tableOf(named))} r where r.id = g.key)`;
}
