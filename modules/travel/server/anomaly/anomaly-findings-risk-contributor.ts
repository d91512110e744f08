import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { finding } from '../../contract/anomaly/anomaly-finding.ts';

/**
 * Findings in the teams of an agency within a year, by severity and age. What an officer confirmed counts in full, what
 * nobody has reviewed yet half, a false alarm nothing.
 */
export const anomalyFindingsRiskContributor: RiskContributor = {
  name: 'travel.findings',
  part: 'itinerary',
  label: text('行程异常', 'Itinerary findings'),
  because: text('近一年团队行程异常 {n} 条', 'Findings in itineraries within a year: {n}'),
  of: finding.name,
  since: sql`select min(createtime) from travel_finding`,
  select: ({ asOf, halfLife, one }) => sql`select f.enterprise_id, sum(f.weight) as share, count(*) as n,
      (array_agg(f.id order by f.weight desc, f.id desc))[1:20] as row_ids
    from (
      select i.agency_id as enterprise_id, f.id,
        case f.severity when '3' then 0.4 when '2' then 0.15 else 0.05 end * case f.status when 'confirmed' then 1 else 0.5 end
          * power(0.5, greatest(0, extract(epoch from ${asOf} - f.createtime)) / 86400 / ${halfLife}) as weight
      from travel_finding f join travel_itinerary i on i.id = f.itinerary_id
      where f.status in ('open', 'confirmed') and f.createtime <= ${asOf} and f.createtime > ${asOf} - interval '1 year'
        and ${one(sql`i.agency_id`)}
    ) f group by f.enterprise_id`,
};
