import { field } from '#kernel/field/field.ts';
import { centsToYuan } from '#kernel/kind/money.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { rewardMaterials } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { parentsHeldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { notFound } from '#server/refusal.ts';
import { divisionNameIn } from '#server/system/division-name.ts';
import { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { budgetReservingRewardStates } from '../contract/reward-application-states-paid-or-reserving-budget.ts';
import type { RewardPolicySummary, RewardRuleSummary } from '../contract/reward-policy-summary.ts';
import { claimantStates, liesWithinAreasSql } from './check-reward-eligibility.ts';
import { findConditionsTeamDoesNotMeet } from './conditions-a-team-does-not-meet.ts';

/** Maximum policies per answer: the open ones, newest first. */
const maxPolicies = 50;

type Stored = Omit<RewardPolicySummary, 'budget' | 'left' | 'materials' | 'rules' | 'unmet'> & {
  readonly [column: string]: unknown;
  readonly budget: number;
  readonly left: number;
  readonly materials: readonly string[] | null;
  readonly rules: readonly (Omit<RewardRuleSummary, 'amount' | 'cap_per_group' | 'cap_per_year'> & {
    readonly amount: number;
    readonly cap_per_group: number | null;
    readonly cap_per_year: number | null;
  })[];
};

const summary: JsonSchema<RewardPolicySummary> = object({
  id: key,
  name: string,
  doc_no: string,
  status: string,
  starts_on: string,
  ends_on: string,
  budget: string,
  left: string,
  eligible: list(string),
  areas: list(string),
  credit: orNull(string),
  declare_hours: integer,
  apply_days: integer,
  partial: boolean,
  materials: list(string),
  text: orNull(string),
  claims: boolean,
  unmet: list(string),
  rules: list(
    object({
      kind: string,
      min_pax: integer,
      min_nights: integer,
      unit: string,
      amount: string,
      min_vehicles: orNull(integer),
      min_scenic: orNull(integer),
      min_year: orNull(integer),
      cap_per_group: orNull(string),
      cap_per_year: orNull(string),
      exclude: orNull(string),
    }),
  ),
});

/** Refuses a team that the caller does not see: its figures follow from the conditions it does not meet. */
async function requireVisibleTeam(engine: Engine, caller: Caller, team: number): Promise<void> {
  const own = scopeOf(itinerary, caller, engine.find);
  const found = await engine.db.row(
    sql`select from ${sql.id(tableOf(itinerary))} t where t.id = ${team}${own ? sql` and ${own}` : sql.empty}`,
  );
  if (!found) throw notFound();
}

/**
 * `GET promises`: the open policies, or the one with the given id once it was published. They are public documents, for
 * agencies and for officers of a county, who do not see rows of the prefecture's policies. With a team, each says which
 * of its conditions the team does not meet.
 */
const promises = call({
  gate: 'login',
  summary: text('申报中的奖励政策与标准', 'Open reward policies and their rules'),
  limit: { perMinute: 60 },
  input: {
    id: field.integer(text('政策编号；不填为全部申报中的', 'Policy ID; all open policies if omitted'), { min: 1 }),
    team: field.integer(
      text('团队编号；填写时逐项政策说明该团不符合的条件', 'Team, whose unmet conditions are then given'),
      {
        min: 1,
      },
    ),
  },
  answer: object({ list: list(summary) }),
  async run({ engine, caller, input }) {
    if (input.team !== null) await requireVisibleTeam(engine, caller, input.team);
    const areas = sql.id(tableOf(area));
    const which = input.id === null ? sql`p.status = 'open'` : sql`p.id = ${input.id} and p.status <> 'draft'`;
    const holds = parentsHeldByMember(rewardApplication, 'add', caller, engine.find);
    const claims = holds
      ? sql`p.status = 'open' and exists (select from ${sql.id(tableOf(enterprise))} t where ${holds} and t.status = any(${[...claimantStates]}::text[])
          and t.ent_type = any(p.eligible) and ${liesWithinAreasSql(sql`p.areas`, sql`t.area_code`)}
          and coalesce(t.credit_grade <= p.credit, true))`
      : sql`false`;
    const rows = await engine.db.rows<Stored>(sql`
      select p.id, p.name, p.doc_no, p.status, p.starts_on::text, p.ends_on::text, p.budget::float8 as budget, p.eligible, p.credit,
        greatest(0, p.budget - (select coalesce(sum(a.amount), 0) from reward_application a
          where a.policy_id = p.id and a.status = any(${[...budgetReservingRewardStates]}::text[])))::float8 as left,
        array(select code from ${areas} where id = any(p.areas) order by code) as areas,
        p.declare_hours, p.apply_days, p.partial, p.materials, p.text,
        coalesce((select json_agg(json_build_object('kind', r.kind, 'min_pax', r.min_pax, 'min_nights', r.min_nights,
            'min_vehicles', r.min_vehicles, 'min_scenic', r.min_scenic, 'min_year', r.min_year, 'unit', r.unit, 'amount', r.amount,
            'cap_per_group', r.cap_per_group, 'cap_per_year', r.cap_per_year,
            'exclude', r.exclude_area) order by r.weigh, r.id)
          from reward_rule r where r.policy_id = p.id), '[]') as rules,
        ${claims} as claims
      from reward_policy p where ${which} order by p.starts_on desc, p.id desc limit ${maxPolicies}`);
    const unmet = input.team === null ? undefined : await findConditionsTeamDoesNotMeet(engine, input.team, rows);
    const options = rewardMaterials.options as Readonly<Record<string, ReturnType<typeof text>>>;
    const nameOf = (code: string) => divisionNameIn(engine.reference.areas(), code, caller.locale) ?? code;
    const sum = (cents: number | null) => (cents === null ? null : centsToYuan(cents));
    return {
      list: rows.map(({ budget, left, materials, rules, areas: codes, ...one }) => ({
        ...one,
        areas: codes.map(nameOf),
        budget: centsToYuan(budget),
        left: centsToYuan(left),
        unmet: (unmet?.get(one.id) ?? []).map(([message, values]) => textIn(message, caller.locale, values)),
        materials: (materials ?? []).map((name) => options[name]?.[caller.locale] ?? name),
        rules: rules.map(({ amount, cap_per_group, cap_per_year, exclude, ...rule }) => ({
          ...rule,
          exclude: exclude === null ? null : nameOf(exclude),
          amount: centsToYuan(amount),
          cap_per_group: sum(cap_per_group),
          cap_per_year: sum(cap_per_year),
        })),
      })),
    };
  },
});

export const openRewardPoliciesControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'reward.policy',
  actions: { promises },
}));
