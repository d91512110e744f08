import type { SignInArea } from '#web/session/admin-or-member-area.ts';

/**
 * The bureau's approved map service, drawn under our own layers. None by default: boundaries come from this server, and
 * the map works without another network. The content security policy must allow the host of the service.
 */
export interface Basemap {
  /** Raster tiles `https://host/{z}/{x}/{y}.png`, or a MapLibre style of vector tiles. At most one of the two. */
  readonly tiles?: readonly string[];
  readonly style?: string;
  /** Size of a raster tile in px. Default: 256. */
  readonly tileSize?: number;
  readonly maxzoom?: number;
  /** Copyright notice, shown in the corner. */
  readonly attribution?: string;
  /** Map approval number 审图号, shown in the corner as the law requires of public maps. */
  readonly approval?: string;
}

/**
 * Reads a configured map service. Without a usable address it has only its notices, and draws no map
 * ({@link isBasemapDrawn}); undefined when it has none either.
 */
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

/** Whether a service draws the map; its notices alone do not. */
export const isBasemapDrawn = (basemap: Basemap | undefined): boolean => Boolean(basemap?.tiles ?? basemap?.style);

/** The ground of a map: a map service, or our own outlines. */
export interface MapBackground {
  readonly basemap: Basemap | undefined;
  /** Our own outlines of divisions: a sketch without approval, for internal work only. */
  readonly sketch: boolean;
}

/**
 * The ground a map may have for its viewers; undefined: no map is shown. Only officers see the sketch. The public sees
 * a map of China only as an approved service draws it, with its number (《地图管理条例》 Art. 15, 18).
 */
export function mapBackgroundAllowedInArea(area: SignInArea, basemap: Basemap | undefined): MapBackground | undefined {
  if (area === 'admin') return { basemap, sketch: true };
  return isBasemapDrawn(basemap) && basemap?.approval ? { basemap, sketch: false } : undefined;
}

const isWebUrl = (value: string) => /^(https?:\/\/|\/)\S+$/.test(value);
