import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Interval } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { coachHireOrder } from '#modules/coach-rental/contract/coach-hire-enquiry-and-order-of-coach-firm.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { roadDataSource } from '#modules/enforcement/contract/camera-gate-and-positioning-source.ts';
import { plateCapture } from '#modules/enforcement/contract/plate-gate-and-position-time-series.ts';
import { can, systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readOfficersGroupedByPermissions } from '#server/message/officers-grouped-by-permissions.ts';
import { sendInboxMessageAboutRows } from '#server/message/send-inbox-message-about-rows.ts';
import { urlPathOfFilteredList } from '#server/read/list/url-path-of-filtered-list.ts';
import { hasCountyDuties } from '#server/read/scope/areas-where-caller-acts-at-office-level.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { write } from '#server/write/write-pipeline.ts';
import { unfiledCoach } from '../../contract/anomaly/coach-seen-without-filed-team.ts';
import { statesInStatistics } from '../../contract/itinerary/team-itinerary-lifecycle.ts';
import { unfiledCoachesFound } from '../../contract/message-templates.ts';
import {
  type AreaThresholdOverride,
  applyAreaOverrides,
  ruleOverridesFromSettings,
} from './anomaly-rule-threshold-overrides.ts';
import {
  describeCoachWithoutFiledTeam,
  findCoachWithoutFiledTeam,
  type PlateSeenByCamera,
  coachWithoutFiledTeamRule as rule,
} from './rule/coach-without-filed-team.ts';
import type { RuleOverrides } from './rule/find-anomalies-by-all-rules.ts';

/** Whole days before today to search: readings may arrive two days late. */
const daysBack = 2;

interface SearchResult {
  /** Coaches checked, and findings stored. */
  coaches: number;
  stored: number;
}

interface CapturedCoach {
  readonly [column: string]: unknown;
  readonly plate: string;
  readonly area_code: string;
  readonly vehicle_id: number | null;
  readonly captures: readonly { readonly at: number; readonly place: string }[];
  readonly filed: readonly Interval[];
  readonly recorded: boolean;
  readonly hired_by: string | null;
}

/**
 * Searches the captures of the last whole days for tour coaches without a team, by plate in batches, and stores them,
 * once per day and area (I14). Running it again stores nothing twice.
 */
export async function storeUnfiledCoachesFoundInCaptures(
  engine: Engine,
  { signal, together = 500, today = shanghaiToday() }: { signal?: AbortSignal; together?: number; today?: string } = {},
): Promise<SearchResult> {
  const seen = { coaches: 0 };
  if (ruleOverridesFromSettings(engine).I14?.rests) return { ...seen, stored: 0 };
  const tuningOf = await readAreaTunings(engine);
  let stored = 0;
  for (let back = daysBack; back > 0; back -= 1) {
    const day = addDays(today, -back);
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal?.throwIfAborted();
      const from: string = after;
      after = await engine.db.transaction(async (tx) => {
        const coaches = await readCoaches(tx, day, from, together);
        seen.coaches += coaches.length;
        for (const one of coaches) {
          if (await storeCoach({ engine, tx }, day, one, tuningOf(one.area_code))) stored += 1;
        }
        return coaches.at(-1)?.plate;
      });
    }
  }
  await notifyNewCoaches(engine, addDays(today, -daysBack));
  return { ...seen, stored };
}

/** Thresholds of the rule by area; the nearest area applies. */
async function readAreaTunings(engine: Engine): Promise<(area: string) => RuleOverrides> {
  const rows = await engine.db.rows<AreaThresholdOverride & { area_code: string; [column: string]: unknown }>(sql`
    select area_code, parameter, value from travel_threshold where starts_with(parameter, 'I14.') order by area_code`);
  const base = ruleOverridesFromSettings(engine);
  // codes of nearer areas sort later
  return (area) =>
    applyAreaOverrides(
      base,
      rows.filter((one) => area.startsWith(areaPrefix(one.area_code))),
    );
}

/**
 * The next tour coaches captured on a day, with their captures by area and their teams around that day. Small
 * vehicles with drivers are left out: they are often private.
 */
