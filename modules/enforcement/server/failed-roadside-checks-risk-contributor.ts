import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { roadsideCheck } from '../contract/roadside-check.ts';

/** Roadside checks of the coaches and teams of an enterprise that found something, by result and age. */
export const failedRoadsideChecksRiskContributor: RiskContributor = {
  name: 'enforcement.roadside',
  part: 'findings',
  label: text('路面检查', 'Roadside checks'),
  because: text('近两年路面检查发现问题 {n} 次', 'Roadside checks within two years that found something: {n}'),
  of: roadsideCheck.name,
  since: sql`select min(made_at) from enforcement_roadside_check`,
  select: ({ asOf, halfLife, one }) => sql`select c.enterprise_id, sum(c.weight) as share, count(*) as n,
      (array_agg(c.id order by c.weight desc, c.id desc))[1:20] as row_ids
    from (
      select distinct e.enterprise_id, c.id,
        case c.result when 'referred' then 1 when 'held' then 0.5 when 'corrected' then 0.15 else 0.05 end
          * power(0.5, greatest(0, extract(epoch from ${asOf} - c.made_at)) / 86400 / ${halfLife}) as weight
      from enforcement_roadside_check c left join travel_itinerary i on i.id = c.itinerary_id
        left join crew_vehicle v on v.id = c.vehicle_id
        cross join lateral (values (i.agency_id), (v.enterprise_id)) e (enterprise_id)
      where c.result in ('reminded', 'corrected', 'held', 'referred') and c.made_at <= ${asOf}
        and c.made_at > ${asOf} - interval '2 years' and e.enterprise_id is not null and ${one(sql`e.enterprise_id`)}
    ) c group by c.enterprise_id`,
};
