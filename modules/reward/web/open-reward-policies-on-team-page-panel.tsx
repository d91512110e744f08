import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import type { RewardPolicySummary } from '../contract/reward-policy-summary.ts';
import { RewardPolicySummaryView } from './reward-policy-summary.tsx';

const texts = {
  none: text('目前没有本团可申报的奖励政策', 'No open reward policy is one this team can be rewarded by'),
  others: text(
    '另有 {n} 项政策本团不符合条件',
    '{n} other {n|policy|policies}, whose conditions this team does not meet',
  ),
};

/**
 * On the page of a team, the open reward policies by which it can still be rewarded; below them the others, folded, each with
 * the conditions that the team does not meet.
 */
export default function OpenRewardPoliciesOnTeamPagePanel({ row }: RecordPanelProps) {
  const { app } = areaPaths();
  const team = Number(row.id);
  const query = useQuery({
    queryKey: ['reward', 'promises', app, 'team', team],
    queryFn: ({ signal }) =>
      get<{ list: RewardPolicySummary[] }>(`/${app}/reward.policy/promises`, { team }, { signal }),
  });
  return (
    <QueryResultOrError query={query}>
      {({ list }) => {
        const [fit, others] = [list.filter(isMet), list.filter((one) => !isMet(one))];
        return (
          <>
            {fit.length === 0 && <p>{translate(texts.none)}</p>}
            {fit.map((policy) => (
              <RewardPolicySummaryView key={policy.id} policy={policy} />
            ))}
            {others.length > 0 && (
              <details className="xj-told-others">
                <summary>{translate(texts.others, { n: others.length })}</summary>
                {others.map((policy) => (
                  <RewardPolicySummaryView key={policy.id} policy={policy} />
                ))}
              </details>
            )}
          </>
        );
      }}
    </QueryResultOrError>
  );
}

const isMet = ({ unmet }: RewardPolicySummary): boolean => unmet.length === 0;
