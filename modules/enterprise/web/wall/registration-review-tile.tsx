import { useMemo } from 'react';
import { statesAwaitingOfficer } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import type { RegistrationReviewPanel, ReviewFlowsOfDay } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { type ReviewFlow, reviewFlows } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { enterpriseWallTexts } from '#modules/enterprise/contract/wall/enterprise-wall-texts.ts';
import {
  enterprisesOfReviewFlow,
  enterprisesOfStatus,
  enterprisesOfStatusGroup,
  reviewsDecidedBetween,
  reviewsDueSoonAt,
  reviewsOverdueAt,
} from '#modules/enterprise/contract/wall/list-filters-behind-enterprise-wall-figures.ts';
import { Chart, type ChartOption } from '#web/chart/lazily-loaded-chart.tsx';
import { translate, useText } from '#web/i18n/locale.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import { statusGroupColours } from './status-group-counts-and-colours.ts';

/** Series of the chart, in order. */
const flows = ['passed', 'returned', 'submitted'] as const satisfies readonly ReviewFlow[];

/** Review figures: waiting and overdue, by level, durations, and daily flows. */
export function RegistrationReviewTile({ panel: tile }: PanelTileProps) {
  const panel = useFeedAnswer<RegistrationReviewPanel>('audit')?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <>
          <Pressure panel={panel} />
          <Stages panel={panel} />
          <Flow panel={panel} />
        </>
      ) : null}
    </Tile>
  );
}

function Pressure({ panel }: { panel: RegistrationReviewPanel }) {
  const t = useText();
  const { area, asof, waiting, overdue, due_soon, p50, p90, decided, days } = panel;
  const [median, slowest] = [p50, p90].map((n) => ({
    value: n === null ? '—' : n === 0 ? t(enterpriseWallTexts.sameDay) : String(n),
    unit: n ? t(enterpriseWallTexts.workingDays, { n }) : '',
  }));
  const range = [days[0]?.day ?? '', days.at(-1)?.day ?? ''] as const;
  return (
    <div className="wall-pressure">
      <p>
        <span>{t(enterpriseWallTexts.waiting)}</span>
        <FigureButton rows={enterprisesOfStatusGroup(area, waiting, 'waiting')} className="wall-display" />
      </p>
      <p>
        <span className="wall-key" data-status-group="overdue">
          {t(enterpriseWallTexts.overdue)}
        </span>
        <FigureButton
          rows={reviewsOverdueAt(area, overdue, asof)}
          className="wall-display"
          {...(overdue ? { tone: 'bad' } : {})}
        />
      </p>
      <p>
        <span className="wall-key" data-status-group="attention">
          {t(enterpriseWallTexts.dueSoon)}
        </span>
        <FigureButton
          rows={reviewsDueSoonAt(area, due_soon, asof)}
          className="wall-display"
          {...(due_soon ? { tone: 'warning' } : {})}
        />
      </p>
      <dl>
        <div>
          <dt>{t(enterpriseWallTexts.median)}</dt>
          <dd>
            {median?.value}
            <small>{median?.unit}</small>
          </dd>
        </div>
        <div>
          <dt>{t(enterpriseWallTexts.slowest)}</dt>
          <dd>
            {slowest?.value}
            <small>{slowest?.unit}</small>
          </dd>
        </div>
        <div>
          <dt>{t(enterpriseWallTexts.decided)}</dt>
          <dd>
            <FigureButton rows={reviewsDecidedBetween(area, decided, ...range)} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Stages({ panel }: { panel: RegistrationReviewPanel }) {
  const t = useText();
  return (
    <ol className="wall-stages" aria-label={t(enterpriseWallTexts.stages)}>
      {statesAwaitingOfficer.map((status) => {
        const stage = panel.stages.find((one) => one.status === status);
        const rows = enterprisesOfStatus(panel.area, stage?.n ?? 0, status);
        return (
          <li key={status} data-late={stage?.overdue ? '' : undefined}>
            <span>{t(rows.title)}</span>
            <FigureButton rows={rows} />
          </li>
        );
      })}
    </ol>
  );
}

function Flow({ panel }: { panel: RegistrationReviewPanel }) {
  const t = useText();
  const { theme, calm, textSize, openRows } = useWall();
  const { days, area } = panel;
  const option = useMemo(() => flowOption(days, theme, textSize), [days, theme, textSize]);
  const sum = (flow: ReviewFlow) => days.reduce((total, one) => total + one[flow], 0);
  const at = ({ index, series }: { index: number; series: number }) => {
    const flow = flows[series] ?? 'submitted';
    const day = days[index];
    return { day: day?.day ?? '', flow, n: day?.[flow] ?? 0 };
  };
  return (
    <figure className="wall-chart">
      <figcaption>
        {t(enterpriseWallTexts.flows)}
        <span className="wall-flow-keys" aria-hidden="true">
          {(['submitted', 'passed', 'returned'] as const).map((flow) => (
            <span key={flow} data-flow={flow}>
              {t(reviewFlows[flow])} {sum(flow)}
            </span>
          ))}
        </span>
      </figcaption>
      <Chart
        option={option}
        theme={theme}
        calm={calm}
        label={t(enterpriseWallTexts.flowLabel, {
          submitted: sum('submitted'),
          passed: sum('passed'),
          returned: sum('returned'),
        })}
        reach={{ categories: days.length, series: flows.length }}
        describe={(point) => t(enterpriseWallTexts.flowPoint, { ...at(point), flow: t(reviewFlows[at(point).flow]) })}
        onSelect={(point) => {
          const { day, flow, n } = at(point);
          if (n > 0) openRows(enterprisesOfReviewFlow(area, n, day, flow));
        }}
      />
    </figure>
  );
}

function flowOption(days: readonly ReviewFlowsOfDay[], theme: 'projector' | 'wall', size: number): ChartOption {
  const t = coloursOfAllThemes[theme];
  const font = Math.max(11, Math.round(size * 0.76));
  const bar = (flow: ReviewFlow, color: string) => ({
    type: 'bar' as const,
    name: translate(reviewFlows[flow]),
    stack: 'decided',
    barCategoryGap: '34%',
    itemStyle: { color, borderRadius: 0 },
    data: days.map((one) => one[flow]),
  });
  return {
    grid: { left: font * 2.2, right: 4, top: font * 0.9, bottom: font * 1.9 },
    tooltip: { trigger: 'axis', textStyle: { fontSize: font } },
    xAxis: {
      type: 'category',
      data: days.map((one) => one.day),
      axisTick: { show: false },
      axisLabel: {
        fontSize: font,
        color: t.inkFaint,
        interval: (index: number) => (days.length - 1 - index) % 7 === 0,
        formatter: (day: string) => day.slice(5),
      },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { fontSize: font, color: t.inkFaint },
      splitLine: { lineStyle: { color: t.line, type: [2, 4] } },
    },
    series: [
      bar('passed', statusGroupColours(theme).active),
      bar('returned', t.amber),
      {
        type: 'line',
        name: translate(reviewFlows.submitted),
        symbol: 'circle',
        symbolSize: Math.max(4, size * 0.32),
        lineStyle: { width: Math.max(1.5, size / 9), color: t.ink },
        itemStyle: { color: t.ink },
        data: days.map((one) => one.submitted),
      },
    ],
  };
}
