import type { Area } from '#web/session/area.ts';

/**
 * The bureau's approved map service, drawn under our own layers. None by default: boundaries come from this server,
 * and the map works with no other network. The service's host must be allowed by the content security policy.
 */
export interface Basemap {
  /** Raster tiles `https://host/{z}/{x}/{y}.png`, or a MapLibre style of vector tiles. Exactly one of the two. */
  readonly tiles?: readonly string[];
  readonly style?: string;
  /** Size of a raster tile in px; 256 unless told. */
  readonly tileSize?: number;
  readonly maxzoom?: number;
  /** Whose map it is, shown in the corner. */
  readonly attribution?: string;
  /** Map approval number 审图号, shown in the corner as the law asks of public maps. */
  readonly approval?: string;
}

/** What of a configured value is a usable map service. */
export function readBasemap(value: unknown): Basemap | undefined {
  if (!value || typeof value !== 'object') return undefined;
  const { tiles, style, tileSize, maxzoom, attribution, approval } = value as Record<string, unknown>;
  const urls = (Array.isArray(tiles) ? tiles : [tiles]).filter(
    (one): one is string => typeof one === 'string' && isWebUrl(one),
  );
  const labels = {
    ...(typeof attribution === 'string' && attribution ? { attribution } : {}),
    ...(typeof approval === 'string' && approval ? { approval } : {}),
  };
  if (typeof style === 'string' && isWebUrl(style)) return { style, ...labels };
  if (urls.length > 0) {
    return {
      tiles: urls,
      ...(typeof tileSize === 'number' ? { tileSize } : {}),
      ...(typeof maxzoom === 'number' ? { maxzoom } : {}),
      ...labels,
    };
  }
  return Object.keys(labels).length > 0 ? labels : undefined;
}

/** Whether a service draws the map; its words alone make none. */
export const hasTiles = (basemap: Basemap | undefined): boolean => Boolean(basemap?.tiles ?? basemap?.style);

/** What a map is drawn on. */
export interface Ground {
  readonly basemap: Basemap | undefined;
  /** Divisions are drawn as this server knows them: a sketch that nobody has approved, for the work of the office. */
  readonly sketch: boolean;
}

/**
 * What a map may be drawn on for those it is shown to; undefined: no map is shown. Whoever is no officer is the public, to
 * whom a map of China is shown only as an approved service draws it, with its number (《地图管理条例》 Art. 15, 18).
 */
export function groundFor(area: Area, basemap: Basemap | undefined): Ground | undefined {
  if (area === 'admin') return { basemap, sketch: true };
  return hasTiles(basemap) && basemap?.approval ? { basemap, sketch: false } : undefined;
}

const isWebUrl = (value: string) => /^(https?:\/\/|\/)\S+$/.test(value);
