import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import type { RewardPolicySummary } from '../contract/reward-policy-summary.ts';
import { RewardPolicySummaryView } from './reward-policy-summary.tsx';

/** The policy an application is based on, for applicants and reviewers. */
export default function RewardPolicyOfApplicationPanel({ row }: RecordPanelProps) {
  const { app } = areaPaths();
  const id = Number(row.policy_id);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['reward', 'promises', app, id],
    queryFn: ({ signal }) => get<{ list: RewardPolicySummary[] }>(`/${app}/reward.policy/promises`, { id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return data.list.map((policy) => <RewardPolicySummaryView key={policy.id} policy={policy} />);
}
