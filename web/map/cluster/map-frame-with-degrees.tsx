import { useEffect, useState } from 'react';
import type { MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import { formatDegrees, graticuleLines, graticuleStep, graticuleTicks } from './map-degree-grid.ts';

interface Edge {
  /** Start and end of each bar between two ticks, in px along the edge. */
  bars: [from: number, to: number][];
  ticks: { at: number; label: string }[];
}

interface Frame {
  width: number;
  height: number;
  horizontal: Edge;
  vertical: Edge;
}

/** Least distance of two labels along the frame, in px for each px of text size. */
const labelRoom = 7;

interface EdgeOptions {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly axis: 'lng' | 'lat';
  /** Length of the edge, in px. */
  readonly length: number;
  readonly textSize: number;
  /** Position of a degree, in px along the edge. */
  place(value: number): number;
}

/** Bars and labels of one edge. */
function edgeOf({ from, to, step, axis, length, textSize, place }: EdgeOptions): Edge {
  const values = graticuleTicks(from - step, to + step, step);
  const spots = values.map(place);
  const room = Math.abs((spots[1] ?? length) - (spots[0] ?? 0));
  const every = Math.max(1, Math.ceil((textSize * labelRoom) / room));
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
}

/**
 * The present frame of a map, and the graticule for the visible area and some distance around it; undefined while the
 * map has no size.
 */
function measureFrame(map: MapLibre, textSize: number) {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  if (width === 0 || height === 0) return undefined;
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
  const horizontal = { from: west, to: east, axis: 'lng', length: width, step, textSize } as const;
  const vertical = { from: south, to: north, axis: 'lat', length: height, step, textSize } as const;
  const frame: Frame = {
    width,
    height,
    horizontal: edgeOf({ ...horizontal, place: (value) => map.project([value, lat]).x }),
    vertical: edgeOf({ ...vertical, place: (value) => map.project([lng, value]).y }),
  };
  const span = {
    west: west - (east - west),
    south: Math.max(-74, south - (north - south)),
    east: east + (east - west),
    north: Math.min(74, north + (north - south)),
  };
  return { frame, span, step, net: `${step} ${Math.round(west / step)} ${Math.round(north / step)}` };
}

/** The frame, measured again whenever the map moves; the graticule is redrawn when the map comes to rest elsewhere. */
function useFrame(map: MapLibre, textSize: number): Frame | undefined {
  const [frame, setFrame] = useState<Frame>();
  useEffect(() => {
    let waiting = 0;
    let netOf = '';
    const measure = () => {
      waiting = 0;
      const measured = measureFrame(map, textSize);
      if (!measured) return;
      setFrame(measured.frame);
      if (measured.net !== netOf && !map.isMoving()) {
        netOf = measured.net;
        setSourceDataIfMounted(map, 'net', graticuleLines(measured.span, measured.step));
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
  return frame;
}

/**
 * The frame of the map of a wall screen, drawn as on a printed map: bars in degrees along all four edges, with labels,
 * and the graticule on the map.
 */
export function MapFrameWithDegrees({ map, textSize }: { map: MapLibre; textSize: number }) {
  const frame = useFrame(map, textSize);
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
