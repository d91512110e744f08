import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import type { TopicSpread } from '../contract/sentiment-quality-and-topic-spread-answer-types.ts';
import './opinion-panels.css';

const texts = {
  label: text(
    '传播曲线：{n} 小时内 {total} 条，其中负面 {negatives} 条',
    'Spread: {total} {total|post|posts} in {n} {n|hour|hours}, {negatives} negative',
  ),
  total: text('累计', 'In all'),
  negatives: text('负面', 'Negative'),
  others: text('其他', 'Other'),
  none: text('还没有信息', 'No posts yet'),
};

/** Spread of a topic: posts per hour, negative ones separately, and the running total. */
export default function TopicSpreadChartPanel({ row }: RecordPanelProps) {
  const t = useText();
  const colours = coloursOfAllThemes[useColourScheme()];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'opinion/topic', 'spread', row.id],
    queryFn: ({ signal }) => get<TopicSpread>('/admin/opinion.topic/spread', { id: row.id }, { signal }),
  });
  const option = useMemo<ChartOption | undefined>(() => {
    if (!data) return undefined;
    const { from, step, buckets } = data;
    const bar = { type: 'bar', stack: 'n', barMaxWidth: 32 } as const;
    return {
      color: [colours.cinnabar, colours.celadon, colours.bronze],
      grid: { left: 8, right: 8, top: 32, bottom: 4, containLabel: true },
      legend: { top: 0 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: buckets.map((_, at) => formatMinute(from + at * step).slice(5)) },
      yAxis: [
        { type: 'value', minInterval: 1 },
        { type: 'value', minInterval: 1, splitLine: { show: false } },
      ],
      series: [
        { ...bar, name: t(texts.negatives), data: buckets.map((one) => one.negatives) },
        { ...bar, name: t(texts.others), data: buckets.map((one) => one.n - one.negatives) },
        {
          type: 'line',
          name: t(texts.total),
          yAxisIndex: 1,
          showSymbol: buckets.length === 1,
          data: buckets.map((one) => one.total),
        },
      ],
    };
  }, [data, t, colours]);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending || !option) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const { buckets } = data;
  if (buckets.length === 0) return <p>{t(texts.none)}</p>;
  const negatives = buckets.reduce((sum, one) => sum + one.negatives, 0);
  return (
    <div className="xj-opinion-spread">
      <Chart
        option={option}
        label={t(texts.label, { n: buckets.length, total: buckets.at(-1)?.total ?? 0, negatives })}
      />
    </div>
  );
}
