import { lazy, Suspense } from 'react';
import { translate } from '#web/i18n/locale.ts';
import type { AreaClass } from '../boundary/boundary-layers.ts';
import type { Basemap } from '../engine/basemap.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { useGround } from '../engine/use-basemap.ts';
import type { ClusterMapProps, Flow } from './cluster-map-props.ts';
import type { Opened } from './cluster-markers.ts';
import type { MapPoint, MapTone } from './point-source.ts';
import '../engine/map.css';
import './state-mark.css';

export type { AreaClass, Basemap, Flow, MapPoint, MapTone, Opened };

const ClusterMapCanvas = lazy(() => import('./cluster-map-canvas.tsx'));

/**
 * Rows on a map, grouped into clusters that open the rows behind them. Loads the map engine when first drawn (about 270
 * KB compressed) and fills its container.
 */
export function ClusterMap(props: ClusterMapProps) {
  const ground = useGround(props.basemap);
  if (!ground) return <div className="xj-map xj-map-failed">{translate(mapTexts.withheld)}</div>;
  return (
    <Suspense fallback={<div className="xj-map" aria-busy="true" data-theme={props.theme} />}>
      <ClusterMapCanvas {...props} ground={ground} />
    </Suspense>
  );
}
