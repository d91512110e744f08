import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { effectiveListingStates } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { creditScore } from '../contract/credit-score.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';

/** The grade of an enterprise by credit: C is four tenths of the part, D seven, E the whole. */
const gradeContributor: RiskContributor = {
  name: 'credit.grade',
  part: 'credit',
  label: text('信用等级', 'Credit grade'),
  because: text('信用等级 C 级以下', 'Credit grade C or below'),
  of: creditScore.name,
  since: sql`select min(createtime) from credit_score`,
  select: ({
    one,
  }) => sql`select s.enterprise_id, case s.grade when 'C' then 0.4 when 'D' then 0.7 else 1 end as share, 1 as n, array[s.id] as row_ids
    from credit_score s where s.status = 'scored' and s.grade in ('C', 'D', 'E') and ${one(sql`s.enterprise_id`)}`,
};

/** Enterprises on a list of dishonesty are drawn and may be checked as those of a class at least this risky. */
const listedContributor = (list: 'minor' | 'serious', atLeast: 'C' | 'D'): RiskContributor => ({
  name: `credit.${list}`,
  part: 'credit',
  label: text('失信名单', 'List of dishonesty'),
  because:
    list === 'serious'
      ? text('列入严重失信主体', 'Listed for serious dishonesty')
      : text('列入轻微失信主体', 'Listed for minor dishonesty'),
  of: creditListing.name,
  since: sql`select min(published_on)::timestamp at time zone 'Asia/Shanghai' from credit_listing`,
  atLeast,
  select: ({
    asOf,
    one,
  }) => sql`select l.enterprise_id, ${list === 'serious' ? 1 : 0.5}::float8 as share, count(*) as n, array_agg(l.id order by l.id) as row_ids
    from credit_listing l
    where l.list = ${list} and l.subject = 'enterprise' and l.status = any(${[...effectiveListingStates]}::text[])
      and l.published_on <= (${asOf} at time zone 'Asia/Shanghai')::date and ${one(sql`l.enterprise_id`)}
    group by l.enterprise_id`,
});

/** What credit means for the risk class, and so for draws, cycles and the limits of checks (domain reference §2.N). */
export const creditRiskContributors: readonly RiskContributor[] = [
  gradeContributor,
  listedContributor('minor', 'C'),
  listedContributor('serious', 'D'),
];
