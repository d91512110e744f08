import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { CallDescription, CallDescriptions } from '#server/http/call-description.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { readKey } from '#server/read/row/row.ts';
import { parentsHeldByMember } from '#server/read/scope/member-scope.ts';
import { scopeOf } from '#server/read/scope/scope.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { application } from '../contract/application.ts';
import type { Ineligibility } from '../contract/ineligibility.ts';
import { findIneligibility } from './eligibility.ts';

/** Maximum teams per request. */
const mostTeams = 200;

/**
 * `GET fit`: whether a policy applies to an enterprise of the caller and to these teams, while the application is still
 * being written.
 */
async function fit({ engine, caller, query }: Call): Promise<Ineligibility> {
  const [policyId, enterpriseId] = [readKey(query.policy_id), readKey(query.enterprise_id)];
  const teams = String(query.teams ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => readKey(one));
  if (teams.length > mostTeams) throw badParameter();
  const own = parentsHeldByMember(application, 'add', caller, engine.find) ?? scopeOf(enterprise, caller, engine.find);
  const holder = await engine.db.row(sql`
    select from ${sql.id(tableOf(enterprise))} t where t.id = ${enterpriseId}${own ? sql` and ${own}` : sql.empty}`);
  if (!holder) throw notFound();
  const found = await findIneligibility(engine.db, { policyId, enterpriseId, teams });
  return {
    list: found.map(([name, message, placeholders]) => ({
      field: name,
      message: textIn(message, caller.locale, placeholders),
    })),
  };
}

export const eligibilityControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'reward.application',
    actions: { fit: { gate: 'rule', node: `${application.name}/index`, perMinute: 120, handle: fit } },
  },
  { app: 'api', name: 'reward.application', actions: { fit: { gate: 'login', perMinute: 120, handle: fit } } },
];

const call: CallDescription = {
  summary: text('政策是否适用于企业及其团队', 'Whether a policy is meant for an enterprise and its teams'),
  query: {
    policy_id: field.integer(text('政策编号', 'Policy'), { required: true, min: 1 }),
    enterprise_id: field.integer(text('企业编号', 'Enterprise'), { required: true, min: 1 }),
    teams: field.text(text('团队编号，用逗号分隔', 'Teams, separated by commas')),
  },
  data: object({ list: list(object({ field: string, message: string })) }),
};
export const eligibilityCallDescriptions: CallDescriptions = {
  'admin/reward.application/fit': call,
  'api/reward.application/fit': call,
};
