import { field } from '#kernel/field/field.ts';
import { centsToYuan } from '#kernel/kind/money.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { rewardPolicy } from '../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';
import {
  budgetReservingRewardStates,
  paidRewardStates,
} from '../contract/reward-application-states-paid-or-reserving-budget.ts';
import type { RewardPolicyUptake } from '../contract/reward-policy-budget-agencies-and-guest-origins-answer-type.ts';
import { teamNightsSql } from './claim/team-departure-return-and-nights-sql.ts';

/** Maximum agencies and provinces listed, the largest first. */
const maxAgencies = 50;
const mostProvinces = 34;

interface PolicyTerms {
  readonly [column: string]: unknown;
  readonly budget: number;
  readonly starts_on: string;
  readonly ends_on: string;
}

const progress: JsonSchema<RewardPolicyUptake> = object({
  budget: string,
  days: list(object({ day: string, left: string, paid: string })),
  agencies: list(
    object({
      id: key,
      name: string,
      applications: integer,
      pax: integer,
      nights: integer,
      amount: string,
      paid: string,
      fails: integer,
      warns: integer,
    }),
  ),
  sources: list(object({ code: string, name: string, n: integer })),
});

/**
 * `GET standing`: uptake of a policy. The remaining budget is reported in full, day by day; agencies and origins of
 * guests only from applications the caller sees.
 */
const standing = call({
  gate: 'rule',
  node: `${rewardApplication.name}/index`,
  summary: text('政策执行情况：预算消耗、旅行社、客源地', 'Policy progress: budget use, agencies, source markets'),
  limit: { perMinute: 60 },
  input: { id: field.integer(text('政策编号', 'Policy ID'), { required: true, min: 1 }) },
  answer: progress,
  async run({ engine, caller, input }) {
    const { db, find } = engine;
    const mine = scopeOf(rewardPolicy, caller, find);
    const found = await db.row<PolicyTerms & { id: number }>(sql`
      select t.id, t.budget::float8 as budget, t.starts_on::text, t.ends_on::text from reward_policy t
      where t.id = ${input.id}${mine ? sql` and ${mine}` : sql.empty}`);
    if (!found) throw notFound();
    const days = await db.rows<{ day: string; reserved: number; paid: number }>(sql`
      select day::text, sum(reserved)::float8 as reserved, sum(paid)::float8 as paid from (
        select (applied_at at time zone 'Asia/Shanghai')::date as day, amount as reserved, 0 as paid from reward_application
          where policy_id = ${found.id} and status = any(${[...budgetReservingRewardStates]}::text[])
        union all
        select paid_on, 0, amount from reward_application where policy_id = ${found.id} and status = any(${[...paidRewardStates]}::text[])
      ) d where day is not null group by day order by day`);
    const scope = scopeOf(rewardApplication, caller, find);
    const own = sql`t.policy_id = ${found.id} and t.status = any(${[...budgetReservingRewardStates]}::text[])${scope ? sql` and ${scope}` : sql.empty}`;
    const agencies = await db.rows<RewardPolicyUptake['agencies'][number] & { readonly [column: string]: unknown }>(sql`
      select e.id, e.name, count(*)::int as applications, sum(t.pax)::int as pax, sum(n.nights)::int as nights,
        sum(t.amount)::float8 as amount, coalesce(sum(t.amount) filter (where t.status = any(${[...paidRewardStates]}::text[])), 0)::float8 as paid,
        sum(f.fails)::int as fails, sum(f.warns)::int as warns
      from reward_application t join enterprise e on e.id = t.enterprise_id
        cross join lateral (select coalesce(sum(i.tourist_count * ${teamNightsSql('i')}), 0) as nights from travel_itinerary i where i.id = any(t.teams)) n
        cross join lateral (select count(*) filter (where c.result = 'fail') as fails,
            count(*) filter (where c.result = 'warn' and not c.lacking) as warns
          from reward_check c where c.application_id = t.id
            and c.round = (select max(l.round) from reward_check l where l.application_id = t.id)) f
      where ${own} group by e.id, e.name order by sum(t.amount) desc, e.id limit ${maxAgencies}`);
    return {
      budget: centsToYuan(found.budget),
      days: runDown(found, days),
      agencies: agencies.map(({ amount, paid, ...one }) => ({
        ...one,
        amount: centsToYuan(Number(amount)),
        paid: centsToYuan(Number(paid)),
      })),
      sources: await readSources(db, own),
    };
  },
});

/** Origins of the guests of these applications, by province. */
const readSources = (db: Queryable, own: Sql) =>
  db.rows<RewardPolicyUptake['sources'][number] & { readonly [column: string]: unknown }>(sql`
    select s.code, coalesce(a.name, '') as name, s.n from (
      select coalesce(left(p.source_area, 2) || '0000', '') as code, count(*)::int as n
      from reward_application t join travel_tourist p on p.itinerary_id = any(t.teams) where ${own} group by 1) s
    left join ${sql.id(tableOf(area))} a on a.code = s.code order by s.n desc, s.code limit ${mostProvinces}`);

/** Remaining budget at the end of each day, from the first day of the policy to today or its last day. */
function runDown(
  { budget, starts_on, ends_on }: PolicyTerms,
  days: readonly { day: string; reserved: number; paid: number }[],
): RewardPolicyUptake['days'] {
  const byDay = new Map(days.map((one) => [one.day, one]));
  const first = days[0] && days[0].day < starts_on ? days[0].day : starts_on;
  const today = shanghaiToday();
  const late = days.at(-1)?.day ?? today;
  const last = [today < ends_on ? today : ends_on, late].toSorted().at(-1) ?? today;
  const result: { day: string; left: string; paid: string }[] = [];
  let [left, paid] = [budget, 0];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    left -= byDay.get(day)?.reserved ?? 0;
    paid += byDay.get(day)?.paid ?? 0;
    result.push({ day, left: centsToYuan(left), paid: centsToYuan(paid) });
  }
  return result;
}

export const rewardPolicyUptakeController: Controller = {
  app: 'admin',
  name: 'reward.policy',
  actions: { standing },
};
