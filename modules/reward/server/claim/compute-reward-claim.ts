import { centsToYuan } from '#kernel/kind/money.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import {
  leastStep,
  type RewardStep,
  reachedStepOf,
  rewardForTeam,
  type TeamFigures,
} from '../../contract/calculate-reward.ts';
import type { rewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import type { RewardPolicy } from '../../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';
import { type RewardUnit, rewardKinds } from '../../contract/reward-kinds-units-and-check-codes.ts';
import { claimRefusalTexts, textWithNames } from './claim-refusal-texts.ts';
import {
  type ClaimedTeam,
  readClaimedTeams,
  readTouristsClaimedTwice,
  type TouristClaimedTwice,
} from './read-claimed-teams.ts';
import { readRemainingPolicyBudgetAndEnterpriseGrants } from './read-remaining-policy-budget-and-enterprise-grants-of-year.ts';

interface StoredRule {
  readonly [column: string]: unknown;
  readonly min_pax: number;
  readonly min_nights: number;
  readonly min_vehicles: number | null;
  readonly min_scenic: number | null;
  readonly min_year: number | null;
  readonly unit: RewardUnit;
  readonly amount: string;
  readonly cap_per_group: string | null;
  readonly cap_per_year: string | null;
  readonly exclude_area: string | null;
}

/**
 * The data an application is checked against: its teams, tourists already claimed by others, the steps of the policy,
 * and the area whose residents do not count.
 */
export interface RewardClaimBasis {
  readonly teams: readonly ClaimedTeam[];
  readonly twice: readonly TouristClaimedTwice[];
  readonly steps: readonly RewardStep[];
  /** Code of the area whose residents do not count, without trailing zeros; '' where all count. */
  readonly excluded: string;
  /** Maximum per enterprise and year, in cents. */
  readonly capPerYear: number;
}

/** The refusal of a category a policy has no rule for: which it has. */
export async function noRewardRuleText(tx: Queryable, policyId: number): Promise<Text> {
  const rows = await tx.rows<{ kind: keyof typeof rewardKinds }>(
    sql`select distinct kind from reward_rule where policy_id = ${policyId} order by kind`,
  );
  return textWithNames(
    claimRefusalTexts.noRule,
    'kinds',
    rows.map(({ kind }) => rewardKinds[kind]),
  );
}

/** The computed figures of an application, as stored. */
interface Claim extends RewardClaimBasis {
  readonly values: {
    readonly pax: number;
    readonly nights: number;
    readonly vehicles: number;
    readonly claimed: string;
    readonly amount: string;
  };
}

type Context = Pick<ChangeContext<typeof rewardApplication>, 'tx' | 'before'>;

/**
 * Reads the data an application is checked against, as this transaction sees it; undefined: the policy has no rule for
 * its kind.
 */
export async function readRewardClaimBasis({ tx, before }: Context): Promise<RewardClaimBasis | undefined> {
  const rules = await tx.rows<StoredRule>(sql`
    select min_pax, min_nights, min_vehicles, min_scenic, min_year, unit, amount, cap_per_group, cap_per_year, exclude_area
    from reward_rule where policy_id = ${before.policy_id} and kind = ${before.kind} order by min_pax, min_nights`);
  if (rules.length === 0) return undefined;
  const excluded = (rules.find(({ exclude_area }) => exclude_area)?.exclude_area ?? '').replace(/(00)+$/, '');
  const query = { applicationId: before.id, ids: before.teams, excluded };
  const [teams, twice] = [
    await readClaimedTeams(tx, query),
    await readTouristsClaimedTwice(tx, before.id, before.teams),
  ];
  const caps = rules.flatMap(({ cap_per_year }) => (cap_per_year === null ? [] : [Number(cap_per_year)]));
  return {
    teams,
    twice,
    excluded,
    capPerYear: caps.length > 0 ? Math.max(...caps) : Number.POSITIVE_INFINITY,
    steps: rules.map((one) => ({
      minPax: one.min_pax,
      minNights: one.min_nights,
      minVehicles: one.min_vehicles ?? 0,
      minScenic: one.min_scenic ?? 0,
      minYear: one.min_year ?? 0,
      unit: one.unit,
      amount: Number(one.amount),
      capPerGroup: one.cap_per_group === null ? undefined : Number(one.cap_per_group),
    })),
  };
}

/** What a team brought; `year`: guests of the enterprise within the year. */
const broughtBy = ({ guests, nights, vehicles, scenic }: ClaimedTeam, year: number): TeamFigures => ({
  pax: guests,
  nights,
  vehicles,
  scenic,
  year,
});

/**
 * Computes what a policy pays for the teams of an application. Reports as errors: too few guests after tourists claimed
 * twice are left out (they are named), an insufficient budget (unless the policy pays in part), an exhausted yearly
 * maximum. Must be called with {@link lockClaims} held.
 */
export async function computeRewardClaim(
  { tx, before, fail }: ChangeContext<typeof rewardApplication>,
  found: RewardPolicy,
): Promise<Claim | undefined> {
  const claimed = await readRewardClaimBasis({ tx, before });
  if (!claimed) return void fail('kind', await noRewardRuleText(tx, before.policy_id));
  const { teams, twice, steps, capPerYear } = claimed;
  const sum = (of: (team: ClaimedTeam) => number) => teams.reduce((total, team) => total + of(team), 0);
  const { left, granted, guests } = await readRemainingPolicyBudgetAndEnterpriseGrants(tx, before);
  const year = guests + sum((team) => team.guests);
  const least = leastStep(steps);
  const short = teams.filter((team) => !reachedStepOf(steps, broughtBy(team, year)));
  for (const team of short) {
    fail('teams', claimRefusalTexts.minimum, {
      team: team.name,
      guests: team.guests,
      nights: team.nights,
      pax: least?.minPax ?? 0,
      least: least?.minNights ?? 0,
    });
    for (const { name, no } of twice.filter(({ itinerary_id }) => Number(itinerary_id) === team.id))
      fail('teams', claimRefusalTexts.claimed, { name, no });
  }
  const full = teams.reduce((total, team) => total + rewardForTeam(steps, broughtBy(team, year)), 0);
  const most = capPerYear - granted;
  if (most <= 0) fail('teams', claimRefusalTexts.yearFull, { most: centsToYuan(capPerYear) });
  let cents = Math.min(full, Math.max(0, most));
  if (cents > left) {
    if (found.partial !== '1' || left <= 0)
      fail('policy_id', claimRefusalTexts.short, { left: centsToYuan(Math.max(0, left)), claimed: centsToYuan(cents) });
    cents = Math.max(0, left);
  }
  return {
    ...claimed,
    values: {
      pax: sum((team) => team.guests),
      nights: Math.max(0, ...teams.map(({ nights }) => nights)),
      vehicles: sum(({ vehicles }) => vehicles),
      claimed: centsToYuan(full),
      amount: centsToYuan(cents),
    },
  };
}
