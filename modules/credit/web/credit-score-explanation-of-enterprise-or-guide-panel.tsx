import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { currentArea, resourcePath } from '#web/session/admin-or-member-area.ts';
import type { CreditScoreExplanation } from '../contract/score-explanation-and-formula-preview-answers.ts';
import { CreditScoreBreakdown } from './credit-score-breakdown.tsx';

const texts = {
  none: text(
    '还没有评分：企业开业、导游证核验后的当晚计算。',
    'No score yet. It is computed in the night after the enterprise starts business, or the guide card is verified.',
  ),
  openScore: text('评分记录', 'Score record'),
} as const;

const enterpriseScores = 'credit/score';
const guideScores = 'credit/guideScore';

/**
 * How the credit score of an enterprise or a guide comes about: on its own record, and on the record of the enterprise or
 * the guide.
 */
export default function CreditScoreOfEnterpriseOrGuidePanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const area = currentArea();
  const ofGuide = resource.name === guideScores || resource.name === 'crew/guide';
  const scores = ofGuide ? guideScores : enterpriseScores;
  const ofScore = resource.name === scores;
  const query = ofScore ? { id: row.id } : { [ofGuide ? 'guide_id' : 'enterprise_id']: row.id };
  const path = `/${area === 'member' ? 'api' : 'admin'}/${controllerNameOf({ name: scores })}/explain`;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', scores, 'explain', area, ofScore, row.id],
    queryFn: ({ signal }) => get<CreditScoreExplanation | null>(path, query, { signal, quiet: true }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (!data) return <p>{t(texts.none)}</p>;
  return (
    <div className="xj-credit">
      {!ofScore && <Link to={resourcePath({ name: scores }, data.id)}>{t(texts.openScore)}</Link>}
      <CreditScoreBreakdown of={data} events={ofGuide ? 'credit/guideEvent' : 'credit/event'} />
    </div>
  );
}
