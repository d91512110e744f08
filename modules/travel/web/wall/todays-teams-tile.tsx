import { useMemo } from 'react';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { lateFilingDays, type TodaysTeamsPanel, todaysTeamsFeed } from '#modules/travel/contract/travel-wall-panels.ts';
import {
  anomalyFlagText,
  shortAnomalyFlagText,
  teamKindText,
  teamsDepartingOn,
  teamsFiledLate,
  teamsFinishedOn,
  teamsOfAnomalyFlag,
  teamsOfKind,
  teamsOnTheRoadAt,
  teamsUnderway,
  touristsUnderway,
} from '#modules/travel/contract/wall/list-filters-behind-team-wall-figures.ts';
import { travelWallTexts } from '#modules/travel/contract/wall/travel-wall-texts.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { translate, useText } from '#web/i18n/locale.ts';
import { mixColors } from '#web/map/boundary/choropleth-classes-and-colours.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { groupThousands } from '#web/wall/feed/format-wall-figure.ts';
import { formatWallTime } from '#web/wall/feed/format-wall-time.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';

const mostFlags = 4;
const mostKinds = 4;

/** Tile of today's teams: counts, kinds, course of the day, late filings and open findings. */
export function TodaysTeamsTile({ panel: tile }: PanelTileProps) {
  const panel = useFeedAnswer<TodaysTeamsPanel>(todaysTeamsFeed.name)?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <>
          <Counts panel={panel} />
          <Kinds panel={panel} />
          <Curve panel={panel} />
          <Flags panel={panel} />
        </>
      ) : null}
    </Tile>
  );
}

