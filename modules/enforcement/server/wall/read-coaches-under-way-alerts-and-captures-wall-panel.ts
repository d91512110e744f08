import { maskPlate } from '#kernel/check/mask-personal-data.ts';
import { maxRowIds } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { finding } from '#modules/travel/contract/anomaly/anomaly-finding.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import {
  inJurisdiction,
  type PanelAreaFilter,
  type PanelRequest,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { roadDataSource } from '../../contract/camera-gate-and-positioning-source.ts';
import type { CoachAlertType, CoachPanel } from '../../contract/coaches-in-transit-wall-panels.ts';
import { roadsideCheck } from '../../contract/roadside-check.ts';
import { coachesUnderWaySql } from './coaches-under-way-sql.ts';

const mostHits = 12;
const mostPlates = 20;

interface Live {
  readonly [column: string]: unknown;
  id: number;
  plate: string;
  leaves: boolean;
  expired: boolean;
  since: number;
  place: string;
  /** Key of the team. */
  team: number;
  /** The caller's list of vehicles has it. */
  listed: boolean;
}

/** Coaches under way with teams, provinces of their plates, hits, and camera readings. */
export async function readCoachesUnderWayAlertsAndCapturesWallPanel(context: PanelRequest): Promise<CoachPanel> {
  const { past, now = past ?? new Date() } = context;
  const place = await readPanelAreaFilter(context);
  const live = await readLive(context, place);
  const [hits, ticker] = [await readChecks(context, place, now), await readTicker(context, place, now)];
  const late = live
    .filter((one) => one.expired)
    .map(({ id, plate, since, place: where, team, listed }) => ({
      plate,
      type: 'expired' as CoachAlertType,
      at: since,
      place: where,
      // the office of the team cannot open a coach that is registered elsewhere
      ...(listed ? { of: vehicle.name, id } : { of: itinerary.name, id: team }),
    }));
  const full = await readOverSeats(context, place, now);
  const provinces = new Map<string, Live[]>();
  for (const coach of live) {
    const p = [...coach.plate][0] ?? '';
    provinces.set(p, [...(provinces.get(p) ?? []), coach]);
  }
  const out = live.filter(({ leaves }) => leaves);
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'vehicle',
    state: live.length + hits.length + ticker.length > 0 ? 'ok' : 'empty',
    area: place.area,
    live: live.length,
    in: live.length - out.length,
    out: out.length,
    by_province: [...provinces]
      .map(([p, coaches]) => ({ p, n: coaches.length, ids: idsListed(coaches) }))
      .sort((one, other) => other.n - one.n || one.p.localeCompare(other.p)),
    hits: [...late, ...full, ...hits]
      .sort((one, other) => other.at - one.at)
      .slice(0, mostHits)
      .map(({ plate, ...one }) => ({ plate_masked: maskPlate(plate), ...one })),
    ticker: ticker.map(({ plate, ...one }) => ({ plate_masked: maskPlate(plate), ...one })),
    live_ids: idsListed(live),
    out_ids: idsListed(out),
  };
}

const idsListed = (coaches: readonly Live[]): number[] =>
  coaches.flatMap(({ id, listed }) => (listed ? [id] : [])).slice(0, maxRowIds);

function readLive(context: PanelRequest, place: PanelAreaFilter): Promise<Live[]> {
  return context.database.rows<Live>(
    namePreparedStatement(sql`
    select c.id, c.plate, c.leaves, c.expired, c.team, ${inJurisdiction(context, 'c', 'registered_in')} as listed, floor(extract(epoch from c.since))::bigint as since,
      coalesce((select d.name from system_area d where d.code = c.area_code), c.area_code) as place
    from (${coachesUnderWaySql(context, place)}) c order by c.id`),
  );
}

interface Seen {
  plate: string;
  at: number;
  place: string;
}

interface Hit extends Seen {
  readonly [column: string]: unknown;
  type: CoachAlertType;
  of: string;
  id: number;
}

function readChecks({ database }: PanelRequest, { inside }: PanelAreaFilter, now: Date): Promise<Hit[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return database.rows<Hit>(
    namePreparedStatement(sql`
    select c.id, ${roadsideCheck.name}::text as of, c.plate, c.result as type, floor(extract(epoch from c.createtime))::bigint as at,
      coalesce(c.place_name, (select d.name from system_area d where d.code = c.area_code), c.area_code) as place
    from ${sql.id(tableOf(roadsideCheck))} c
    where ${inside('c')} and c.result <> 'passed' and c.createtime <= ${at} and c.createtime > ${at} - interval '7 days'
    order by c.createtime desc limit ${mostHits}`),
  );
}

/** Coaches under way that a rule found to have too few seats, unless an officer dismissed the finding. */
function readOverSeats({ database }: PanelRequest, { inside }: PanelAreaFilter, now: Date): Promise<Hit[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return database.rows<Hit>(
    namePreparedStatement(sql`
    select f.id, ${finding.name}::text as of, a.plate, 'overseat' as type, floor(extract(epoch from f.createtime))::bigint as at,
      coalesce((select d.name from system_area d where d.code = i.area_code), i.area_code) as place
    from ${sql.id(tableOf(itinerary))} i join travel_assigned_vehicle a on a.itinerary_id = i.id join ${sql.id(tableOf(finding))} f on f.itinerary_id = i.id
    where ${inside('i')} and i.status in ('departed', 'abnormal') and f.code = 'I04' and f.status in ('open', 'confirmed') and f.createtime <= ${at}
      and a.plate is not null order by f.createtime desc limit ${mostHits}`),
  );
}

/**
 * The latest readings of each source of the area, looked up by key: a day has millions. A query over all daily
 * partitions spent more time planning than reading.
 */
function readTicker({ database }: PanelRequest, { inside }: PanelAreaFilter, now: Date): Promise<Seen[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return database.rows<Seen>(
    namePreparedStatement(sql`
    select p.plate, floor(extract(epoch from p.at))::bigint as at, coalesce(p.spot, s.name) as place
    from ${sql.id(tableOf(roadDataSource))} s cross join lateral (
      select c.plate, c.spot, c.at from enforcement_capture c
      where c.of_id = s.id and c.at <= ${at} and c.at > ${at} - interval '1 day' order by c.at desc limit ${mostPlates}) p
    where ${inside('s')} and s.open order by p.at desc limit ${mostPlates}`),
  );
}
