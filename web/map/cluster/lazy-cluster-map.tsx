import { lazy, Suspense } from 'react';
import { translate } from '#web/i18n/locale.ts';
import type { AreaClass } from '../boundary/draw-division-boundaries-filled-by-value.ts';
import type { Basemap } from '../engine/map-background.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { useMapBackground } from '../engine/use-map-background.ts';
import type { ClusterMapProps, MapFlow, MapOverlay } from './cluster-map-props.ts';
import type { MapPoint, MapTone } from './cluster-point-source.ts';
import type { RowsBehindMarker } from './draw-cluster-markers.ts';
import '../engine/map.css';
import './state-mark.css';

export type { AreaClass, Basemap, MapFlow, MapOverlay, MapPoint, MapTone, RowsBehindMarker };

const ClusterMapCanvas = lazy(() => import('./cluster-map-canvas.tsx'));

/**
 * Rows on a map, grouped into clusters that open the rows behind them. Loads the map engine when first drawn (about 270
 * KB compressed) and fills its container.
 */
export function ClusterMap(props: ClusterMapProps) {
  const ground = useMapBackground(props.basemap);
  if (!ground) return <div className="xj-map xj-map-failed">{translate(mapTexts.withheld)}</div>;
  return (
    <Suspense fallback={<div className="xj-map" aria-busy="true" data-theme={props.theme} />}>
      <ClusterMapCanvas {...props} ground={ground} />
    </Suspense>
  );
}
