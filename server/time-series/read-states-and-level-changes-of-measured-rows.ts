import { type AnyTimeSeries, hasStates } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ParsedListQuery } from '#server/read/condition/parsed-list-query.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '#server/read/services-needed-to-read-rows.ts';
import { limitOfMeasuredRow } from './update-reading-states-and-levels-of-rows.ts';
import { measuredResourceOf } from './validate-time-series-declarations-and-find-resources.ts';

/**
 * The present state of a measured row. `data_lost`: its readings have stopped, so neither value nor level says anything
 * about now; `empty`: it never had any. Moments are unix seconds.
 */
export interface ShownReadingState {
  of: number;
  state: 'ok' | 'data_lost' | 'empty';
  /** Of its latest reading. */
  at: number | null;
  value: number | null;
  limit: number | null;
  percent: number | null;
  /** The step of `levels` that is in force, 0 below all; null while nobody knows. */
  level: number | null;
  level_at: number | null;
}

/** The state of a row with its name, for the wall. */
export interface NamedReadingState extends ShownReadingState {
  title: string;
}

/** Rows on a tile of the wall. */
const mostHighest = 50;

/**
 * Rows that meet the conditions of a list, the highest level first, then those whose data is lost, then the others by how
 * full they are.
 */
export async function readRowsWithHighestLevels(
  context: ServicesToReadRows,
  one: AnyTimeSeries,
  caller: Caller,
  query: Pick<ParsedListQuery, 'conditions' | 'quickSearch'>,
): Promise<NamedReadingState[]> {
  const parent = measuredResourceOf(one, context.find);
  return context.db.rows<NamedReadingState>(sql`
    select ${headingColumn(parent, context.find, caller.locale)}::text as title, ${stateColumns}
    from ${sql.id(tableOf(parent))} t join reading_state s on s.series = ${one.name} and s.of_id = t.id and s.at is not null
    cross join lateral (select ${limitOfMeasuredRow(one, context)} as against) l
    where ${whereOfList(context, parent, caller, query)}
    order by case when s.lost then 0 else s.level end desc, s.lost desc, s.value / nullif(l.against, 0) desc nulls last, t.id limit ${mostHighest}`);
}

/** A change of a row's level. */
export interface LevelChange {
  at: number;
  level_before: number;
  level: number;
  value: number;
  limit: number;
}

const stateColumns = sql`t.id as "of", case when s.at is null then 'empty' when s.lost then 'data_lost' else 'ok' end as state,
      extract(epoch from s.at)::float8 as at, case when not s.lost then s.value end as value, l.against as "limit",
      case when not s.lost and l.against > 0 then round((s.value / l.against * 100)::numeric, 1)::float8 end as percent,
      case when s.at is not null and not s.lost then s.level end as level, extract(epoch from s.level_at)::float8 as level_at`;

/** The states of rows, as far as the caller may see them. */
export async function readStatesOfRows(
  context: ServicesToReadRows,
  one: AnyTimeSeries,
  caller: Caller,
  of: readonly number[],
): Promise<ShownReadingState[]> {
  if (!hasStates(one)) return [];
  const parent = measuredResourceOf(one, context.find);
  const scope = scopeOf(parent, caller, context.find);
  return context.db.rows<ShownReadingState>(sql`
    select ${stateColumns}
    from ${sql.id(tableOf(parent))} t left join reading_state s on s.series = ${one.name} and s.of_id = t.id
    cross join lateral (select ${limitOfMeasuredRow(one, context)} as against) l
    where t.id = any(${of}::bigint[])${scope ? sql` and ${scope}` : sql.empty} order by t.id`);
}

/** The latest changes of a row's level, the newest first. */
export async function readLevelChanges(
  context: ServicesToReadRows,
  one: AnyTimeSeries,
  caller: Caller,
  of: number,
): Promise<LevelChange[]> {
  const parent = measuredResourceOf(one, context.find);
  const scope = scopeOf(parent, caller, context.find);
  return context.db.rows<LevelChange>(sql`
    select extract(epoch from c.at)::float8 as at, c.level_before, c.level, c.value, c.against as "limit"
    from reading_level_change c join ${sql.id(tableOf(parent))} t on t.id = c.of_id
    where c.series = ${one.name} and c.of_id = ${of}${scope ? sql` and ${scope}` : sql.empty} order by c.at desc, c.id desc limit 100`);
}
