import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { country, type PanelArea } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, can, onBehalfOf } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { areaOfRowSql } from '#server/read/scope/areas-where-row-is-seen-sql.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { alertAcknowledgement } from '../contract/acknowledgement-of-wall-alert.ts';
import {
  type DeadlineAlert,
  type DeadlineAlertPanel,
  deadlineAlertLeadSeconds,
} from '../contract/deadline-alert-panel.ts';

const mostAlerts = 40;
const mostCounted = 1001;

const already = text('{name}已确认', '{name} has already acknowledged it');

/** Resources with deadlines that the caller may list. */
const watched = (engine: Engine, caller: Caller): readonly AnyResource[] =>
  engine.resources.filter((one) => one.life?.clocks && can(caller, `${one.name}/index`));

/** SQL: whether a time limit of the row of alias `t` runs that means that somebody is in danger. */
function isUrgent({ name, life }: AnyResource): Sql {
  const urgent = Object.entries(life?.clocks ?? {}).flatMap(([clock, one]) => (one.urgent ? [clock] : []));
  if (urgent.length === 0) return sql`false`;
  return sql`exists (select from deadline u where u.resource = ${name} and u.row_id = t.id and u.status in ('running', 'overdue')
    and u.clock = any(${urgent}::text[]))`;
}

/**
 * Select of the rows of one resource whose deadline ends within a day or has passed, as far as the caller sees them;
 * `only`: one row.
 */
function alertsOf(
  engine: Engine,
  caller: Caller,
  resource: AnyResource,
  area: PanelArea | undefined,
  only?: number,
): Sql {
  const at = areaOfRowSql(resource, engine.find);
  const conditions: Condition[] = [{ field: 'due_at', operator: 'NOT NULL', value: '' }];
  if (area && area.code !== country.code && at)
    conditions.push({ field: 'area_code', operator: '=', value: area.code });
  if (only !== undefined) conditions.push(...toListConditions([['id', '=', String(only)]], ''));
  return sql`select ${resource.name}::text as resource, ${isUrgent(resource)} as urgent, t.id, ${headingColumn(resource, engine.find, caller.locale)}::text as title,
      t.status::text as status, t.due_at, t.due_unit, ${at ? sql.raw(at) : sql`null::text`} as area
    from ${sql.id(tableOf(resource))} t
    where ${whereOfList(engine, resource, caller, { conditions, quickSearch: '' })} and t.due_at <= now() + make_interval(secs => ${deadlineAlertLeadSeconds})`;
}

/** Reads the alerts: unacknowledged ones first, each part ordered by deadline. */
export async function readDeadlineAlerts(
  engine: Engine,
  caller: Caller,
  area: PanelArea,
  now = new Date(),
): Promise<DeadlineAlertPanel> {
  const head = { asof: Math.floor(now.getTime() / 1000), source: 'deadline', area };
  const resources = watched(engine, caller);
  if (resources.length === 0) return { ...head, state: 'empty', open: 0, alerts: [] };
  const noted = sql`left join screen_duty d on d.resource = a.resource and d.row_id = a.id and d.deadline = date_trunc('second', a.due_at)`;
  const parts = resources.map((one) => alertsOf(engine, caller, one, area));
  // only the first rows per resource and part: the shown ones are among them, and no more have to be sorted
  const firsts = parts.flatMap((part) =>
    [sql`d.id is null`, sql`d.id is not null`].map(
      (which) =>
        sql`(select a.*, d.name, d.createtime from (${part}) a ${noted} where ${which} order by a.due_at, a.id limit ${mostAlerts})`,
    ),
  );
  const counts = parts.map(
    (part) =>
      sql`(select count(*)::int from (select from (${part}) a ${noted} where d.id is null limit ${mostCounted}) c)`,
  );
  const row = await engine.db.row<{ open: number; alerts: DeadlineAlert[] }>(sql`
    select least(${mostCounted}, ${sql.join(counts, ' + ')}) as open, coalesce((select json_agg(f) from (
      select resource, id, urgent, coalesce(title, '') as title, status, floor(extract(epoch from due_at))::bigint as due_at, due_unit,
        (select s.name from system_area s where s.code = e.area) as area_name,
        case when name is not null then json_build_object('name', name, 'at', floor(extract(epoch from createtime))::bigint) end as acknowledged
      from (${sql.join(firsts, ' union all ')}) e order by name is not null, not urgent, e.due_at, resource, id limit ${mostAlerts}) f), '[]') as alerts`);
  const alerts = row?.alerts ?? [];
  return { ...head, state: alerts.length > 0 ? 'ok' : 'empty', open: row?.open ?? 0, alerts };
}

/**
 * Acknowledges a deadline in the name of the person on duty. Refuses where the caller does not see the row, or it was
 * already acknowledged.
 */
export async function acknowledgeDeadlineAlert(
  engine: Engine,
  caller: Caller,
  { resource: name, id, duty: who }: { resource: string; id: number; duty: unknown },
): Promise<void> {
  const resource = watched(engine, caller).find((one) => one.name === name);
  if (!resource) throw notFound();
  const read = () =>
    engine.db.row<{ title: string | null; due_at: number; area: string | null; name: string | null }>(sql`
    select a.title, a.area, floor(extract(epoch from a.due_at))::bigint as due_at, d.name
    from (${alertsOf(engine, caller, resource, undefined, id)}) a
    left join screen_duty d on d.resource = a.resource and d.row_id = a.id and d.deadline = date_trunc('second', a.due_at)`);
  const refuseAcknowledged = (by: string) =>
    new Refused(already, { values: { name: by }, data: { reason: 'duplicate' } });
  const found = await read();
  if (!found) throw notFound();
  if (found.name !== null) throw refuseAcknowledged(found.name);
  const set = { resource: name, row_id: id, title: found.title ?? '', deadline: found.due_at, area_code: found.area };
  try {
    await write(engine, alertAcknowledgement, onBehalfOf(caller), {
      operation: 'add',
      input: { name: who },
      set,
      unread: true,
    });
  } catch (error) {
    // somebody else was faster: the error names the person, like for a later caller
    const first = error instanceof Refused ? (await read())?.name : null;
    throw typeof first === 'string' ? refuseAcknowledged(first) : error;
  }
}
