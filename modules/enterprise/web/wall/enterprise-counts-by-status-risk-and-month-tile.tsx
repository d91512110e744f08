import { useMemo } from 'react';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import type { EnterpriseCountsPanel } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { enterpriseWallTexts } from '#modules/enterprise/contract/wall/enterprise-wall-texts.ts';
import {
  allEnterprises,
  enterprisesNewToday,
  enterprisesOfMonth,
  enterprisesOfRiskClass,
  enterprisesOfStatusGroup,
} from '#modules/enterprise/contract/wall/list-filters-behind-enterprise-wall-figures.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { useText } from '#web/i18n/locale.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import { formatShareAsPercentage } from './format-share-as-percentage.ts';
import { countInStatusGroup, statusGroupColours } from './status-group-counts-and-colours.ts';

const shown = ['active', 'waiting', 'attention', 'ended'] as const;

/** Counts of enterprises by status group, risk, and month of registration. */
export function EnterpriseCountsByStatusRiskAndMonthTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<EnterpriseCountsPanel>('enterprise')?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <>
          <div className="wall-headline">
            <p>
              <FigureButton rows={allEnterprises(panel.area, panel.total)} className="wall-poster" />
              <span className="wall-unit">{t(enterpriseWallTexts.total)}</span>
            </p>
            <p className="wall-note">
              {t(enterpriseWallTexts.today)}
              <FigureButton rows={enterprisesNewToday(panel.area, panel.today, shanghaiDateOf(panel.asof))} />
            </p>
          </div>
          <StatusGroupCounts panel={panel} />
          <Risks panel={panel} />
          <Trend panel={panel} />
        </>
      ) : null}
    </Tile>
  );
}

function StatusGroupCounts({ panel }: { panel: EnterpriseCountsPanel }) {
  const t = useText();
  const counts = shown.map((group) => {
    const n = countInStatusGroup(panel.by_status, group);
    return { group, n, rows: enterprisesOfStatusGroup(panel.area, n, group) };
  });
  return (
    <div className="wall-status-groups">
      <div className="wall-bar" aria-hidden="true">
        {counts.map(({ group, n }) => (
          <i key={group} data-status-group={group} style={{ flexGrow: n }} />
        ))}
      </div>
      <ul className="wall-keys">
        {counts.map(({ group, n, rows }) => (
          <li key={group}>
            <span className="wall-key" data-status-group={group}>
              {t(rows.title)}
            </span>
            <FigureButton rows={rows} />
            <small>{formatShareAsPercentage(n, panel.total)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

const riskOrder = ['A', 'B', 'C', 'D', ''];

function Risks({ panel }: { panel: EnterpriseCountsPanel }) {
  const t = useText();
  return (
    <div className="wall-risks">
      <h3>{t(enterpriseWallTexts.risk)}</h3>
      <ul>
        {riskOrder.map((risk) => {
          const n = panel.by_risk.find((one) => one.risk === risk)?.n ?? 0;
          return (
            <li key={risk} data-risk={risk || 'none'}>
              <span>{risk || t(enterpriseWallTexts.unrated)}</span>
              <FigureButton rows={enterprisesOfRiskClass(panel.area, n, risk)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Trend({ panel }: { panel: EnterpriseCountsPanel }) {
  const t = useText();
  const { theme, calm, textSize, openRows } = useWall();
  const { trend, area } = panel;
  const option = useMemo(() => trendOption(trend, theme, textSize), [trend, theme, textSize]);
  const point = (index: number) => trend[index] ?? { month: '', n: 0 };
  return (
    <figure className="wall-chart">
      <figcaption>{t(enterpriseWallTexts.trend)}</figcaption>
      <Chart
        option={option}
        theme={theme}
        calm={calm}
        label={t(enterpriseWallTexts.trendLabel, { n: trend.reduce((sum, one) => sum + one.n, 0) })}
        reach={{ categories: trend.length, series: 1 }}
        describe={({ index }) => t(enterpriseWallTexts.monthPoint, point(index))}
        onSelect={({ index }) => openRows(enterprisesOfMonth(area, point(index).n, point(index).month))}
      />
    </figure>
  );
}

function trendOption(trend: EnterpriseCountsPanel['trend'], theme: 'projector' | 'wall', size: number): ChartOption {
  const t = coloursOfAllThemes[theme];
  const font = Math.max(11, Math.round(size * 0.76));
  return {
    aria: { decal: { show: false } },
    grid: { left: 2, right: 2, top: font * 1.45, bottom: font * 1.6 },
    tooltip: { trigger: 'item', textStyle: { fontSize: font }, formatter: '{b}: {c}' },
    xAxis: {
      type: 'category',
      data: trend.map((one) => one.month),
      axisTick: { show: false },
      axisLabel: {
        fontSize: font,
        interval: 0,
        color: t.inkFaint,
        formatter: (month: string) => String(Number(month.slice(5))),
      },
    },
    yAxis: { type: 'value', show: false },
    series: [
      {
        type: 'bar',
        barCategoryGap: '38%',
        data: trend.map((one, index) => ({
          value: one.n,
          itemStyle: { color: index === trend.length - 1 ? t.bronze : statusGroupColours(theme).active },
        })),
        label: { show: true, position: 'top', fontSize: font, color: t.inkSoft, distance: 3 },
        emphasis: { itemStyle: { color: t.celadonStrong } },
      },
    ],
  };
}
