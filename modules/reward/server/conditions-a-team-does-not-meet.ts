import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { countWorkdays } from '#kernel/time/working-calendar.ts';
import type { TeamKind } from '#modules/travel/contract/itinerary/select-options-of-itinerary-fields.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type RewardStep, reachedStepOf } from '../contract/calculate-reward.ts';
import { budgetReservingRewardStates } from '../contract/reward-application-states-paid-or-reserving-budget.ts';
import { rewardKinds } from '../contract/reward-kinds-units-and-check-codes.ts';
import type { RewardRuleSummary } from '../contract/reward-policy-summary.ts';
import { claimantStates, findRewardIneligibility } from './check-reward-eligibility.ts';
import { claimRefusalTexts, textWithNames } from './claim/claim-refusal-texts.ts';
import { type ClaimedTeam, readClaimedTeams, readTeamsClaimedElsewhere } from './claim/read-claimed-teams.ts';

const texts = {
  notTrading: text('企业未在正常经营状态，不能申报', 'The enterprise is not in operation and cannot apply'),
  undeclared: text(
    '须在出发 {hours} 小时前报备，本团未报备',
    'Teams must be filed {hours} h before departure; this one was not',
  ),
  exhausted: text('预算已用完', 'The budget is exhausted'),
  otherKind: text('政策奖励的是：{kinds}', 'The policy rewards: {kinds}'),
  noStep: text(
    '本团计奖 {guests} 人 {nights} 夜，未达到任何一档标准',
    'With {guests} eligible {guests|guest|guests} and {nights} {nights|night|nights} the team meets none of the rules',
  ),
};

type Message = readonly [Text, Readonly<Record<string, unknown>>?];

/** What is known of an open policy; `left` in cents. */
interface OpenPolicy {
  readonly id: number;
  readonly left: number;
  readonly declare_hours: number;
  readonly apply_days: number;
  readonly rules: readonly (Pick<
    RewardRuleSummary,
    'kind' | 'min_pax' | 'min_nights' | 'min_vehicles' | 'min_scenic' | 'min_year'
  > & {
    /** Code of an area whose residents do not count. */
    readonly exclude: string | null;
  })[];
}

interface Claimant {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly kind: TeamKind;
  readonly trading: boolean;
  /** Numbers of applications whose reward is still to be repaid. */
  readonly owed: string | null;
}

/** Categories that only a team of this kind, or of these nights, can be of. Any team can come by coach, train or plane. */
const suits: Readonly<Record<string, (team: ClaimedTeam, kind: TeamKind) => boolean>> = {
  overnight: ({ nights }) => nights > 0,
  day_tour: ({ nights }) => nights === 0,
  study: (_, kind) => kind === 'study',
  self_drive: (_, kind) => kind === 'self_drive',
};

/**
 * By policy, the conditions that a team does not meet as far as they are known by now; a policy without an entry is one the
 * team can still be rewarded by. What a confirmed team has yet to enter (vehicles, the rest of its list) is not held
 * against it.
 */
