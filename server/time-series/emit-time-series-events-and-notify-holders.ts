import type { AnyTimeSeries, SeriesEvent } from '#kernel/module/time-series.ts';
import { eventName, type ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { rowVisibilitySnapshotColumns } from '#server/read/scope/row-visibility-snapshot-sql.ts';
import { notifyHolders } from '#server/write/statement/inbox-message-statement.ts';
import { eventStatusSql, insertEvents } from '#server/write/statement/insert-domain-events-statement.ts';
import {
  eventColumns,
  queueEventsForAfterCommitSubscribers,
} from '#server/write/statement/queue-events-for-after-commit-subscribers.ts';
import { measuredResourceOf } from './validate-time-series-declarations-and-find-resources.ts';

/** What became true of a measured row, at a moment in unix seconds. With a change of level: both levels and the figures. */
export interface SeriesEventOfRow {
  readonly row: number;
  readonly fact: SeriesEvent;
  readonly at: number;
  readonly level?: number;
  readonly before?: number;
  readonly value?: number;
  readonly against?: number;
}

/**
 * Writes the events of measured rows, calls subscribers and sends the declared messages, in the transaction of the
 * readings. Returns the number of events.
 */
export async function emitSeriesEventsAndNotifyHolders(
  engine: Engine,
  tx: Transaction,
  one: AnyTimeSeries,
  facts: readonly SeriesEventOfRow[],
): Promise<number> {
  if (facts.length === 0) return 0;
  const resource = measuredResourceOf(one, engine.find);
  const caller = systemCaller();
  const named = facts.map((each, place) => ({ ...each, place, name: eventName(resource, each.fact) }));
  const jobs = queueEventsForAfterCommitSubscribers(engine, [...new Set(named.map(({ name }) => name))], caller);
  const from = sql`from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as f (name text, "row" bigint, at float8, level int, before int, value float8, against float8, place int)
    join lateral (
      select t.id, ${rowVisibilitySnapshotColumns(resource, engine.find)}, t.${sql.id(resource.title)}::text as title, ${eventStatusSql(resource)} as status
      from ${sql.id(tableOf(resource))} t where t.id = f."row"
    ) w on true order by f.place`;
  const payload = sql`jsonb_strip_nulls(jsonb_build_object('title', w.title, 'status', w.status, 'series', ${one.name}::text,
    'at', f.at, 'level', f.level, 'before', f.before, 'value', f.value, 'against', f.against))`;
  const events = await tx.rows<ReceivedEvent & Record<string, unknown>>(sql`
    with e as (${insertEvents(resource, { name: sql`f.name`, payload, from })} returning ${eventColumns})
    ${jobs.length > 0 ? sql`, ${sql.join(jobs)}` : sql.empty}
    select e.name, e.resource, e.row_id, e.payload from e order by e.id`);
  await engine.subscribers.notify(engine, tx, caller, events);
  await sendMessages(engine, tx, one, facts, events);
  return events.length;
}

/** Words of a level: “黄色预警”; none below the first. */
export const levelText = (one: AnyTimeSeries, level: number): Text =>
  one.levels?.steps[level] ?? { 'zh-cn': '正常', en: 'Normal' };

async function sendMessages(
  engine: Engine,
  tx: Transaction,
  one: AnyTimeSeries,
  facts: readonly SeriesEventOfRow[],
  events: readonly ReceivedEvent[],
): Promise<void> {
  const templates = engine.seriesMessages[one.name];
  if (!templates) return;
  const resource = measuredResourceOf(one, engine.find);
  const titles = new Map(events.map(({ row_id, payload }) => [row_id, String(payload.title ?? '')]));
  for (const [fact, template] of Object.entries(templates)) {
    const notices = facts
      .filter((each) => each.fact === fact && titles.has(each.row))
      .map(({ row, at, level, value, against }) => {
        const percent = value === undefined || !against ? '' : `${Math.round((value / against) * 100)}`;
        const figure = (number: number | undefined) => (number === undefined ? '' : String(number));
        const values = {
          name: titles.get(row) ?? '',
          level: levelText(one, level ?? 0),
          value: figure(value),
          limit: figure(against),
          percent,
        };
        return { row, values, once: `${one.name} ${row} ${fact} ${at}` };
      });
    if (notices.length > 0) await notifyHolders(engine, tx, resource, template, notices);
  }
}
