import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { crewAssigned } from '../../contract/message-templates.ts';
import { formatTripMoment } from '../product/trip-times-as-text-and-calendar-days.ts';
import type { ItineraryWriteHookDependencies } from './itinerary-write-hook-dependencies.ts';

interface CrewMember {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly mobile: string;
  readonly from: number;
  readonly team_no: string;
  readonly route: string | null;
  readonly people: number | null;
  readonly area_code: string;
  readonly agency: string;
}

/** Shown instead of a link where no public address of the platform is set. */
const codeOnPaper = text('见行程单', 'see the itinerary');

/**
 * Notifies guides and drivers of a filed team, each once for the time they are expected: also those who join later,
 * and everybody again when the time changes (domain reference, Appendix E). Drivers are notified once their operator
 * has confirmed.
 */
export async function notifyCrewOfFiledTeam(
  { engine, tx }: { readonly engine: Engine; readonly tx: Transaction },
  id: number,
  { readCode }: Pick<ItineraryWriteHookDependencies, 'readCode'>,
): Promise<void> {
  const crew = await tx.rows<CrewMember>(sql`
    select c.name, c.mobile, floor(date_part('epoch', min(coalesce(c.from_at, i.start_at))))::bigint as "from", i.team_no, i.route, i.tourist_count as people, i.area_code, e.name as agency
    from travel_itinerary i join enterprise e on e.id = i.agency_id cross join lateral (
      select g.name, g.mobile, a.from_at from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = i.id
      union all select d.name, d.mobile, v.from_at from travel_assigned_vehicle v join crew_driver d on d.id in (v.driver_id, v.second_driver_id)
      where v.itinerary_id = i.id and (v.coach_id is null or exists (select from travel_dispatch o
        where o.itinerary_id = i.id and o.vehicle_id = v.vehicle_id and o.driver_id = v.driver_id and o.status = 'confirmed'))) c
    where i.id = ${id} and i.status in ('confirmed', 'departed', 'abnormal') and c.mobile is not null
    group by c.name, c.mobile, i.id, e.id order by 3, 2`);
  if (crew.length === 0) return;
  const address = (engine.settings(siteSettings).address ?? '').replace(/\/+$/, '');
  const code = address === '' ? undefined : await readCode({ engine, tx }, id);
  const link = code ? `${address}/team/${code}` : codeOnPaper['zh-cn'];
  await queueMessages(
    engine,
    tx,
    crewAssigned,
    crew.map(({ name, mobile, from, team_no, route, people, area_code, agency }) => ({
      values: {
        name,
        team_no,
        agency,
        link,
        route: route ?? '',
        people: String(people ?? 0),
        start: formatTripMoment(from),
      },
      to: {
        mobile,
        areaCode: area_code,
        resource: itinerary.name,
        rowId: id,
        rowTitle: team_no,
        once: `team_called ${id} ${from} ${mobile}`,
      },
    })),
  );
}