const readCoaches = (tx: Transaction, day: string, after: string, together: number): Promise<CapturedCoach[]> => {
  const begins = sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`;
  const within = sql`c.at >= ${begins} and c.at < ${begins} + interval '1 day'`;
  return tx.rows<CapturedCoach>(sql`
    with p as materialized (
      select c.plate, (select v.id from ${sql.id(tableOf(vehicle))} v where v.plate = c.plate and v.status not in ('returned', 'scrapped') and v.type <> 'small' limit 1) as vehicle_id
      from ${sql.id(tableOf(plateCapture))} c where ${within} and c.plate > ${after}
        and (c.type = 'tour_coach' or exists (select from ${sql.id(tableOf(vehicle))} v
          where v.plate = c.plate and v.status not in ('returned', 'scrapped') and v.type <> 'small'))
      group by c.plate order by c.plate limit ${together})
    select p.plate, s.area_code, p.vehicle_id,
      json_agg(json_build_object('at', floor(extract(epoch from c.at))::bigint, 'place', coalesce(c.spot, s.name)) order by c.at) as captures,
      (select coalesce(json_agg(json_build_object('from', floor(extract(epoch from coalesce(a.from_at, i.start_at)))::bigint,
          'to', floor(extract(epoch from coalesce(a.to_at, i.end_at)))::bigint)), '[]')
        from travel_assigned_vehicle a join travel_itinerary i on i.id = a.itinerary_id
        where a.vehicle_id = p.vehicle_id and i.status = any(${[...statesInStatistics]}::text[])
          and i.start_at < ${begins} + interval '2 days' and i.end_at > ${begins} - interval '1 day') as filed,
      (select o.agency from ${sql.id(tableOf(coachHireOrder))} o where o.vehicle_id = p.vehicle_id and o.status in ('dispatched', 'running', 'finished')
          and o.from_at < ${begins} + interval '1 day' and o.to_at > ${begins} order by o.from_at, o.id limit 1) as hired_by,
      exists (select from travel_unfiled_coach k where k.on_date = ${day}::date and k.plate = p.plate and k.area_code = s.area_code) as recorded
    from p join ${sql.id(tableOf(plateCapture))} c on c.plate = p.plate and ${within} join ${sql.id(tableOf(roadDataSource))} s on s.id = c.of_id
    group by p.plate, p.vehicle_id, s.area_code order by p.plate, s.area_code`);
};

async function storeCoach(
  { engine, tx }: { engine: Engine; tx: Transaction },
  day: string,
  { plate, area_code, vehicle_id, captures, filed, recorded, hired_by }: CapturedCoach,
  tuning: RuleOverrides,
): Promise<boolean> {
  if (recorded) return false;
  const read = captures.map((one): PlateSeenByCamera => ({ ...one, plate, tour_coach: true }));
  const found = findCoachWithoutFiledTeam(read, filed, { ...rule.parameters, ...tuning.I14?.parameters });
  if (!found) return false;
  const description = describeCoachWithoutFiledTeam(found);
  const set = {
    plate,
    vehicle_id,
    hired_by,
    area_code,
    on_date: day,
    spot: found.first.place,
    times: found.times,
    first_at: found.first.at,
    last_at: found.last.at,
    severity: rule.severity,
    summary: description['zh-cn'],
    summary_en: description.en,
    article: rule.article['zh-cn'],
    article_en: rule.article.en,
  };
  await write(engine, unfiledCoach, systemCaller(), { operation: 'add', input: {}, set, unread: true }, tx);
  return true;
}

/**
 * Notifies the officers of each county of the coaches found since their last message. What an interrupted run did not
 * report is in the message of the next.
 */
async function notifyNewCoaches(engine: Engine, since: string): Promise<void> {
  const opens = urlPathOfFilteredList(
    unfiledCoach,
    [{ field: 'status', operator: '=', value: 'open' }],
    'last_at,desc',
  );
  for (const { caller, ids } of await readOfficersGroupedByPermissions(engine.db)) {
    if (!can(caller, `${unfiledCoach.name}/confirm`) || !hasCountyDuties(engine.reference, caller.areaCode)) continue;
    const here = await engine.db.row<{ n: number; last: number | null }>(sql`
      select count(*)::int as n, max(t.id) as last from travel_unfiled_coach t
      where t.on_date >= ${since} and t.status = 'open' and ${scopeOf(unfiledCoach, caller, engine.find) ?? sql`true`}
        and t.id > coalesce((select max(split_part(m.once, ' ', 2)::bigint) from message_notice m
          where m.admin_id = any(${[...ids]}::bigint[]) and m.template_code = ${unfiledCoachesFound.code}), 0)`);
    if (!here?.n) continue;
    const notification = { values: { n: String(here.n) }, opens, once: `unfiled ${here.last}` };
    await sendInboxMessageAboutRows(engine, engine.db, unfiledCoachesFound, { type: 'admin', ids }, notification);
  }
}
