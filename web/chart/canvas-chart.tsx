import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { chartTheme } from '#web/theme/chart-theme.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import { chartPointAfterArrowKey } from './chart-point-after-arrow-key.ts';
import type { ChartPoint, ChartProps } from './chart-props.ts';
import { type EChartsType, init } from './echarts-with-used-charts-only.ts';
import { loadCanvasFont } from './load-canvas-font.ts';

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The latest properties, for callbacks the chart keeps. */
type Latest = RefObject<ChartProps>;

/** Creates the ECharts instance in a box; another theme creates another instance. */
function useChart(box: RefObject<HTMLDivElement | null>, theme: ThemeName, called: Latest): EChartsType | undefined {
  const [chart, setChart] = useState<EChartsType>();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const made = init(element, chartTheme(theme));
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(element);
    made.on('click', (event) => {
      const { dataIndex, seriesIndex } = event as { dataIndex?: number; seriesIndex?: number };
      if (dataIndex !== undefined) called.current.onSelect?.({ index: dataIndex, series: seriesIndex ?? 0 });
    });
    setChart(made);
    return () => {
      setChart(undefined);
      resized.disconnect();
      made.dispose();
    };
  }, [box, theme, called]);
  return chart;
}

/** Draws the option once the font can draw its characters. */
function useOption(
  chart: EChartsType | undefined,
  { option, label, calm = false }: Pick<ChartProps, 'option' | 'label' | 'calm'>,
  called: Latest,
): void {
  useEffect(() => {
    if (!chart) return undefined;
    let live = true;
    const characters = `${JSON.stringify(option)}${called.current.characters ?? ''}0123456789`;
    void loadCanvasFont(characters).then(() => {
      if (!live) return;
      chart.setOption(
        {
          ...option,
          animation: !calm && !prefersStill(),
          aria: { ...option.aria, enabled: true, label: { description: label } },
        },
        { notMerge: true },
      );
    });
    return () => {
      live = false;
    };
  }, [chart, option, label, calm, called]);
}

export default function CanvasChart(props: ChartProps) {
  const officeTheme = useColourScheme();
  const theme = props.theme ?? officeTheme;
  const { label, onSelect, reach } = props;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<ChartPoint>();
  const called = useRef(props);
  called.current = props;

  const chart = useChart(box, theme, called);
  useOption(chart, props, called);

  const show = (point: ChartPoint | undefined) => {
    setAt(point);
    if (!chart) return;
    chart.dispatchAction({ type: 'downplay' });
    if (!point) return void chart.dispatchAction({ type: 'hideTip' });
    const target = { seriesIndex: point.series, dataIndex: point.index };
    chart.dispatchAction({ type: 'showTip', ...target });
    chart.dispatchAction({ type: 'highlight', ...target });
  };

  const onKey = (event: KeyboardEvent) => {
    if (!reach || reach.categories === 0) return;
    const point = at ?? { index: reach.categories - 1, series: 0 };
    const to = chartPointAfterArrowKey(event.key, at ? point : undefined, reach);
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      show(to);
    } else if (event.key === 'Enter' && at) {
      event.preventDefault();
      event.stopPropagation();
      onSelect?.(at);
    }
  };

  if (!onSelect) return <div ref={box} className="xj-chart" role="img" aria-label={label} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a chart operated by arrow keys
    <div
      className="xj-chart"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys select its values
      tabIndex={0}
      onKeyDown={onKey}
      onBlur={() => show(undefined)}
    >
      <div ref={box} className="xj-chart-canvas" />
      <span className="xj-visually-hidden" role="status">
        {at && props.describe ? props.describe(at) : ''}
      </span>
    </div>
  );
}
