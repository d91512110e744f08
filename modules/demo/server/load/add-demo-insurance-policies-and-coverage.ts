import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { insurancePolicyKinds } from '#modules/insurance/contract/insurance-policy.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Kind of insurance per trade. */
const kinds: Readonly<Record<'agency' | 'coach', keyof typeof insurancePolicyKinds>> = {
  agency: 'liability',
  coach: 'carrier',
};
const insurers = [
  '中国人民财产保险股份有限公司',
  '中国平安财产保险股份有限公司',
  '中国太平洋财产保险股份有限公司',
  '中华联合财产保险股份有限公司',
];

/**
 * Insurance policies of generated agencies and coach firms: liability for a year each (旅行社条例 Art. 38), carrier
 * liability of coach firms. Of a hundred, four have expired, six expire within a month, three await verification. One
 * statement, by the id of the enterprise, so that repeated runs on the same data give the same result.
 */
export async function addDemoInsurancePoliciesAndCoverage({ db }: Engine): Promise<void> {
  const today = shanghaiToday();
  await db.query(
    `with holder as (
       select e.id, e.ent_type, ('x' || substr(md5(e.id || 'policy'), 1, 6))::bit(24)::int as dice
       from enterprise e where e.ent_type in ('agency', 'coach') and e.status in ('active', 'change_pending', 'suspended')
         and not exists (select from insurance_policy p where p.enterprise_id = e.id)
     ), term as (
       select *, ($1::date - (case when dice % 100 < 4 then 370 + dice % 60 when dice % 100 < 10 then 336 + dice % 28 else 20 + dice % 300 end)) as from_on from holder
     ), made as (
       select *, (from_on + interval '1 year' - interval '1 day')::date as to_on, dice % 100 between 10 and 12 as waits from term
     )
     insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on, per_person_limit, per_event_limit, annual_limit, premium, verification, validity, status, createtime, updatetime)
     select id, $3::jsonb ->> ent_type, ($2::text[])[1 + dice % 4],
       'P' || (case ent_type when 'agency' then 'ZLXS' else 'ZCYR' end) || to_char(from_on, 'YYYY') || '5301' || lpad(id::text, 8, '0'), from_on, to_on,
       (20 + dice % 4 * 10) * 1000000, (400 + dice % 3 * 200) * 1000000, (1000 + dice % 5 * 200) * 1000000, (3000 + dice % 9000) * 100,
       case when waits then 'unverified' else 'verified' end,
       case when waits then null when to_on < $1::date then 'expired' when to_on < $1::date + 30 then 'expiring' else 'valid' end,
       case when waits then 'pending' else 'valid' end, from_on, from_on
     from made order by id`,
    [today, insurers, kinds],
  );
  // an enterprise with an expired or unverified policy is uninsured
  await db.query(
    `insert into insurance_coverage (enterprise_id, name, area_code, covered_to, gap_from, premiums, status)
     select e.id, e.name, e.area_code, p.to_on, case when p.id is null then coalesce(o.to_on + 1, e.createtime::date) end, coalesce(p.premium, o.premium, 0),
       case when p.id is not null then 'covered' when e.id % 3 = 0 then 'urged' else 'gap' end
     from enterprise e
       left join insurance_policy p on p.enterprise_id = e.id and p.validity in ('valid', 'expiring')
       left join insurance_policy o on o.enterprise_id = e.id and o.validity = 'expired'
     where e.ent_type = 'agency' and e.status in ('active', 'change_pending', 'suspended')
     order by e.id on conflict (enterprise_id) do nothing`,
  );
  await db.query(`update insurance_coverage set cover_by = $1::date + 5 where status = 'urged'`, [today]);
}
