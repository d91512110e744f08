import type { ReactNode } from 'react';
import type { ThemeName } from '#web/theme/tokens.ts';
import type { AreaClass } from '../boundary/boundary-layers.ts';
import type { Basemap } from '../engine/basemap.ts';
import type { Opened } from './cluster-markers.ts';
import type { MapPoint, MapTone } from './point-source.ts';

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
