import { lazy, Suspense, useRef } from 'react';
import { useHasBeenInView } from '../engine/use-has-been-in-view.ts';
import type { RouteLine, RouteMapProps, RoutePoint } from './route-map-props.ts';
import '../engine/map.css';
import './lazy-route-map.css';

export type { RouteLine, RoutePoint };

const RouteMapCanvas = lazy(() => import('./route-map-canvas.tsx'));

/** Routes from place to place on a map. The engine is loaded when it scrolls into view. */
export function RouteMap(props: RouteMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const near = useHasBeenInView(frame);
  return (
    <div ref={frame} className="xj-route-map">
      {near && (
        <Suspense fallback={<div className="xj-map" aria-busy="true" />}>
          <RouteMapCanvas {...props} />
        </Suspense>
      )}
    </div>
  );
}