function Counts({ panel: { area, asof, today } }: { panel: TodaysTeamsPanel }) {
  const translate = useText();
  const day = shanghaiDateOf(asof);
  const counts = [
    [travelWallTexts.departing, teamsDepartingOn(area, today.departing, day)],
    [travelWallTexts.underway, teamsUnderway(area, today.underway)],
    [travelWallTexts.finished, teamsFinishedOn(area, today.finished, day)],
  ] as const;
  return (
    <div className="wall-teams-now">
      <p>
        <FigureButton rows={touristsUnderway(area, today.tourists, today.underway)} className="wall-poster" />
        <span className="wall-unit">{translate(travelWallTexts.onTheWay)}</span>
      </p>
      <dl>
        {counts.map(([name, rows]) => (
          <div key={name.en}>
            <dt>{translate(name)}</dt>
            <dd>
              <FigureButton rows={rows} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Kinds({ panel: { area, kinds } }: { panel: TodaysTeamsPanel }) {
  const translate = useText();
  const shown = kinds.slice(0, mostKinds);
  if (shown.length === 0) return <p className="wall-note">{translate(travelWallTexts.kindsNone)}</p>;
  return (
    <div className="wall-kinds">
      <div className="wall-bar" aria-hidden="true">
        {kinds.map(({ kind, n }, at) => (
          <i key={kind} data-step={Math.min(at, mostKinds)} style={{ flexGrow: n }} />
        ))}
      </div>
      <ul aria-label={translate(travelWallTexts.kinds)}>
        {shown.map(({ kind, n }, at) => (
          <li key={kind}>
            <span data-step={at}>{translate(teamKindText(kind))}</span>
            <FigureButton rows={teamsOfKind(area, n, kind)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Curve({ panel: { area, asof, curve } }: { panel: TodaysTeamsPanel }) {
  const translate = useText();
  const { theme, calm, textSize, openRows } = useWall();
  const option = useMemo(() => curveOption(curve, asof, theme, textSize), [curve, asof, theme, textSize]);
  const point = (index: number) => curve[index] ?? { t: asof, teams: 0, tourists: 0 };
  const hour = (t: number) => formatWallTime(t).slice(0, 5);
  return (
    <figure className="wall-chart">
      <figcaption>
        {translate(travelWallTexts.curve)}
        <span className="wall-flow-keys" aria-hidden="true">
          <span data-series="tourists">{translate(travelWallTexts.tourists)}</span>
          <span data-series="teams">{translate(travelWallTexts.teams)}</span>
        </span>
      </figcaption>
      <Chart
        option={option}
        theme={theme}
        calm={calm}
        label={translate(travelWallTexts.curveLabel, {
          n: groupThousands(Math.max(0, ...curve.map(({ tourists }) => tourists))),
        })}
        reach={{ categories: curve.length, series: 1 }}
        describe={({ index }) => {
          const { t, teams, tourists } = point(index);
          return translate(travelWallTexts.curvePoint, { t: hour(t), teams, n: tourists });
        }}
        onSelect={({ index }) => {
          const one = point(index);
          const title = text(`${hour(one.t)} 在途`, `On the way at ${hour(one.t)}`);
          if (one.tourists > 0) openRows(teamsOnTheRoadAt(area, one, title));
        }}
      />
    </figure>
  );
}

function curveOption(
  curve: TodaysTeamsPanel['curve'],
  asof: number,
  theme: 'projector' | 'wall',
  size: number,
): ChartOption {
  const t = coloursOfAllThemes[theme];
  const font = Math.max(11, Math.round(size * 0.76));
  const now = curve.findLastIndex((one) => one.t <= asof);
  const line = { width: Math.max(1.5, size / 9), color: t.celadonStrong };
  return {
    aria: { decal: { show: false } },
    grid: { left: 4, right: 4, top: font * 0.8, bottom: font * 1.7 },
    tooltip: { trigger: 'axis', textStyle: { fontSize: font } },
    xAxis: {
      type: 'category',
      boundaryGap: true,
      data: curve.map((one) => formatWallTime(one.t).slice(0, 2)),
      axisTick: { show: false },
      axisLabel: { fontSize: font, color: t.inkFaint, interval: 3 },
    },
    yAxis: [
      { type: 'value', show: false, minInterval: 1 },
      { type: 'value', show: false, minInterval: 1, max: ({ max }) => Math.max(1, max * 2.2) },
    ],
    series: [
      {
        type: 'bar',
        name: translate(travelWallTexts.teams),
        yAxisIndex: 1,
        barCategoryGap: '45%',
        itemStyle: { color: t.lineStrong },
        data: curve.map((one) => one.teams),
      },
      {
        type: 'line',
        name: translate(travelWallTexts.tourists),
        smooth: 0.25,
        symbol: 'circle',
        symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (dataIndex === now ? size * 0.62 : 0),
        lineStyle: line,
        itemStyle: { color: t.bronze },
        areaStyle: { color: mixColors(t.paper, t.celadon, 0.3), opacity: 0.55 },
        data: curve.map((one) => one.tourists),
      },
    ],
  };
}

function Flags({ panel: { area, asof, late, late_rate, filed, flags } }: { panel: TodaysTeamsPanel }) {
  const translate = useText();
  const today = shanghaiDateOf(asof);
  return (
    <div className="wall-flags">
      <p>
        <span>{translate(travelWallTexts.late)}</span>
        <strong>{filed > 0 ? `${(late_rate * 100).toFixed(1)}%` : '—'}</strong>
        <FigureButton
          rows={teamsFiledLate(area, late, addDays(today, 1 - lateFilingDays), today)}
          tone={late > 0 ? 'warning' : 'soft'}
        />
      </p>
      <ul aria-label={translate(travelWallTexts.flags)}>
        {flags.slice(0, mostFlags).map(({ code, n }) => (
          <li key={code}>
            <span title={translate(anomalyFlagText(code))}>{translate(shortAnomalyFlagText(code))}</span>
            <FigureButton rows={teamsOfAnomalyFlag(area, n, code)} tone="bad" />
          </li>
        ))}
        {flags.length === 0 ? <li className="wall-note">{translate(travelWallTexts.noFlags)}</li> : null}
      </ul>
    </div>
  );
}
