import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { type AnyTimeSeries, numericValuesOf, secondsUntilLost } from '#kernel/module/time-series.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute, formatRecent } from '#web/cell/format/date-format.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { chartBucketsInReadingGaps } from './chart-buckets-in-reading-gaps.ts';
import {
  adjacentInterval,
  bucketStarts,
  type ChartInterval,
  type IntervalLength,
  intervalLengths,
  intervalOfBucket,
  latestInterval,
} from './chart-interval-and-buckets.ts';
import { LevelOfLatestReading, SuspectReadingsForReview } from './level-of-latest-reading-and-suspect-readings.tsx';

import './time-series-panel.css';

const texts = {
  latest: text('最新读数', 'Latest reading'),
  lost: text('数据中断', 'Data lost'),
  none: text('还没有读数', 'No readings yet'),
  noneHere: text('这段时间没有读数', 'No readings in this period'),
  value: text('数值', 'Value'),
  range: text('时间范围', 'Time range'),
  longest: text('全部', 'All'),
  earlier: text('更早', 'Earlier'),
  later: text('更晚', 'Later'),
  out: text('返回', 'Back'),
  average: text('平均', 'Average'),
  highest: text('最高', 'Maximum'),
  lowest: text('最低', 'Minimum'),
  count: text('读数', 'Readings'),
  chart: text('{label}，{from} 至 {until}', '{label}, {from} to {until}'),
  point: text('{at}：平均 {avg}，最低 {min}，最高 {max}', '{at}: average {avg}, minimum {min}, maximum {max}'),
};

const lengths: Readonly<Record<IntervalLength, Text>> = {
  hour: text('1 小时', '1 hour'),
  day: text('24 小时', '24 hours'),
  week: text('7 天', '7 days'),
  month: text('30 天', '30 days'),
};

/** Figures of one number in one bucket. */
interface Figures {
  readonly min: number | null;
  readonly max: number | null;
  readonly avg: number | null;
}
interface Bucket {
  readonly at: number;
  readonly count: number;
  readonly [name: string]: number | Figures;
}
type Latest = Readonly<Record<string, unknown>> & { at: number; source: string };

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const write = (value: number | null | undefined) =>
  value === null || value === undefined ? '—' : number.format(value);
const figuresOf = (bucket: Bucket | undefined, name: string): Figures | undefined => {
  const measured = bucket?.[name];
  return typeof measured === 'object' ? measured : undefined;
};

/** Measurements of a record: the latest, and a chart of a value over an interval; a point opens its bucket. */
export default function TimeSeriesPanel({ series, id }: { series: AnyTimeSeries; id: number }) {
  const t = useText();
  const numbers = numericValuesOf(series);
  const [name = '', setName] = useState(numbers[0]);
  const latest = useQuery({
    queryKey: ['series', series.name, id, 'latest'],
    queryFn: queryFnFor<{ list: Latest[] }>(pathOf(series, 'latest'), { of: id }),
    refetchInterval: 60_000,
  });
  if (latest.error) return <LoadErrorWithRetry error={latest.error} onRetry={() => void latest.refetch()} />;
  const last = latest.data?.list[0];
  if (latest.data && !last) return <p className="xj-series-none">{t(texts.none)}</p>;
  return (
    <div className="xj-series">
      <section aria-label={t(texts.latest)}>
        <dl className="xj-series-latest">
          {Object.entries<AnyField>(series.values).map(([one, field]) =>
            numbers.includes(one) ? (
              <div key={one}>
                <dt>{t(field.label)}</dt>
                <dd>
                  {write(last?.[one] as number | null | undefined)}
                  {typeof field.options.unit === 'string' && <small>{field.options.unit}</small>}
                </dd>
              </div>
            ) : null,
          )}
        </dl>
        {last && (
          <p className="xj-series-note">
            {t(texts.latest)} · {formatMinute(last.at)}
            {last.source && ` · ${last.source}`}
          </p>
        )}
        <LevelOfLatestReading series={series} id={id} />
      </section>
      <SuspectReadingsForReview series={series} id={id} />
      {numbers.length > 0 && (
        <Course
          {...{ series, id, name }}
          choice={
            numbers.length > 1 && (
              <Select
                aria-label={t(texts.value)}
                value={name}
                options={numbers.map((one) => ({ value: one, label: t((series.values[one] as AnyField).label) }))}
                onChange={setName}
              />
            )
          }
        />
      )}
    </div>
  );
}

