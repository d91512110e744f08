import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { warning } from '../../contract/crowd-warning.ts';
import { crowdWarningLifecycle } from '../../contract/crowd-warning-lifecycle.ts';
import { crowdLevelSteps, crowdLevels } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import {
  secondsPerCurvePoint,
  type VisitorCurveAroundWarning,
} from '../../contract/visitor-curve-and-measures-of-crowd-warning-answer-type.ts';
import './warning-course-panel.css';

const texts = {
  chart: text(
    '预警前后的人数，最多 {most}，承载量 {against}',
    'Visitors before and after, {most} at most, of {against}',
  ),
  visitors: text('人数', 'Visitors'),
  expected: text('发出时的预测', 'Expected when it was raised'),
  none: text('没有读数', 'No readings'),
  course: text('经过', 'Course'),
  normal: text('降至正常', 'Back to normal'),
};

const timeOf = (at: number): string => formatMinute(at).slice(11);

/** Every step between the first and the last value, so that missing data is a gap and not a line. */
function stepsOf({
  points,
  expected,
}: VisitorCurveAroundWarning): readonly { at: number; n: number | null; p50: number | null }[] {
  const moments = [...points, ...expected].map(({ at }) => at);
  if (moments.length === 0) return [];
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const [measured, forecast] = [points, expected].map((list) => new Map(list.map(({ at, n }) => [at, n])));
  return Array.from({ length: (last - first) / secondsPerCurvePoint + 1 }, (_, index) => {
    const at = first + index * secondsPerCurvePoint;
    return { at, n: measured?.get(at) ?? null, p50: forecast?.get(at) ?? null };
  });
}

/** How full the spot was while a warning was out, its levels, and what was done when. */
export default function VisitorCurveAndMeasuresOfCrowdWarningPanel({ row }: RecordPanelProps) {
  const t = useText();
  const colours = coloursOfAllThemes[useColourScheme()];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', warning.name, 'course', row.id, row.version],
    queryFn: ({ signal }) => get<VisitorCurveAroundWarning>(pathOf(warning, 'course'), { id: row.id }, { signal }),
  });
  const option = useMemo<ChartOption | undefined>(() => {
    if (!data) return undefined;
    const steps = stepsOf(data);
    const levelColours = { 80: colours.amber, 90: colours.amber, 100: colours.cinnabar };
    return {
      color: [colours.celadon],
      grid: { left: 8, right: 56, top: 16, bottom: 4, containLabel: true },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', boundaryGap: false, data: steps.map(({ at }) => timeOf(at)) },
      yAxis: { type: 'value', minInterval: 1, max: ({ max }) => Math.ceil(Math.max(max, data.against) * 1.05) },
      series: [
        {
          type: 'line',
          name: t(texts.visitors),
          showSymbol: steps.length === 1,
          data: steps.map(({ n }) => n),
          markLine: {
            silent: true,
            symbol: 'none',
            label: { formatter: '{b}', color: colours.inkSoft, textBorderWidth: 0 },
            data: crowdLevelSteps.map((step) => ({
              name: `${step}%`,
              yAxis: Math.round((data.against * step) / 100),
              lineStyle: { color: levelColours[step], type: 'dashed' },
            })),
          },
        },
        ...(data.expected.length > 0
          ? [
              {
                type: 'line' as const,
                name: t(texts.expected),
                color: colours.ink,
                connectNulls: true,
                showSymbol: false,
                lineStyle: { type: 'dotted' as const },
                data: steps.map(({ p50 }) => p50),
              },
            ]
          : []),
      ],
      ...(data.expected.length > 0 && { legend: { right: 0, top: 0 } }),
    };
  }, [data, t, colours]);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending || !option) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const most = data.points.reduce((highest, { n }) => Math.max(highest, n), 0);
  return (
    <div className="xj-warning-course">
      {data.points.length === 0 && data.expected.length === 0 ? (
        <p>{t(texts.none)}</p>
      ) : (
        <figure>
          <Chart option={option} label={t(texts.chart, { most, against: data.against })} characters="0123456789%:" />
        </figure>
      )}
      <Course of={data} />
    </div>
  );
}

/** Levels and moves in the order in which they happened. */
function Course({ of: { levels, acts } }: { readonly of: VisitorCurveAroundWarning }) {
  const t = useText();
  const moves: Readonly<Record<string, { readonly label: Text }>> = crowdWarningLifecycle.moves;
  const lines = [
    ...levels.map(({ at, level }) => ({
      at,
      what: level === 0 ? t(texts.normal) : t(crowdLevels[level as keyof typeof crowdLevels]),
      by: '',
    })),
    ...acts.map(({ at, move, by }) => {
      const declared = moves[move];
      return { at, what: declared ? t(declared.label) : move, by };
    }),
  ].sort((one, other) => one.at - other.at);
  if (lines.length === 0) return null;
  return (
    <ol aria-label={t(texts.course)}>
      {lines.map((one) => (
        <li key={`${one.at} ${one.what}`}>
          <time dateTime={new Date(one.at * 1000).toISOString()}>{timeOf(one.at)}</time>
          <span>{one.what}</span>
          {one.by && <small>{one.by}</small>}
        </li>
      ))}
    </ol>
  );
}
