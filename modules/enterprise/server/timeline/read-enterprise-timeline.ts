import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { EnterpriseTimelineContributor } from '#server/platform/enterprise-timeline-contributor.ts';
import { mayReadResource } from '#server/read/row/read-row-title-and-status-if-visible.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { type EnterpriseTimeline, timelineStepsPerPeriod } from '../../contract/enterprise-timeline-answer-types.ts';

const pageSize = 50;

export interface TimelineRequest {
  readonly id: number;
  /** First day, and the day after the last. */
  readonly from: string;
  readonly to: string;
  /** Kinds of the list. Undefined: all. */
  readonly kinds: readonly string[] | undefined;
  /** Where the page before ended. */
  readonly before: string | null;
}

interface Event {
  readonly lane: number;
  readonly key: number;
  readonly id: number;
  readonly at: number;
  readonly until: number | null;
  readonly title: string | null;
  readonly state: string | null;
}

interface Found {
  readonly [column: string]: unknown;
  readonly marks: readonly (Event & { readonly step: number; readonly n: number })[];
  /** With the microseconds since 1970, for the place of the next page. */
  readonly list: readonly (Event & { readonly micros: number })[];
}

/** Contributors in the order of their lanes, as far as the caller may read their resources, with what is visible. */
const readable = (engine: Engine, caller: Caller, contributors: readonly EnterpriseTimelineContributor[]) =>
  contributors.flatMap((by) => {
    const resource = engine.find(by.of);
    if (!resource || !mayReadResource(resource, caller)) return [];
    return [{ by, visible: scopeOf(resource, caller, engine.find) ?? sql`true` }];
  });

function afterPlace(before: string | null): Sql {
  const [at, lane, key] = /^-?\d{1,16}\.\d{1,2}\.\d{1,15}$/.test(before ?? '') ? (before ?? '').split('.') : [];
  return at === undefined || lane === undefined || key === undefined
    ? sql`true`
    : sql`(e.at, e.lane, e.key) < ('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond', ${lane}::int, ${key}::bigint)`;
}

const seconds = (of: Sql) => sql`floor(extract(epoch from ${of}))::bigint`;
const nothingHappened = sql`select 0 as lane, 0::bigint as key, 0::bigint as id, now() as at, now() as until, '' as title, '' as state where false`;

/**
 * What happened to an enterprise within a period, as far as the caller may see it, in one statement: the number of each
 * kind, marks for an axis, and a page of the list. Throws `Refused` (not found) if the caller does not see the enterprise.
 */
export async function readEnterpriseTimeline(
  engine: Engine,
  caller: Caller,
  contributors: readonly EnterpriseTimelineContributor[],
  { id, from, to, kinds, before }: TimelineRequest,
): Promise<EnterpriseTimeline> {
  const lanes = readable(engine, caller, contributors);
  const begin = sql`(${from}::date::timestamp at time zone 'Asia/Shanghai')`;
  const end = sql`(${to}::date::timestamp at time zone 'Asia/Shanghai')`;
  const events = lanes.map(
    ({ by, visible }, lane) => sql`select ${lane}::int as lane, e.*
      from (${by.select({ enterprise: sql`${id}::bigint`, visible })}) e (key, id, at, until, title, state)
      where e.at < ${end} and coalesce(e.until, e.at) >= ${begin}`,
  );
  const listed = lanes.flatMap(({ by }, lane) => (kinds === undefined || kinds.includes(by.kind) ? [lane] : []));
  const scope = scopeOf(enterprise, caller, engine.find);
  const found =
    await engine.db.row<Found>(sql`with event as materialized (${events.length > 0 ? sql.join(events, ' union all ') : nothingHappened}),
      mark as (
        select e.lane, width_bucket(date_part('epoch', greatest(e.at, ${begin})), date_part('epoch', ${begin}), date_part('epoch', ${end}), ${timelineStepsPerPeriod}::int) as step,
          count(*)::int as n, max(e.key) as key, max(e.id) as id, ${seconds(sql`min(e.at)`)} as at, ${seconds(sql`max(e.until)`)} as until,
          max(e.title collate "C") as title, max(e.state collate "C") as state
        from event e group by 1, 2),
      page as (
        select e.lane, e.key, e.id, ${seconds(sql`e.at`)} as at, (extract(epoch from e.at) * 1000000)::bigint as micros,
          ${seconds(sql`e.until`)} as until, e.title, e.state
        from event e where e.lane = any(${listed}::int[]) and ${afterPlace(before)}
        order by e.at desc, e.lane desc, e.key desc limit ${pageSize + 1}::int)
    select (select coalesce(json_agg(m order by m.lane, m.step), '[]') from mark m) as marks,
      (select coalesce(json_agg(p order by p.micros desc, p.lane desc, p.key desc), '[]') from page p) as list
    from enterprise t where t.id = ${id} and ${scope ?? sql`true`}`);
  if (!found) throw notFound();
  const kindOf = (lane: number) => lanes[lane]?.by.kind ?? '';
  const list = found.list.slice(0, pageSize);
  const last = list.at(-1);
  return {
    lanes: lanes.map(({ by: { kind, label, of, state } }, at) => ({
      kind,
      label: { 'zh-cn': label['zh-cn'], en: label.en },
      of,
      state,
      n: found.marks.reduce((sum, { lane, n }) => (lane === at ? sum + n : sum), 0),
    })),
    marks: found.marks.map(({ lane, ...mark }) => ({ kind: kindOf(lane), ...mark })),
    list: list.map(({ lane, micros: _, ...event }) => ({ kind: kindOf(lane), ...event })),
    next: found.list.length > pageSize && last ? `${last.micros}.${last.lane}.${last.key}` : null,
  };
}
