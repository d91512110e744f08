import { addDays, shanghaiToday } from '#kernel/calendar.ts';
import type { Rule } from '#modules/reward/contract/rule.ts';
import type { Engine } from '#server/engine.ts';

type Step = Pick<Rule, 'kind' | 'unit' | 'min_pax' | 'min_nights'> & {
  readonly status: 'open' | 'draft';
  /** In cents. */
  readonly amount: number;
  readonly cap_per_group?: number;
  readonly cap_per_year?: number;
};

const overnight = { status: 'open', kind: 'overnight', unit: 'person_night', cap_per_year: 20_000_000 } as const;
const rules: readonly Step[] = [
  { ...overnight, min_pax: 20, min_nights: 1, amount: 1000, cap_per_group: 500_000 },
  { ...overnight, min_pax: 50, min_nights: 2, amount: 1500, cap_per_group: 800_000 },
  { status: 'open', kind: 'charter', min_pax: 50, min_nights: 1, unit: 'person', amount: 6000 },
  { status: 'open', kind: 'train', min_pax: 300, min_nights: 1, unit: 'person', amount: 3000 },
  {
    status: 'draft',
    kind: 'day_tour',
    min_pax: 30,
    min_nights: 0,
    unit: 'person',
    amount: 3000,
    cap_per_group: 300_000,
  },
  { status: 'draft', kind: 'self_drive', min_pax: 20, min_nights: 1, unit: 'vehicle', amount: 5000 },
];

/** Promises of an invented bureau to those who bring guests (domain reference §2.P): one that is open, one still a draft. */
export async function inventRewards({ db }: Engine, areaCode: string): Promise<void> {
  const today = shanghaiToday();
  const year = today.slice(0, 4);
  await db.query(
    `with given (name, doc_no, starts_on, ends_on, budget, declare_hours, status, at) as (values
       ($1::text, $2::text, $3::date, $4::date, 100000000, 24, 'open', 1),
       ($5, $6, $3, $4, 30000000, 0, 'draft', 2)
     ), made as (
       insert into reward_policy (name, doc_no, starts_on, ends_on, budget, eligible, declare_hours, apply_days, materials, area_code, status)
       select name, doc_no, starts_on, ends_on, budget, '{agency}', declare_hours, 20, '{itinerary,tourists,lodging}', $7, status from given order by at
       on conflict do nothing returning id, status
     )
     insert into reward_rule (policy_id, kind, min_pax, min_nights, unit, amount, cap_per_group, cap_per_year, exclude_area, weigh)
     select m.id, r.kind, r.min_pax, r.min_nights, r.unit, r.amount, r.cap_per_group, r.cap_per_year, left($7, 2) || '0000', r.weigh
     from made m join jsonb_to_recordset($8::jsonb) r (status text, kind text, min_pax int, min_nights int, unit text, amount bigint,
       cap_per_group bigint, cap_per_year bigint, weigh int) on r.status = m.status`,
    [
      ...[`${year} 年引客入滇奖励办法`, `文旅发〔${year}〕18号`, addDays(today, -90), addDays(today, 180)],
      ...[`${year} 年自驾游与一日游奖励办法（征求意见稿）`, `文旅发〔${year}〕31号`, areaCode],
      JSON.stringify(rules.map((one, weigh) => ({ ...one, weigh: weigh + 1 }))),
    ],
  );
}
