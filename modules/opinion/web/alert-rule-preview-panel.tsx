import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import './opinion-panels.css';

const texts = {
  total: text('最近 30 天会触发 {n} 个话题', 'The last 30 days would have raised {n} {n|topic|topics}'),
  none: text('最近 30 天没有话题符合这条规则', 'No topic of the last 30 days meets this rule'),
  topic: text('话题', 'Topic'),
  at: text('触发时间', 'Moment'),
  items: text('信息', 'Posts'),
  negatives: text('负面', 'Negative'),
  growth: text('热度增幅', 'Heat'),
};

interface RaisedTopics {
  readonly total: number;
  readonly list: readonly {
    readonly topic_id: number;
    readonly title: string;
    readonly at: number;
    readonly items: number;
    readonly negatives: number;
    readonly growth: number;
  }[];
}

/** The alerts that a rule would have raised last month, each at the moment at which its topic met the rule. */
export default function AlertRulePreviewPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'opinion/rule', 'raised', row.id, row.version],
    queryFn: ({ signal }) => get<RaisedTopics>('/admin/opinion.rule/raised', { id: row.id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (data.total === 0) return <p>{t(texts.none)}</p>;
  return (
    <>
      <p>{t(texts.total, { n: data.total })}</p>
      <div className="xj-opinion-table">
        <table>
          <thead>
            <tr>
              {[texts.topic, texts.at, texts.items, texts.negatives, texts.growth].map((one) => (
                <th key={one.en} scope="col">
                  {t(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.list.map((one) => (
              <tr key={one.topic_id}>
                <th scope="row">
                  <Link to={resourcePath({ name: 'opinion/topic' }, one.topic_id)}>{one.title}</Link>
                </th>
                <td>{formatMinute(one.at)}</td>
                <td>{one.items}</td>
                <td>{one.negatives}</td>
                <td>{`${one.growth > 0 ? '+' : ''}${one.growth}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
