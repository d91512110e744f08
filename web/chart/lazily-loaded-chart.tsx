import { lazy, Suspense } from 'react';
import type { ChartOption, ChartPoint, ChartProps } from './chart-props.ts';
import './lazy-chart.css';

export type { ChartOption, ChartPoint };

const CanvasChart = lazy(() => import('./canvas-chart.tsx'));

/** A chart that fills its box, in the product's colours, with a description for screen readers. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div className="xj-chart" aria-busy="true" />}>
      <CanvasChart {...props} />
    </Suspense>
  );
}
