import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import type { MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import type { MapFlow } from './cluster-map-props.ts';
import { type FlowArc, flowArcsOf, numbersAtStartOfFlows } from './flow-arcs.ts';
import { keepDivisionLabelsOffFlowLines } from './keep-division-labels-off-flow-lines.ts';
import './flow-lines.css';

/** Most flows with a moving dot; more would be a swarm. */
const maxDots = 14;
/** Most flows with a number at their start. */
const maxNumbers = 6;
/** Relative to the text size of the map. */
const numberSize = 0.86;

interface FlowLinesProps {
  readonly map: MapLibre;
  readonly flows: readonly MapFlow[];
  readonly textSize: number;
}

/**
 * Draws flows as an SVG above the map: its animation does not redraw the map, which would occupy the processor on a
 * wall without a graphics card.
 */
export function FlowLines({ map, flows, textSize }: FlowLinesProps) {
  const [arcs, setArcs] = useState<readonly FlowArc[]>([]);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      setArcs(flowArcsOf(flows, ([lng, lat]) => map.project([lng, lat]), textSize / 14));
    };
    const later = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    const moved = map.on('move', later);
    const resized = map.on('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      moved.unsubscribe();
      resized.unsubscribe();
    };
  }, [map, flows, textSize]);
  const numbers = useMemo(() => numbersAtStartOfFlows(arcs, maxNumbers, textSize * numberSize), [arcs, textSize]);
  useEffect(() => {
    const settled = map.isMoving() ? undefined : numbers;
    if (settled) keepDivisionLabelsOffFlowLines(map, arcs, settled, textSize);
  }, [map, arcs, numbers, textSize]);
  useEffect(() => () => keepDivisionLabelsOffFlowLines(map, [], [], textSize), [map, textSize]);
  const strongest = arcs.slice(-maxDots);
  const targets = new Map(arcs.map(({ to }) => [`${Math.round(to.x)} ${Math.round(to.y)}`, to]));
  return (
    <div className="xj-flows" aria-hidden="true">
      <svg width="100%" height="100%" aria-hidden="true">
        {arcs.map(({ path, width, from }) => (
          <g key={path}>
            <path d={path} strokeWidth={width} />
            <circle cx={from.x} cy={from.y} r={width * 1.1 + 1} />
          </g>
        ))}
        {[...targets].map(([key, { x, y }]) => (
          <circle key={key} className="xj-flow-target" cx={x} cy={y} r={textSize * 0.42} />
        ))}
        {numbers.map(({ n, at }) => (
          <text key={`${at.x} ${at.y}`} x={at.x} y={at.y} fontSize={textSize * numberSize}>
            {n}
          </text>
        ))}
      </svg>
      {strongest.map(({ path, width }, at) => (
        <i
          key={path}
          style={
            {
              offsetPath: `path('${path}')`,
              '--size': `${width + 2}px`,
              // Not in step: people do not arrive in ranks.
              animationDelay: `${-((at * 0.618) % 1) * 5}s`,
            } as CSSProperties
          }
        />
      ))}
    </div>
  );
}
