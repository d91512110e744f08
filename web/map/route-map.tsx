import { lazy, Suspense, useRef } from 'react';
import { useIsSeen } from './use-is-seen.ts';
import './map.css';
import './route-map.css';

/** A place on a route. */
export interface RoutePoint {
  readonly lng: number;
  readonly lat: number;
  /** What stands in its marker: `2.1`. */
  readonly mark: string;
  readonly label: string;
}

/** Places in the order in which one comes to them. */
export interface RouteLine {
  readonly name: string;
  readonly points: readonly RoutePoint[];
}

export interface RouteMapProps {
  readonly label: string;
  readonly lines: readonly RouteLine[];
  /** The line that stands out. */
  readonly chosen?: number;
  /** Division whose outline is drawn; one's own when left out. */
  readonly areaCode?: string;
}

const RouteCanvas = lazy(() => import('./route-canvas.tsx'));

/** Ways from place to place on a map. The engine is loaded when it comes into view. */
export function RouteMap(props: RouteMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useIsSeen(frame);
  return (
    <div ref={frame} className="xj-route-map">
      {near && (
        <Suspense fallback={<div className="xj-map" aria-busy="true" />}>
          <RouteCanvas {...props} />
        </Suspense>
      )}
    </div>
  );
}
