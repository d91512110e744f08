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
import type { ThemeName } from '#web/theme/tokens.ts';

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

/** A value of a chart: which of its categories, in which of its series. */
export interface ChartPoint {
  index: number;
  series: number;
}

export interface ChartProps {
  option: ChartOption;
  /** What the chart shows, in a sentence. */
  label: string;
  /** A value was chosen: the rows behind it. Makes the chart a stop of the Tab key; arrows go from value to value. */
  onSelect?: (point: ChartPoint) => void;
  /** How many categories and series the arrows can reach. */
  reach?: { categories: number; series: number };
  /** Reads a value aloud while the arrows go over it. */
  describe?: (point: ChartPoint) => string;
  theme?: ThemeName;
  /** No animation. Also off where the system asks for less motion. */
  calm?: boolean;
  /** Every character the chart may draw, beyond those in its option. */
  characters?: string;
}
