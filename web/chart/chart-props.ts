import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  DatasetComponentOption,
  GridComponentOption,
  LegendComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';

export type ChartOption = ComposeOption<
  | AriaComponentOption
  | BarSeriesOption
  | DatasetComponentOption
  | GridComponentOption
  | LegendComponentOption
  | LineSeriesOption
  | MarkLineComponentOption
  | PieSeriesOption
  | TooltipComponentOption
>;

/** A value of a chart: index of its category, and of its series. */
export interface ChartPoint {
  index: number;
  series: number;
}

export interface ChartProps {
  option: ChartOption;
  /** Description of the chart in one sentence, for screen readers. */
  label: string;
  /** Called with the selected value. Makes the chart a stop of the Tab key; arrow keys move from value to value. */
  onSelect?: (point: ChartPoint) => void;
  /** How many categories and series the arrow keys can reach. */
  reach?: { categories: number; series: number };
  /** Text of a value, read aloud as the arrow keys reach it. */
  describe?: (point: ChartPoint) => string;
  theme?: ThemeName;
  /** No animation. Also off where the system asks for reduced motion. */
  calm?: boolean;
  /** Every character the chart may draw besides those in its option. */
  characters?: string;
}