interface CourseProps {
  readonly series: AnyTimeSeries;
  readonly id: number;
  readonly name: string;
  readonly choice: React.ReactNode;
}

/** A value over an interval. */
function Course({ series, id, name, choice }: CourseProps) {
  const t = useText();
  const retention = (series.rolledUp?.days ?? series.retention.days) * 86_400;
  const offered = [...Object.values(intervalLengths).filter((one) => one < retention), retention];
  const [length, setLength] = useState<number>(Math.min(intervalLengths.day, retention));
  // the buckets opened one within another, the last one on top
  const [trail, setTrail] = useState<readonly ChartInterval[]>([]);
  const stretch = useMemo(() => trail.at(-1) ?? latestInterval(length, serverNow()), [trail, length]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['series', series.name, id, 'buckets', stretch],
    queryFn: async ({ signal }) => ({
      stretch,
      ...(await queryFnFor<{ list: Bucket[] }>(pathOf(series, 'buckets'), { of: id, ...stretch })({ signal })),
    }),
    placeholderData: previousDataAsPlaceholder('series', series.name, id, 'buckets'),
    refetchInterval: trail.length === 0 ? 60_000 : false,
  });
  const shown = data?.stretch ?? stretch;
  const points = useMemo(() => {
    const found = new Map((data?.list ?? []).map((one) => [one.at, one]));
    return bucketStarts(shown).map((at) => ({ at, measured: figuresOf(found.get(at), name) }));
  }, [data, shown, name]);
  const label = t((series.values[name] as AnyField).label);
  const option = useMemo(
    () =>
      courseOption(points, shown, chartBucketsInReadingGaps(points, shown.by, secondsUntilLost(series), serverNow())),
    [points, shown, series],
  );
  const go = (next: ChartInterval | undefined) => next && setTrail([...trail, next]);
  return (
    <section className="xj-series-course" aria-busy={isPlaceholderData}>
      <div className="xj-series-bar">
        {choice}
        <Segmented<number>
          aria-label={t(texts.range)}
          value={length}
          options={offered.map((value) => {
            const named = (Object.keys(intervalLengths) as IntervalLength[]).find(
              (one) => intervalLengths[one] === value,
            );
            return { value, label: t(named ? lengths[named] : texts.longest) };
          })}
          onChange={(next) => {
            setTrail([]);
            setLength(next);
          }}
        />
        <Button onClick={() => go(adjacentInterval(stretch, -1))}>{t(texts.earlier)}</Button>
        <Button disabled={stretch.until > serverNow()} onClick={() => go(adjacentInterval(stretch, 1))}>
          {t(texts.later)}
        </Button>
        {trail.length > 0 && <Button onClick={() => setTrail(trail.slice(0, -1))}>{t(texts.out)}</Button>}
      </div>
      {error ? (
        <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Summary buckets={data?.list ?? []} name={name} />
          {data && data.list.length === 0 ? (
            <p className="xj-series-none">{t(texts.noneHere)}</p>
          ) : (
            <figure className="xj-series-chart">
              <Chart
                option={option}
                label={t(texts.chart, { label, from: formatMinute(shown.from), until: formatMinute(shown.until) })}
                reach={{ categories: points.length, series: 1 }}
                describe={({ index }) => {
                  const { at = shown.from, measured } = points[index] ?? {};
                  const figures = { avg: write(measured?.avg), min: write(measured?.min), max: write(measured?.max) };
                  return t(texts.point, { at: formatMinute(at), ...figures });
                }}
                onSelect={({ index }) => go(intervalOfBucket(shown, points[index]?.at ?? shown.from))}
              />
            </figure>
          )}
        </>
      )}
    </section>
  );
}