export async function findConditionsTeamDoesNotMeet(
  { db, reference }: Pick<Engine, 'db' | 'reference'>,
  team: number,
  policies: readonly OpenPolicy[],
): Promise<ReadonlyMap<number, readonly Message[]>> {
  const claimant = await readClaimant({ db }, team);
  const claimed = await readTeamsClaimedElsewhere(db, 0, [team]);
  const brought = await readGuestsOfYear({ db }, claimant?.id ?? 0);
  const figures = new Map<string, ClaimedTeam | undefined>();
  const unmet = new Map<number, readonly Message[]>();
  for (const policy of policies) {
    const excluded = (policy.rules.find(({ exclude }) => exclude)?.exclude ?? '').replace(/(00)+$/, '');
    if (!figures.has(excluded))
      figures.set(excluded, (await readClaimedTeams(db, { applicationId: 0, ids: [team], excluded }))[0]);
    const found = figures.get(excluded);
    if (!found || !claimant) continue;
    const enterprise = await findRewardIneligibility(db, {
      policyId: policy.id,
      enterpriseId: claimant.id,
      teams: [team],
    });
    const isFinished = found.status === 'finished' || found.status === 'archived';
    const age = countWorkdays(reference.calendar(), found.ended_on, shanghaiToday());
    const opensAt = found.start_at - policy.declare_hours * 3600;
    const messages: Message[] = [
      ...claimed.map((one): Message => [claimRefusalTexts.teamClaimed, { team: one.name, no: one.no }]),
      ...(claimant.trading ? [] : [[texts.notTrading] as const]),
      ...(claimant.owed ? [[claimRefusalTexts.owes, { no: claimant.owed }] as const] : []),
      ...enterprise.map(([, message, values]): Message => [message, values]),
      ...(policy.declare_hours > 0 && claimed.length === 0 && opensAt < Date.now() / 1000
        ? [[texts.undeclared, { hours: policy.declare_hours }] as const]
        : []),
      ...(isFinished && age > policy.apply_days
        ? [[claimRefusalTexts.late, { team: found.name, date: found.ended_on, days: policy.apply_days }] as const]
        : []),
      ...(policy.left > 0 ? [] : [[texts.exhausted] as const]),
      ...unmetRules(policy, found, { kind: claimant.kind, isFinished, brought }),
    ];
    if (messages.length > 0) unmet.set(policy.id, messages);
  }
  return unmet;
}

interface TeamFacts {
  readonly kind: TeamKind;
  readonly isFinished: boolean;
  readonly brought: ReadonlyMap<string, number>;
}

/** The message where no rule of a policy fits the team: none is for its kind, or it reaches no step. */
function unmetRules({ id, rules }: OpenPolicy, team: ClaimedTeam, { kind, isFinished, brought }: TeamFacts): Message[] {
  const suited = rules.filter((rule) => suits[rule.kind]?.(team, kind) ?? true);
  if (suited.length === 0) {
    const kinds = [...new Set(rules.map((rule) => rule.kind))];
    return [
      [
        textWithNames(
          texts.otherKind,
          'kinds',
          kinds.map((one) => rewardKinds[one as keyof typeof rewardKinds]),
        ),
      ],
    ];
  }
  const guests = isFinished ? team.guests : team.guests + Math.max(0, (team.tourist_count ?? 0) - team.listed);
  const vehicles = isFinished || team.vehicles > 0 ? team.vehicles : Number.POSITIVE_INFINITY;
  const isReached = suited.some((rule) => {
    const year = (brought.get(`${id} ${rule.kind}`) ?? 0) + guests;
    const { nights, scenic } = team;
    return reachedStepOf([asStep(rule)], { pax: guests, nights, vehicles, scenic, year }) !== undefined;
  });
  return isReached ? [] : [[texts.noStep, { guests, nights: team.nights }]];
}

const asStep = (rule: OpenPolicy['rules'][number]): RewardStep => ({
  minPax: rule.min_pax,
  minNights: rule.min_nights,
  minVehicles: rule.min_vehicles ?? 0,
  minScenic: rule.min_scenic ?? 0,
  minYear: rule.min_year ?? 0,
  unit: 'group',
  amount: 0,
});

const readClaimant = ({ db }: Pick<Engine, 'db'>, team: number): Promise<Claimant | undefined> =>
  db.row<Claimant>(sql`
    select e.id, i.kind, e.status = any(${[...claimantStates]}::text[]) as trading,
      (select string_agg(c.no, '、' order by c.id) from reward_application c where c.enterprise_id = e.id and c.status = 'clawback') as owed
    from travel_itinerary i join enterprise e on e.id = i.agency_id where i.id = ${team}`);

/** Guests an enterprise was granted rewards for this year, by policy and category (`7 overnight`). */
async function readGuestsOfYear({ db }: Pick<Engine, 'db'>, enterprise: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ key: string; guests: number }>(sql`
    select a.policy_id || ' ' || a.kind as key, coalesce(sum(a.pax), 0)::int as guests from reward_application a
    where a.enterprise_id = ${enterprise} and a.status = any(${[...budgetReservingRewardStates]}::text[])
      and a.applied_at >= date_trunc('year', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
    group by a.policy_id, a.kind`);
  return new Map(rows.map(({ key, guests }) => [key, guests]));
}
