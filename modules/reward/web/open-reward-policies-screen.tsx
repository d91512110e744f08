import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { openRewardPoliciesScreen } from '../contract/open-reward-policies-member-screen.ts';
import type { RewardPolicySummary } from '../contract/reward-policy-summary.ts';
import { RewardPolicySummaryView } from './reward-policy-summary.tsx';

const texts = {
  lead: text(
    '带来游客可以申报的奖励：给谁、多少、怎么申报。先到先得，以预算为限。',
    'Rewards you can apply for by bringing tourists: who is eligible, how much, and how to apply. First come, first served, within the budget.',
  ),
  none: text('目前没有申报中的奖励政策', 'No reward policy is open for applications'),
};

/** `/user/reward/promises`: policies that agencies can apply for. */
export default function OpenRewardPoliciesScreen() {
  return (
    <ModuleScreenFrame title={translate(openRewardPoliciesScreen.label)} lead={translate(texts.lead)}>
      <OpenRewardPolicies />
    </ModuleScreenFrame>
  );
}

/** Open policies, whichever bureau they are from; members get a link to apply. */
export function OpenRewardPolicies() {
  const { app } = areaPaths();
  const query = useQuery({
    queryKey: ['reward', 'promises', app],
    queryFn: ({ signal }) => get<{ list: RewardPolicySummary[] }>(`/${app}/reward.policy/promises`, {}, { signal }),
  });
  return (
    <QueryResultOrError query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <p>{translate(texts.none)}</p>
        ) : (
          list.map((policy) => <RewardPolicySummaryView key={policy.id} policy={policy} />)
        )
      }
    </QueryResultOrError>
  );
}
