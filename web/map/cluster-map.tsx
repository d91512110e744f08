import { lazy, type ReactNode, Suspense } from 'react';
import { translate } from '#web/i18n/locale.ts';
import type { ThemeName } from '#web/theme/tokens.ts';
import type { Basemap } from './basemap.ts';
import type { AreaClass } from './boundary-layers.ts';
import type { Opened } from './cluster-markers.ts';
import { mapTexts } from './map-texts.ts';
import type { MapPoint, MapTone } from './point-source.ts';
import { useGround } from './use-basemap.ts';
import './map.css';
import './state-mark.css';

export type { AreaClass, Basemap, MapPoint, MapTone, Opened };

/** So many come from one place to another. */
export interface Flow {
  readonly from: readonly [lng: number, lat: number];
  readonly to: readonly [lng: number, lat: number];
  readonly n: number;
}

export interface ClusterMapProps {
  /** What the map shows, for those who hear it. */
  label: string;
  /** Division whose boundary is drawn and which the map is fitted to; the country when left out. */
  areaCode?: string;
  points: readonly MapPoint[];
  /** Colours of the markers; a point names its own by index. */
  tones: readonly MapTone[];
  /** A marker was opened: the rows behind it. */
  onOpen: (opened: Opened) => void;
  /** A division was chosen on the map. */
  onArea?: (code: string) => void;
  /** Fills of the divisions by value, e.g. how many rows each holds. */
  values?: ReadonlyMap<string, number>;
  /** Classes of the fills, for a legend. */
  onClasses?: (classes: AreaClass[]) => void;
  /** Places around which a ring widens for a while: something has just happened there. */
  pulses?: readonly { key: string; lng: number; lat: number }[];
  /** Ways that people take, drawn as arcs over the map. */
  flows?: readonly Flow[];
  theme?: ThemeName;
  /** Size of labels in px; 14 unless told. */
  textSize?: number;
  /** Bars of the degree net around the map. */
  frame?: boolean;
  /** No camera flights. */
  calm?: boolean;
  /** Zoom by wheel only with Ctrl held. */
  cooperative?: boolean;
  /** In place of the configured map service. */
  basemap?: Basemap;
  /** Stands over a corner of the map: a legend, a title. */
  children?: ReactNode;
}

const ClusterCanvas = lazy(() => import('./cluster-canvas.tsx'));

/**
 * Rows on a map, gathered into clusters that open the rows behind them. Loads the map engine when first drawn (about
 * 270 KB compressed) and fills whatever box it stands in.
 */
export function ClusterMap(props: ClusterMapProps) {
  const ground = useGround(props.basemap);
  if (!ground) return <div className="xj-map xj-map-failed">{translate(mapTexts.withheld)}</div>;
  return (
    <Suspense fallback={<div className="xj-map" aria-busy="true" data-theme={props.theme} />}>
      <ClusterCanvas {...props} ground={ground} />
    </Suspense>
  );
}
