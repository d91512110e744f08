import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type EnterpriseType, enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { lastDayOf } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { englishDivisionName } from '#server/system/division-name.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { type RewardPolicy, rewardPolicy } from '../contract/policy-rewarding-enterprises-for-bringing-tourists.ts';
import { claimRefusalTexts, textWithNames } from './claim/claim-refusal-texts.ts';
import { teamNameSql } from './claim/read-claimed-teams.ts';
import { teamDepartureAndReturnSql } from './claim/team-departure-return-and-nights-sql.ts';

type Change = ChangeContext<typeof rewardApplication>;

/** States of an enterprise in which it may claim. */
export const claimantStates = ['active', 'change_pending'] as const;

/** Condition: a place lies in the areas of a policy; true for a policy without areas. */
export const liesWithinAreasSql = (areas: Sql, code: Sql): Sql =>
  sql`(cardinality(coalesce(${areas}, '{}')) = 0 or exists (select from system_area a
    where a.id = any(${areas}) and starts_with(${code}, regexp_replace(a.code, '(00)+$', ''))))`;

/** The refusal of an enterprise of another type than a policy is for. */
const notMeant = (eligible: readonly string[]): Text =>
  textWithNames(
    claimRefusalTexts.notMeant,
    'types',
    eligible.map((type) => enterpriseTypes[type as EnterpriseType]),
  );

interface PolicyArea {
  readonly code: string;
  readonly name: string;
  readonly pinyin: string | null;
}

/** The divisions of a policy `p`, for `notHere`. */
const policyAreas = sql`(select json_agg(json_build_object('code', a.code, 'name', a.name, 'pinyin', a.pinyin) order by a.code)
  from system_area a where a.id = any(p.areas))`;

/** The refusal of an enterprise outside the areas of a policy. */
const notHere = (areas: readonly PolicyArea[] | null): Text =>
  textWithNames(
    claimRefusalTexts.notHere,
    'areas',
    (areas ?? []).map((area) => text(area.name, englishDivisionName(area) ?? area.name)),
  );

interface Standing {
  readonly [column: string]: unknown;
  readonly meant: boolean;
  readonly here: boolean;
  readonly eligible: readonly string[];
  readonly areas: readonly PolicyArea[] | null;
  readonly least: string | null;
  readonly grade: string | null;
  readonly starts_on: string;
  readonly ends_on: string;
  /** Name and last day of a team that ends outside the policy's term. */
  readonly outside: { readonly team: string; readonly date: string } | null;
}

/**
 * Checks on every save of the form, not only at submission, that the policy applies to the enterprise by type, place
 * and credit, and that the teams end within its term.
 */
export async function checkRewardEligibility({
  values,
  before,
  tx,
  fail,
}: WriteContext<typeof rewardApplication>): Promise<void> {
  if (!values.policy_id && !values.enterprise_id && !values.teams) return;
  const policyId = values.policy_id ?? before?.policy_id ?? 0;
  const enterpriseId = values.enterprise_id ?? before?.enterprise_id ?? 0;
  const teams = values.teams ?? before?.teams ?? [];
  for (const [field, message, placeholders] of await findRewardIneligibility(tx, { policyId, enterpriseId, teams }))
    fail(field, message, placeholders);
}

/** The policy, enterprise and teams to compare. */
interface EligibilityQuery {
  readonly policyId: number;
  readonly enterpriseId: number;
  readonly teams: readonly number[];
}

/** Reasons why a policy does not apply to an enterprise or its teams, each with its field. */
export async function findRewardIneligibility(
  db: Queryable,
  { policyId, enterpriseId, teams }: EligibilityQuery,
): Promise<(readonly ['policy_id' | 'teams', Text, Readonly<Record<string, unknown>>?])[]> {
  const found = await db.row<Standing>(sql`
    select e.ent_type = any(p.eligible) as meant, ${liesWithinAreasSql(sql`p.areas`, sql`e.area_code`)} as here,
      p.eligible, ${policyAreas} as areas, p.credit as least, e.credit_grade as grade, p.starts_on::text, p.ends_on::text,
      (select json_build_object('team', ${teamNameSql}, 'date', ${lastDayOf(teamDepartureAndReturnSql('i'))}) from travel_itinerary i
        where i.id = any(${[...teams]}::bigint[]) and i.agency_id = e.id and not (${lastDayOf(teamDepartureAndReturnSql('i'))} between p.starts_on and p.ends_on)
        order by i.start_at, i.id limit 1) as outside
    from reward_policy p cross join enterprise e where p.id = ${policyId} and e.id = ${enterpriseId}`);
  if (!found) return [];
  const { meant, here, eligible, areas, least, grade, outside, starts_on: from, ends_on: until } = found;
  return [
    ...(meant ? [] : [['policy_id', notMeant(eligible)] as const]),
    ...(here ? [] : [['policy_id', notHere(areas)] as const]),
    // A is better than B
    ...(least && grade && grade > least ? [['policy_id', claimRefusalTexts.credit, { grade, least }] as const] : []),
    ...(outside ? [['teams', claimRefusalTexts.outside, { ...outside, from, until }] as const] : []),
  ];
}

/**
 * Requires that the policy is open today and applies to the enterprise: by type, place and credit (domain reference
 * §2.P). An enterprise without credit rating may apply, which reviewers see; one that owes a repayment may not.
 */
export async function requireRewardEligibility({
  before,
  require,
  fail,
  tx,
}: Change): Promise<RewardPolicy | undefined> {
  const { policy_id, enterprise_id, status } = before;
  // a closed policy takes no new applications; one filed or returned in time may still be submitted
  const open = status === 'draft' ? (['open'] as const) : (['open', 'closed'] as const);
  const [found, holder] = [
    await require(rewardPolicy, policy_id, { status: open, field: 'policy_id' }),
    await require(enterprise, enterprise_id, { status: claimantStates, field: 'enterprise_id' }),
  ];
  if (!found || !holder) return undefined;
  const today = shanghaiToday();
  if (today < found.starts_on) fail('policy_id', claimRefusalTexts.notBegun, { date: found.starts_on });
  if (!(found.eligible as readonly string[]).includes(holder.ent_type))
    fail('policy_id', notMeant(found.eligible as readonly string[]));
  const [least, grade] = [found.credit, holder.credit_grade];
  // A is better than B
  if (least && grade && grade > least) fail('policy_id', claimRefusalTexts.credit, { grade, least });
  const row = await tx.row<{ here: boolean; areas: readonly PolicyArea[] | null; owed: string | null }>(sql`
    select ${liesWithinAreasSql(sql`p.areas`, sql`${holder.area_code}`)} as here, ${policyAreas} as areas,
      (select string_agg(c.no, '、' order by c.id) from reward_application c where c.enterprise_id = ${enterprise_id} and c.status = 'clawback') as owed
    from reward_policy p where p.id = ${policy_id}`);
  if (row && !row.here) fail('policy_id', notHere(row.areas));
  if (row?.owed) fail('policy_id', claimRefusalTexts.owes, { no: row.owed });
  return found;
}