function Summary({ buckets, name }: { buckets: readonly Bucket[]; name: string }) {
  const t = useText();
  const measured = buckets.flatMap((one) => figuresOf(one, name) ?? []);
  const count = buckets.reduce((sum, one) => sum + one.count, 0);
  // an average of averages would weigh an hour with one reading like one with sixty
  const weighed = buckets.reduce((sum, one) => sum + (figuresOf(one, name)?.avg ?? 0) * one.count, 0);
  const figures: readonly (readonly [Text, string])[] = [
    [texts.lowest, write(least(measured.map((one) => one.min)))],
    [texts.average, write(count === 0 ? null : weighed / count)],
    [texts.highest, write(most(measured.map((one) => one.max)))],
    [texts.count, number.format(count)],
  ];
  return (
    <dl className="xj-series-sum">
      {figures.map(([label, value]) => (
        <div key={label.en}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const present = (values: readonly (number | null)[]) => values.filter((one) => one !== null);
const least = (values: readonly (number | null)[]) =>
  present(values).reduce<number | null>((lowest, one) => (lowest === null || one < lowest ? one : lowest), null);
const most = (values: readonly (number | null)[]) =>
  present(values).reduce<number | null>((highest, one) => (highest === null || one > highest ? one : highest), null);

/** A band of grey from bottom to top where data is lost: on an axis of its own, so that it is no value. */
const lostBand = (lost: readonly boolean[]) => ({
  axis: { type: 'value' as const, min: 0, max: 1, show: false },
  series: {
    type: 'bar' as const,
    yAxisIndex: 1,
    barWidth: '100%',
    silent: true,
    itemStyle: { color: '#8c8c8c', opacity: 0.16 },
    data: lost.map((one) => (one ? 1 : null)),
  },
});

/** The average as a line in the band between minimum and maximum. */
function courseOption(
  points: readonly { at: number; measured: Figures | undefined }[],
  stretch: ChartInterval,
  lost: readonly boolean[],
): ChartOption {
  const grey = lost.includes(true) ? lostBand(lost) : undefined;
  const band = { type: 'line' as const, stack: 'band', symbol: 'none', lineStyle: { opacity: 0 }, silent: true };
  const long = stretch.until - stretch.from > 86_400;
  const lowest = points.map(({ measured }) => measured?.min ?? null);
  const spread = points.map(({ measured }) =>
    measured?.min == null || measured.max == null ? null : measured.max - measured.min,
  );
  return {
    grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
    tooltip: {
      trigger: 'axis',
      formatter: (items: unknown) => {
        const [first] = Array.isArray(items) ? (items as { dataIndex: number }[]) : [];
        const point = points[first?.dataIndex ?? -1];
        if (!point?.measured) return lost[first?.dataIndex ?? -1] ? translate(texts.lost) : '';
        const { avg, min, max } = point.measured;
        const measured = { avg: write(avg), min: write(min), max: write(max) };
        return translate(texts.point, { at: formatRecent(point.at), ...measured });
      },
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ at }) => formatMinute(at)),
      axisLabel: { formatter: (at: string) => (long ? at.slice(5, 10) : at.slice(11, 16)) },
      axisTick: { show: false },
    },
    yAxis: [{ type: 'value', scale: true, splitNumber: 4 }, ...(grey ? [grey.axis] : [])],
    series: [
      {
        type: 'line',
        symbol: 'circle',
        symbolSize: 5,
        showSymbol: points.length <= 72,
        data: points.map(({ measured }) => measured?.avg ?? null),
      },
      { ...band, data: lowest },
      { ...band, data: spread, areaStyle: { opacity: 0.18 } },
      ...(grey ? [grey.series] : []),
    ],
  };
}
