import type { ReactNode } from 'react';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import type { AreaClass } from '../boundary/draw-division-boundaries-filled-by-value.ts';
import type { Basemap } from '../engine/map-background.ts';
import type { MapPoint, MapTone } from './cluster-point-source.ts';
import type { RowsBehindMarker } from './draw-cluster-markers.ts';

/** A number of rows that lead from one place to another. */
export interface MapFlow {
  readonly from: readonly [lng: number, lat: number];
  readonly to: readonly [lng: number, lat: number];
  readonly n: number;
}

/** A further set of rows on the map, above the first, switched on and off on its own. */
export interface MapOverlay {
  readonly name: string;
  readonly label: string;
  /** One character in its markers, which tells them from those of other sets. */
  readonly mark: string;
  readonly points: readonly MapPoint[];
  readonly tones: readonly MapTone[];
  /** Draws density instead of markers. */
  readonly heat?: boolean;
  readonly onOpen: (opened: RowsBehindMarker) => void;
}

export interface ClusterMapProps {
  /** Description of the map for screen readers. */
  label: string;
  /** Division whose boundary is drawn and fitted into the view. Default: the country. */
  areaCode?: string;
  points: readonly MapPoint[];
  /** Colours of the markers; a point refers to its tone by index. */
  tones: readonly MapTone[];
  /** Called when a marker is opened, with the rows behind it. */
  onOpen: (opened: RowsBehindMarker) => void;
  /** Called when a division is selected on the map. */
  onArea?: (code: string) => void;
  /** Fills of the divisions by value, e.g. how many rows each has. */
  values?: ReadonlyMap<string, number>;
  /** Called with the classes of the fills, for a legend. */
  onClasses?: (classes: AreaClass[]) => void;
  /** Places with a widening ring for a while: something has just happened there. */
  pulses?: readonly { key: string; lng: number; lat: number }[];
  /** Flows between places, drawn as arcs over the map. */
  flows?: readonly MapFlow[];
  overlays?: readonly MapOverlay[];
  theme?: ThemeName;
  /** Size of labels in px. Default: 14. */
  textSize?: number;
  /** Frame with the degrees of the graticule. */
  frame?: boolean;
  /** No camera flights. */
  calm?: boolean;
  /** Zoom by wheel only while Ctrl is pressed. */
  cooperative?: boolean;
  /** Replaces the configured map service. */
  basemap?: Basemap;
  /** Content over a corner of the map: a legend, a title. */
  children?: ReactNode;
}
