import { useMemo, useState } from 'react';
import {
  type TouristHistoryPanel,
  type TouristHistoryUnit,
  touristHistoryFeed,
  touristHistoryUnits,
} from '#modules/travel/contract/travel-wall-panels.ts';
import { touristsDepartedIn } from '#modules/travel/contract/wall/list-filters-behind-team-wall-figures.ts';
import { travelWallTexts } from '#modules/travel/contract/wall/travel-wall-texts.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { currentLocale, translate, useText } from '#web/i18n/locale.ts';
import { mixColors } from '#web/map/boundary/choropleth-classes-and-colours.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { groupThousands } from '#web/wall/feed/format-wall-figure.ts';
import { useFeedWithParams } from '#web/wall/feed/use-feed-with-params.ts';
import { useWall } from '#web/wall/feed/wall-context.ts';
import { TileViewSwitch } from '#web/wall/tile/tile-view-switch.tsx';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';

/** Tile of tourists by day, month or year, with the year before, and the latest holiday by day. */
export function TouristNumbersByPeriodAndHolidayTile({ panel: tile }: PanelTileProps) {
  const translate = useText();
  const [unit, setUnit] = useState<TouristHistoryUnit>('day');
  const panel = useFeedWithParams<TouristHistoryPanel>(touristHistoryFeed.name, unit === 'day' ? {} : { unit });
  return (
    <Tile
      panel={tile}
      extra={
        <TileViewSwitch
          label={translate(travelWallTexts.unit)}
          options={touristHistoryUnits}
          value={unit}
          onChange={setUnit}
        />
      }
    >
      {panel ? (
        <>
          <Series panel={panel} />
          <Holiday panel={panel} />
        </>
      ) : null}
    </Tile>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function Series({ panel }: { panel: TouristHistoryPanel }) {
  const translate = useText();
  const { theme, calm, textSize, openRows } = useWall();
  const { series, unit, area } = panel;
  const option = useMemo(() => seriesOption(series, unit, theme, textSize), [series, unit, theme, textSize]);
  const point = (index: number) => series[index] ?? { t: '', n: 0, teams: 0, prev: 0 };
  const [now, before] = [sum(series.map(({ n }) => n)), sum(series.map(({ prev }) => prev))];
  return (
    <figure className="wall-chart">
      <figcaption>
        <span className="wall-flow-keys" aria-hidden="true">
          <span data-series="now">
            {translate(travelWallTexts.thisOne)} {groupThousands(now)}
          </span>
          <span data-series="before">
            {translate(travelWallTexts.lastOne)} {groupThousands(before)}
          </span>
        </span>
      </figcaption>
      <Chart
        option={option}
        theme={theme}
        calm={calm}
        label={translate(travelWallTexts.historyLabel, { n: groupThousands(now), m: groupThousands(before) })}
        reach={{ categories: series.length, series: 1 }}
        describe={({ index }) => {
          const { t, n, teams, prev } = point(index);
          return translate(travelWallTexts.historyPoint, { t, teams, n, m: prev });
        }}
        onSelect={({ index }) => {
          const one = point(index);
          if (one.n > 0) openRows(touristsDepartedIn(area, one, one.t));
        }}
      />
    </figure>
  );
}

function seriesOption(
  series: TouristHistoryPanel['series'],
  unit: TouristHistoryUnit,
  theme: 'projector' | 'wall',
  size: number,
): ChartOption {
  const t = coloursOfAllThemes[theme];
  const font = Math.max(11, Math.round(size * 0.76));
  const short = (name: string) =>
    unit === 'year' ? name : unit === 'month' ? String(Number(name.slice(5))) : name.slice(5);
  return {
    aria: { decal: { show: false } },
    grid: { left: font * 2.8, right: 6, top: font * 0.7, bottom: font * 1.8 },
    tooltip: { trigger: 'axis', textStyle: { fontSize: font } },
    xAxis: {
      type: 'category',
      data: series.map((one) => one.t),
      axisTick: { show: false },
      axisLabel: {
        fontSize: font,
        color: t.inkFaint,
        interval: (index: number) => unit !== 'day' || (series.length - 1 - index) % 7 === 0,
        formatter: short,
      },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 2,
      axisLabel: { fontSize: font, color: t.inkFaint },
      splitLine: { lineStyle: { color: t.line, type: [2, 4] } },
    },
    series: [
      {
        type: 'bar',
        name: translate(travelWallTexts.thisOne),
        barCategoryGap: '34%',
        barMaxWidth: size * 2.4,
        itemStyle: { color: mixColors(t.paper, t.celadon, 0.78) },
        data: series.map((one) => one.n),
      },
      {
        type: 'line',
        name: translate(travelWallTexts.lastOne),
        symbol: 'none',
        lineStyle: { width: Math.max(1.5, size / 10), color: t.bronze, type: 'dashed' },
        itemStyle: { color: t.bronze },
        data: series.map((one) => one.prev),
      },
    ],
  };
}

/** Name of a holiday; entries without an English name keep the Chinese one. */
const nameOf = (day: TouristHistoryPanel['holiday'][number] | undefined): string =>
  (currentLocale() === 'en' && day?.name_en) || (day?.name ?? '');

/** Days of a holiday with those of the year before, aligned from the first day. */
function Holiday({ panel: { area, holiday } }: { panel: TouristHistoryPanel }) {
  const translate = useText();
  const most = Math.max(1, ...holiday.flatMap(({ n, prev }) => [n, prev]));
  if (holiday.every(({ n, prev }) => n === 0 && prev === 0)) return null;
  return (
    <div className="wall-holiday">
      <h3>{translate(travelWallTexts.holiday, { name: nameOf(holiday[0]) })}</h3>
      <ol>
        {holiday.map(({ day, date, n, teams, prev }) => (
          <li key={date} title={translate(travelWallTexts.historyPoint, { t: date, teams, n, m: prev })}>
            <span className="wall-holiday-bars" aria-hidden="true">
              <i style={{ height: `${(prev / most) * 100}%` }} />
              <i data-now="" style={{ height: `${(n / most) * 100}%` }} />
            </span>
            <small>{translate(travelWallTexts.holidayDay, { n: day })}</small>
            <FigureButton rows={touristsDepartedIn(area, { n, teams }, date)} />
          </li>
        ))}
      </ol>
    </div>
  );
}
