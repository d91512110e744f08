import { useMemo } from 'react';
import type { CrossLine, CrossTable } from '#kernel/module/arrange-report-figures-in-cross-table.ts';
import type {
  ReportDimension,
  ReportFigure,
  ReportResponse,
} from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import { text } from '#kernel/text/text.ts';
import { Chart, type ChartOption, type ChartPoint } from '#web/chart/lazily-loaded-chart.tsx';
import { translate, useText } from '#web/i18n/locale.ts';
import { formatReportValue } from './format-report-figures.ts';
import { comparisonTexts } from './report-criteria-bar.tsx';
import type { ReportCriteria } from './report-criteria-in-url.ts';

const texts = {
  label: text('{label}：{n} 组', '{label}: {n} {n|group|groups}'),
  point: text('{what}：{value}', '{what}: {value}'),
  rest: text('其余', 'Others'),
};

/** Maximum bars of a chart, and parts of a bar that can be distinguished. */
const mostBars = 24;
const mostParts = 6;

export interface ReportChartProps {
  readonly choice: ReportCriteria;
  readonly report: ReportResponse;
  readonly dimensions: readonly ReportDimension[];
  readonly table: CrossTable;
  onOpen(figures: readonly (readonly [ReportDimension, ReportFigure])[]): void;
}

interface Part {
  readonly name: string;
  readonly values: readonly number[];
  /** The row it represents, where its list can be opened. */
  readonly column?: CrossLine;
  readonly before?: true;
}

/** Chart of the figures: columns along time, otherwise horizontal bars with the largest on top. */
export function StatisticalReportChart({ choice, report, dimensions, table, onOpen }: ReportChartProps) {
  const t = useText();
  const [down, across] = dimensions;
  const inTime = down !== undefined && 'period' in down;
  const rows = useMemo(() => (inTime ? table.rows : table.rows.slice(0, mostBars)), [inTime, table]);
  const parts = useMemo(() => partsOf(choice, report, table, rows), [choice, report, table, rows]);
  const option = useMemo(() => optionOf(rows, parts, inTime), [rows, parts, inTime]);
  const at = ({ index, series }: ChartPoint) => ({ row: rows[index], part: parts[series] });
  const label = t(texts.label, { label: t(choice.measured.measure.label), n: table.rows.length });
  return (
    <figure className="xj-report-chart" style={inTime ? undefined : { height: 88 + rows.length * 26 }}>
      <Chart
        option={option}
        label={label}
        reach={{ categories: rows.length, series: parts.length }}
        describe={(point) => {
          const { row, part } = at(point);
          const what = [row?.label, parts.length > 1 ? part?.name : ''].filter(Boolean).join(' ');
          return t(texts.point, { what, value: formatReportValue(part?.values[point.index] ?? 0, choice.measured) });
        }}
        onSelect={(point) => {
          const { row, part } = at(point);
          if (!row || !down || !part || part.before || (across && !part.column)) return;
          onOpen([[down, row.figure], ...(across && part.column ? [[across, part.column.figure] as const] : [])]);
        }}
      />
    </figure>
  );
}

function partsOf(
  choice: ReportCriteria,
  report: ReportResponse,
  table: CrossTable,
  rows: readonly CrossLine[],
): Part[] {
  const { columns } = table;
  if (columns.length === 0)
    return [
      { name: translate(choice.measured.measure.label), values: rows.map((row) => row.value) },
      ...(report.before && choice.compare
        ? [
            {
              name: translate(comparisonTexts[choice.compare]),
              values: rows.map((row) => row.before),
              before: true as const,
            },
          ]
        : []),
    ];
  const named = columns.length > mostParts ? columns.slice(0, mostParts - 1) : columns;
  const parts: Part[] = named.map((column) => ({
    name: column.label,
    column,
    values: rows.map((row) => Number(table.cell(row, column)?.value ?? 0)),
  }));
  if (named.length === columns.length) return parts;
  const rest = rows.map((row, at) => row.value - parts.reduce((sum, part) => sum + (part.values[at] ?? 0), 0));
  return [...parts, { name: translate(texts.rest), values: rest }];
}

function optionOf(rows: readonly CrossLine[], parts: readonly Part[], inTime: boolean): ChartOption {
  const stacked = parts.length > 1 && !parts.some((one) => one.before);
  const categories = { type: 'category' as const, data: rows.map((row) => row.label), axisTick: { show: false } };
  const values = { type: 'value' as const, splitNumber: 4 };
  return {
    grid: { left: 8, right: 24, top: parts.length > 1 ? 40 : 16, bottom: 8, containLabel: true },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(parts.length > 1 ? { legend: { top: 0, left: 0, type: 'plain' } } : {}),
    ...(inTime
      ? { xAxis: categories, yAxis: values }
      : { xAxis: values, yAxis: { ...categories, inverse: true, axisLabel: { width: 132, overflow: 'truncate' } } }),
    series: parts.map((part) => ({
      type: 'bar' as const,
      name: part.name,
      data: [...part.values],
      barMaxWidth: 22,
      ...(stacked ? { stack: 'all' } : {}),
      ...(part.before ? { itemStyle: { opacity: 0.45 } } : {}),
    })),
  };
}
