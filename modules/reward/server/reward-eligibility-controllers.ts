import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import { call, callsForOfficersAndMembers } from '#server/http/declare-http-call-with-validated-input.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { parentsHeldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { rewardApplication } from '../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { findRewardIneligibility } from './check-reward-eligibility.ts';

/** Maximum teams per request. */
const mostTeams = 200;

/**
 * `GET fit`: whether a policy applies to an enterprise of the caller and to these teams, while the application is still
 * being written.
 */
const fit = call({
  gate: 'login',
  summary: text('政策是否适用于企业及其团队', 'Whether a policy is meant for an enterprise and its teams'),
  limit: { perMinute: 120 },
  input: {
    policy_id: field.integer(text('政策编号', 'Policy'), { required: true, min: 1 }),
    enterprise_id: field.integer(text('企业编号', 'Enterprise'), { required: true, min: 1 }),
    teams: field.references(text('团队编号，用逗号分隔', 'Teams, separated by commas'), { to: 'travel/itinerary' }),
  },
  answer: object({ list: list(object({ field: string, message: string })) }),
  async run({ engine, caller, input }) {
    const { policy_id, enterprise_id } = input;
    const teams = input.teams ?? [];
    if (teams.length > mostTeams) throw badParameter();
    const own =
      parentsHeldByMember(rewardApplication, 'add', caller, engine.find) ?? scopeOf(enterprise, caller, engine.find);
    const holder = await engine.db.row(sql`
      select from ${sql.id(tableOf(enterprise))} t where t.id = ${enterprise_id}${own ? sql` and ${own}` : sql.empty}`);
    if (!holder) throw notFound();
    const found = await findRewardIneligibility(engine.db, { policyId: policy_id, enterpriseId: enterprise_id, teams });
    return {
      list: found.map(([name, message, placeholders]) => ({
        field: name,
        message: textIn(message, caller.locale, placeholders),
      })),
    };
  },
});

export const rewardEligibilityControllers = callsForOfficersAndMembers(
  'reward.application',
  `${rewardApplication.name}/index`,
  {
    fit,
  },
);
