import type { AnyResource, FindResource } from '../declaration/resource.ts';
import type { RowCondition } from '../declaration/row-condition-and-move-guard.ts';
import type { Tone } from '../declaration/select-option-with-label-color-tone.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import type { Text } from '../text/text.ts';
import type { PanelResponseHead } from './wall-panel-board-and-feed-declarations.ts';

/** A layer of the wall's map, contributed by the module that owns its rows. */
export interface MapLayer {
  /** Also the `kind` of its features. */
  readonly name: string;
  readonly label: Text;
  /** One character in its markers, which tells them from those of other layers. */
  readonly mark: Text;
  /** The resource of its rows, and their unit. */
  readonly of: string;
  readonly unit: Text;
  /** The levels of its rows, in the order of the legend. */
  readonly levels: Readonly<Record<string, Text & { readonly tone?: Tone }>>;
  /** `heat`: density instead of markers. Default: markers. */
  readonly drawnAs?: 'heat';
  /** Conditions under which the list has the same rows. Without them the list is opened by the keys of the rows. */
  readonly where?: readonly RowCondition[];
  /** Shown until somebody switches it off. Default: hidden until somebody switches it on. */
  readonly initially?: true;
}

/** Rows of a layer up to this number are points; more are counted in the cells of a grid. */
export const maxPointsOfLayer = 2_000;

/** `screen.map` (domain reference, Appendix F): the requested layers as of `asof`. */
export interface WallMapPanel extends PanelResponseHead {
  layers: Record<string, MapLayerFeatures>;
  /** The divisions below the area with their number of rows of the layer `by`, without shapes. */
  areas: AreaFeatures;
}

export interface MapLayerFeatures {
  type: 'FeatureCollection';
  /** All rows of the layer, and those of them that are at no known place. */
  n: number;
  unplaced: number;
  /** The features are cells of a grid, with the number of their rows. */
  clustered: boolean;
  /** None if only numbers were requested. */
  features: MapFeature[];
}

export interface MapFeature {
  type: 'Feature';
  /** WGS-84; of a cell the mean of its rows. */
  geometry: { type: 'Point'; coordinates: [lng: number, lat: number] };
  properties: {
    kind: string;
    /** Key of the row, or name of the cell. */
    id: number | string;
    /** Of a cell: the level of most of its rows. */
    level: string;
    /** Name of the row, or number of rows of the cell. */
    label: string;
    /** Of a cell: its rows by level, in the order of the levels. */
    counts?: number[];
  };
}

export interface AreaFeatures {
  type: 'FeatureCollection';
  /** Name of the layer whose rows are counted. */
  by: string;
  features: {
    type: 'Feature';
    /** The client has the shapes of divisions. */
    geometry: null;
    /** `level` is that of the division: 1 province, 2 prefecture, 3 county. */
    properties: { kind: 'area'; id: string; level: number; label: string; n: number };
  }[];
}

/**
 * The rows of a layer or of one of its cells: their number, and the keys of those that the caller's list has, at most
 * `maxRowIds`.
 */
export interface RowsOfMapLayer {
  ids: number[];
  total: number;
}

export const mapLayersOf = (modules: readonly { readonly mapLayers?: readonly MapLayer[] }[]): readonly MapLayer[] =>
  modules.flatMap(({ mapLayers = [] }) => mapLayers);

/** Throws if a layer refers to something that is not declared, or two have one name. */
export function checkMapLayers(layers: readonly MapLayer[], find: FindResource): void {
  const names = new Set<string>();
  for (const { name, of, where = [], levels } of layers) {
    const who = `map layer ${name}`;
    if (names.has(name)) throw new Error(`${who}: the name is already used`);
    names.add(name);
    const resource = find(of) as AnyResource | undefined;
    if (!resource) throw new Error(`${who}: ${of} is not declared`);
    if (Object.keys(levels).length === 0) throw new Error(`${who}: it has no levels`);
    checkConditionDeclarations(who, where, allColumnsOf(resource));
  }
}
