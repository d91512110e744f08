import { fromCents } from '#kernel/kind/money.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hooks.ts';
import type { application } from '../contract/application.ts';
import { leastStep, type RewardStep, rewardOf, stepOf } from '../contract/calculate.ts';
import type { RewardUnit } from '../contract/dictionary.ts';
import type { Policy } from '../contract/policy.ts';
import { readRoom } from './budget.ts';
import { say } from './team-rules.ts';
import { readTeams, type Team } from './teams.ts';

interface StoredRule {
  readonly [column: string]: unknown;
  readonly min_pax: number;
  readonly min_nights: number;
  readonly unit: RewardUnit;
  readonly amount: string;
  readonly cap_per_group: string | null;
  readonly cap_per_year: string | null;
  readonly exclude_area: string | null;
}

/** What an application comes to: what is stored of it, its teams, and the area whose guests do not count. */
export interface Claim {
  readonly teams: readonly Team[];
  readonly excluded: string;
  readonly told: {
    readonly pax: number;
    readonly nights: number;
    readonly vehicles: number;
    readonly claimed: string;
    readonly amount: string;
  };
}

/**
 * Works out what a policy pays for the teams of an application, and refuses what it does not: too few guests, a budget
 * that is short (unless the policy pays in part), an enterprise that has had its share. Asked inside its turn.
 */
export async function claimOf(
  { tx, before, fail }: ChangeContext<typeof application>,
  found: Policy,
): Promise<Claim | undefined> {
  const rules = await tx.rows<StoredRule>(sql`
    select min_pax, min_nights, unit, amount, cap_per_group, cap_per_year, exclude_area from reward_rule
    where policy_id = ${before.policy_id} and kind = ${before.kind} order by min_pax, min_nights`);
  if (rules.length === 0) return void fail('kind', say.noRule);
  const excluded = rules.find(({ exclude_area }) => exclude_area)?.exclude_area ?? '';
  const prefix = excluded.replace(/(00)+$/, '');
  const teams = await readTeams(tx, before.teams, prefix);
  const steps: RewardStep[] = rules.map((one) => ({
    minPax: one.min_pax,
    minNights: one.min_nights,
    unit: one.unit,
    amount: Number(one.amount),
    capPerGroup: one.cap_per_group === null ? undefined : Number(one.cap_per_group),
  }));
  const brought = teams.map((team) => ({
    team,
    of: { pax: team.guests, nights: team.nights, vehicles: team.vehicles },
  }));
  const least = leastStep(steps);
  for (const { team, of } of brought)
    if (!stepOf(steps, of))
      fail('teams', say.minimum, {
        ...{ team: team.team_no, guests: of.pax, nights: of.nights },
        ...{ pax: least?.minPax ?? 0, least: least?.minNights ?? 0 },
      });
  let cents = brought.reduce((sum, { of }) => sum + rewardOf(steps, of), 0);
  const { left, taken } = await readRoom(tx, before.policy_id, before.enterprise_id, before.kind, before.id);
  const caps = rules.flatMap(({ cap_per_year }) => (cap_per_year === null ? [] : [Number(cap_per_year)]));
  const most = caps.length > 0 ? Math.max(...caps) - taken : Number.POSITIVE_INFINITY;
  if (most <= 0) fail('teams', say.yearFull);
  const claimed = cents;
  cents = Math.min(cents, Math.max(0, most));
  if (cents > left) {
    if (found.partial !== '1' || left <= 0) fail('policy_id', say.short);
    cents = Math.max(0, left);
  }
  const sum = (of: (team: Team) => number) => teams.reduce((total, team) => total + of(team), 0);
  return {
    teams,
    excluded: prefix,
    told: {
      pax: sum(({ guests }) => guests),
      nights: Math.max(0, ...teams.map(({ nights }) => nights)),
      vehicles: sum(({ vehicles }) => vehicles),
      claimed: fromCents(claimed),
      amount: fromCents(cents),
    },
  };
}
