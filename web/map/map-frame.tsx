import { useEffect, useState } from 'react';
import { formatDegrees, graticuleLines, graticuleStep, graticuleTicks } from './graticule.ts';
import type { MapLibre } from './maplibre.ts';
import { setData } from './shared-map.ts';

interface Edge {
  /** Ends of the bars between two ticks, in px along the edge. */
  bars: [from: number, to: number][];
  ticks: { at: number; label: string }[];
}

interface Frame {
  width: number;
  height: number;
  horizontal: Edge;
  vertical: Edge;
}

/** Shortest distance of two labels along the frame, in px for each px of type. */
const LABEL_ROOM = 7;

/** The neat line of a sheet map: bars of the degree net along all four edges, labelled, and the net itself on the map. */
export function MapFrame({ map, textSize }: { map: MapLibre; textSize: number }) {
  const [frame, setFrame] = useState<Frame>();

  useEffect(() => {
    let waiting = 0;
    let netOf = '';
    const measure = () => {
      waiting = 0;
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      if (width === 0 || height === 0) return;
      const [west, south, east, north] = [
        map.getBounds().getWest(),
        map.getBounds().getSouth(),
        map.getBounds().getEast(),
        map.getBounds().getNorth(),
      ];
      const { lng, lat } = map.getCenter();
      const step = graticuleStep(
        Math.min(east - west, (north - south) * 1.4),
        Math.max(3, Math.min(width, height) / (textSize * 9)),
      );
      const edge = (
        from: number,
        to: number,
        axis: 'lng' | 'lat',
        place: (value: number) => number,
        length: number,
      ): Edge => {
        const values = graticuleTicks(from - step, to + step, step);
        const spots = values.map(place);
        const room = Math.abs((spots[1] ?? length) - (spots[0] ?? 0));
        const every = Math.max(1, Math.ceil((textSize * (axis === 'lng' ? LABEL_ROOM : LABEL_ROOM)) / room));
        return {
          bars: values.flatMap((value, index) => {
            const next = spots[index + 1];
            if (next === undefined || Math.abs(Math.round(value / step)) % 2 === 1) return [];
            const here = spots[index] ?? 0;
            return [[Math.max(0, Math.min(here, next)), Math.min(length, Math.max(here, next))] as [number, number]];
          }),
          ticks: values.flatMap((value, index) => {
            const at = spots[index] ?? 0;
            const inside = at > textSize * 3 && at < length - textSize * 3;
            return inside && Math.round(value / step) % every === 0 ? [{ at, label: formatDegrees(value, axis) }] : [];
          }),
        };
      };
      setFrame({
        width,
        height,
        horizontal: edge(west, east, 'lng', (value) => map.project([value, lat]).x, width),
        vertical: edge(south, north, 'lat', (value) => map.project([lng, value]).y, height),
      });
      const span = {
        west: west - (east - west),
        south: Math.max(-74, south - (north - south)),
        east: east + (east - west),
        north: Math.min(74, north + (north - south)),
      };
      const name = `${step} ${Math.round(west / step)} ${Math.round(north / step)}`;
      if (name !== netOf && !map.isMoving()) {
        netOf = name;
        setData(map, 'net', graticuleLines(span, step));
      }
    };
    const scheduleMeasure = () => {
      waiting ||= requestAnimationFrame(measure);
    };
    measure();
    map.on('move', scheduleMeasure);
    map.on('moveend', scheduleMeasure);
    map.on('resize', scheduleMeasure);
    return () => {
      cancelAnimationFrame(waiting);
      map.off('move', scheduleMeasure);
      map.off('moveend', scheduleMeasure);
      map.off('resize', scheduleMeasure);
    };
  }, [map, textSize]);

  if (!frame) return null;
  const { width, height, horizontal, vertical } = frame;
  const thick = Math.max(3, Math.round(textSize / 3.2));
  return (
    <svg
      className="xj-map-frame"
      width={width}
      height={height}
      aria-hidden="true"
      style={{ fontSize: textSize * 0.82 }}
    >
      <path
        className="ground"
        d={`M0 0H${width}V${height}H0ZM${thick} ${thick}V${height - thick}H${width - thick}V${thick}Z`}
      />
      <path
        className="bar"
        d={[
          ...horizontal.bars.map(
            ([from, to]) => `M${from} 0H${to}V${thick}H${from}ZM${from} ${height - thick}H${to}V${height}H${from}Z`,
          ),
          ...vertical.bars.map(
            ([from, to]) => `M0 ${from}V${to}H${thick}V${from}ZM${width - thick} ${from}V${to}H${width}V${from}Z`,
          ),
        ].join('')}
      />
      <rect
        className="edge"
        x={thick + 0.5}
        y={thick + 0.5}
        width={Math.max(0, width - 2 * thick - 1)}
        height={Math.max(0, height - 2 * thick - 1)}
      />
      {horizontal.ticks.map(({ at, label }) => (
        <text key={label} x={at} y={thick + textSize * 1.05} textAnchor="middle">
          {label}
        </text>
      ))}
      {vertical.ticks.map(({ at, label }) => (
        <text key={label} transform={`translate(${thick + textSize * 1.05} ${at}) rotate(-90)`} textAnchor="middle">
          {label}
        </text>
      ))}
    </svg>
  );
}
