import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { licence } from '../contract/licence.ts';

/** Licences of an enterprise that expired and were not renewed: half of the part each. */
export const expiredLicenceRiskContributor: RiskContributor = {
  name: 'enterprise.licences',
  part: 'overdue',
  label: text('许可证过期', 'Expired licences'),
  because: text('许可证过期未换 {n} 份', 'Licences expired and not renewed: {n}'),
  of: licence.name,
  select: ({ asOf, one }) => sql`select l.enterprise_id, count(*) * 0.5 as share, count(*) as n,
      (array_agg(l.id order by l.expire_date, l.id))[1:20] as row_ids
    from enterprise_licence l
    where l.validity = 'expired' and l.expire_date < (${asOf} at time zone 'Asia/Shanghai')::date and ${one(sql`l.enterprise_id`)}
    group by l.enterprise_id`,
};
