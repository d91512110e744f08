import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { RewardRule } from '#modules/reward/contract/amount-rule-of-reward-policy.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

type Step = Pick<RewardRule, 'kind' | 'unit' | 'min_pax' | 'min_nights'> & {
  readonly no: number;
  readonly amount: number;
  readonly cap_per_group?: number;
  readonly cap_per_year?: number;
  readonly min_vehicles?: number;
  readonly min_year?: number;
};

const overnight = { no: 1, kind: 'overnight', unit: 'person_night', cap_per_year: 20_000_000 } as const;
const rules: readonly Step[] = [
  { ...overnight, min_pax: 20, min_nights: 1, amount: 1000, cap_per_group: 500_000 },
  { ...overnight, min_pax: 50, min_nights: 2, amount: 1500, cap_per_group: 800_000 },
  { no: 1, kind: 'charter', min_pax: 50, min_nights: 1, unit: 'person', amount: 6000 },
  { no: 1, kind: 'train', min_pax: 300, min_nights: 1, unit: 'person', amount: 3000 },
  {
    no: 2,
    kind: 'day_tour',
    min_pax: 30,
    min_nights: 0,
    unit: 'person',
    amount: 3000,
    cap_per_group: 300_000,
  },
  { no: 2, kind: 'self_drive', min_pax: 20, min_nights: 1, min_vehicles: 5, unit: 'vehicle', amount: 5000 },
  { no: 3, kind: 'overnight', min_pax: 8, min_nights: 1, unit: 'person_night', amount: 1000, cap_per_group: 300_000 },
  { no: 3, kind: 'overnight', min_pax: 20, min_nights: 2, unit: 'person_night', amount: 1500, cap_per_group: 500_000 },
  { no: 3, kind: 'overnight', min_pax: 20, min_nights: 2, min_year: 300, unit: 'person_night', amount: 1800 },
];

/** Document number of the policy that generated agencies apply for. */
export const claimedPolicyNumber = (year: string): string => `文旅发〔${year}〕26号`;

/** Reward policies of a fictitious bureau (domain reference §2.P): two open, one still a draft. */
export async function addDemoRewardPolicies({ db }: Engine, areaCode: string): Promise<void> {
  const today = shanghaiToday();
  const year = today.slice(0, 4);
  const [from, until] = [addDays(today, -90), addDays(today, 180)];
  const dated = { starts_on: from, ends_on: until, area_code: areaCode, credit: 'B' };
  const policies = [
    {
      no: 1,
      ...dated,
      name: `${year} 年引客入滇奖励办法`,
      doc_no: `文旅发〔${year}〕18号`,
      budget: 100_000_000,
      declare_hours: 24,
      status: 'open',
      materials: ['itinerary', 'tourists', 'lodging'],
    },
    {
      no: 2,
      ...dated,
      name: `${year} 年自驾游与一日游奖励办法（征求意见稿）`,
      doc_no: `文旅发〔${year}〕31号`,
      budget: 30_000_000,
      declare_hours: 0,
      status: 'draft',
      materials: ['itinerary', 'tourists', 'lodging'],
    },
    {
      no: 3,
      ...dated,
      name: `${year} 年秋冬过夜团队奖励`,
      doc_no: claimedPolicyNumber(year),
      budget: 2_000_000,
      declare_hours: 0,
      status: 'open',
      materials: [],
    },
  ];
  await db.query(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb) r (no int, name text, doc_no text, starts_on date, ends_on date,
        budget bigint, declare_hours int, status text, materials text[], area_code text, credit text)
    ), made as (
      insert into reward_policy (name, doc_no, starts_on, ends_on, budget, eligible, declare_hours, apply_days, materials, area_code, credit, status)
      select name, doc_no, starts_on, ends_on, budget, '{agency}', declare_hours, 20, materials, area_code, credit, status from given order by no
      on conflict do nothing returning id, doc_no
    )
    insert into reward_rule (policy_id, kind, min_pax, min_nights, min_vehicles, min_year, unit, amount, cap_per_group, cap_per_year, exclude_area, weigh)
    select m.id, r.kind, r.min_pax, r.min_nights, r.min_vehicles, r.min_year, r.unit, r.amount, r.cap_per_group, r.cap_per_year,
      case when r.no < 3 then left(${areaCode}, 2) || '0000' end, r.weigh
    from made m join given g using (doc_no) join jsonb_to_recordset(${JSON.stringify(rules.map((one, weigh) => ({ ...one, weigh: weigh + 1 })))}::jsonb)
      r (no int, kind text, min_pax int, min_nights int, min_vehicles int, min_year int, unit text, amount bigint, cap_per_group bigint,
        cap_per_year bigint, weigh int) on r.no = g.no`);
}
