import type { ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import type { translate } from '#web/i18n/locale.ts';
import type { Tokens } from '#web/theme/theme-design-tokens.ts';
import { formatMinutesAsClockTime } from '../../contract/forecast/format-minutes-as-clock-time.ts';
import {
  levelsForecast,
  minutesOfSlot,
  type SpotForecast,
} from '../../contract/forecast/visitor-forecast-answer-types-and-slots.ts';
import { forecastTexts as texts } from './forecast-texts.ts';

/** The counts of today as a line, the forecast dashed in its band, and the warning levels across. */
export function forecastChartOption(of: SpotForecast, t: typeof translate, colours: Tokens): ChartOption | undefined {
  const { today, limit } = of;
  // nobody is inside at night
  const opened = of.came.findIndex(({ n }) => n > 0);
  const came = opened < 0 ? [] : of.came.slice(opened);
  const ends = [
    ...came.map(({ at }) => at),
    ...(today ? today.p50.map((_, n) => today.from + (n + 1) * minutesOfSlot) : []),
  ];
  if (ends.length === 0) return undefined;
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const times = Array.from({ length: (last - first) / minutesOfSlot + 1 }, (_, n) => first + n * minutesOfSlot);
  const counted = new Map(came.map(({ at, n }) => [at, n]));
  const slotOf = (time: number) => (today ? (time - today.from) / minutesOfSlot - 1 : -1);
  const curve = (values: readonly number[] | undefined) => times.map((time) => values?.[slotOf(time)] ?? null);
  const [low, middle, high] = [curve(today?.p10), curve(today?.p50), curve(today?.p90)];
  const levelColours = { 80: colours.amber, 90: colours.amber, 100: colours.cinnabar };
  const band = { type: 'line', stack: 'band', symbol: 'none', silent: true, lineStyle: { opacity: 0 } } as const;
  return {
    color: [colours.celadonStrong],
    grid: { left: 8, right: 48, top: 28, bottom: 4, containLabel: true },
    legend: { top: 0, right: 0, data: [t(texts.came), t(texts.expected), t(texts.band)] },
    tooltip: {
      trigger: 'axis',
      formatter: (shown) => describeTime(Array.isArray(shown) ? (shown[0]?.dataIndex ?? 0) : 0),
    },
    xAxis: { type: 'category', boundaryGap: false, data: times.map(formatMinutesAsClockTime) },
    yAxis: {
      type: 'value',
      minInterval: 1,
      max: ({ max }) => Math.ceil(Math.max(max, limit !== null && max > limit / 2 ? limit * 1.05 : max)),
    },
    series: [
      { ...band, name: t(texts.low), data: low },
      {
        ...band,
        name: t(texts.band),
        color: colours.celadon,
        areaStyle: { color: colours.celadon, opacity: 0.22 },
        data: high.map((value, n) => (value === null ? null : value - (low[n] ?? 0))),
      },
      {
        type: 'line',
        name: t(texts.expected),
        symbol: 'none',
        color: colours.celadon,
        lineStyle: { type: 'dashed', width: 2 },
        data: middle,
      },
      {
        type: 'line',
        name: t(texts.came),
        symbol: 'none',
        color: colours.ink,
        lineStyle: { width: 2 },
        data: times.map((time) => counted.get(time) ?? null),
        ...(limit !== null && {
          markLine: {
            silent: true,
            symbol: 'none',
            label: { formatter: '{b}', color: colours.inkSoft, textBorderWidth: 0 },
            data: levelsForecast.map((level) => ({
              name: `${level}%`,
              yAxis: Math.round((limit * level) / 100),
              lineStyle: { color: levelColours[level], type: 'dashed' },
            })),
          },
        }),
      },
    ],
  };

  function describeTime(n: number): string {
    const time = formatMinutesAsClockTime(times[n] ?? first);
    const count = counted.get(times[n] ?? -1);
    if (count !== undefined) return `${time}<br>${t(texts.came)} ${count}`;
    if (middle[n] === null) return time;
    return `${time}<br>${t(texts.expected)} ${middle[n]}<br>${t(texts.band)} ${low[n]}–${high[n]}`;
  }
}
