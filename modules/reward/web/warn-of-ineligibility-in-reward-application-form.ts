import type { FormContradictionWarnings } from '#web/form/state/form-contradiction-warnings-registry.ts';

const isKey = (value: unknown): value is number | string => Number(value) > 0;

/** That a policy does not apply to the enterprise or the teams is said as soon as they are chosen. */
const applicationWarnings: FormContradictionWarnings = {
  call: 'reward.application/fit',
  query: ({ policy_id, enterprise_id, teams }) =>
    isKey(policy_id) && isKey(enterprise_id)
      ? { policy_id, enterprise_id, teams: Array.isArray(teams) ? teams.join(',') : '' }
      : undefined,
};

export default applicationWarnings;
