import type { Position } from 'geojson';
import { readOutline } from '#data/reference/boundary.ts';
import { type Division, findDivision, listLeaves } from '#data/reference/read.ts';
import { boundingBoxOf, type Coordinate, isInArea, isInChina, type MapArea } from '#kernel/check/coordinate.ts';
import type { Random } from '#modules/demo/server/generate/seeded-random.ts';

/** A place where enterprises have their seat: a county, or a city without counties. */
export interface County {
  readonly code: string;
  /** 五华区 */
  readonly name: string;
  /** 五华 */
  readonly shortName: string;
  /** 云南省昆明市五华区 */
  readonly fullName: string;
  /** Short names of province and prefecture: 云南, 昆明. In a municipality both are the city's. */
  readonly provinceName: string;
  readonly cityName: string;
  /** Seat of government, WGS-84. */
  readonly center: Coordinate;
  /** Shape of the county; that of its prefecture if the county is not drawn; undefined if neither is. */
  readonly area: MapArea | undefined;
  /** How many enterprises it has relative to others. */
  readonly weight: number;
}

/** Counties of a division (six-digit code, 100000 for the country) with their shapes. */
export async function loadCounties(areaCode: string): Promise<readonly County[]> {
  const leaves = listLeaves(areaCode);
  if (leaves.length === 0) throw new RangeError(`no division ${areaCode}`);
  const counties: County[] = [];
  // One after the other: at once, the shapes of the whole country would lie in memory together.
  for (const leaf of leaves) counties.push(await loadCounty(leaf));
  return counties;
}

async function loadCounty(division: Division): Promise<County> {
  const { code, shortName, fullName, lng, lat } = division;
  const province = findDivision(`${code.slice(0, 2)}0000`);
  const prefecture = findDivision(`${code.slice(0, 4)}00`);
  const outline = (await readOutline(code)) ?? (await readOutline(`${code.slice(0, 4)}00`));
  const provinceName = province?.shortName ?? shortName;
  return {
    code,
    name: division.name['zh-cn'],
    shortName,
    fullName,
    provinceName,
    cityName:
      prefecture && !prefecture.placeholder ? prefecture.shortName : prefecture ? cityOf(division) : provinceName,
    center: [lng, lat],
    area: outline?.geometry,
    weight: weighCounty(division),
  };
}

/** Below a placeholder: the municipality itself, or the county-level city. */
function cityOf({ code, shortName }: Division): string {
  const municipality = ['11', '12', '31', '50'].includes(code.slice(0, 2));
  return municipality ? (findDivision(`${code.slice(0, 2)}0000`)?.shortName ?? shortName) : shortName;
}

/** Urban districts have about three times as many enterprises as counties; the islands of Sansha almost none. */
function weighCounty({ code, name }: Division): number {
  if (code.startsWith('4603')) return 0.02;
  if (name['zh-cn'].endsWith('区')) return 3;
  return name['zh-cn'].endsWith('市') ? 2 : 1;
}

/** About 4 km, the extent of a county town. */
const TOWN = 0.02;

/**
 * A point inside the county with 6 decimals: seven of ten around its seat, the others anywhere in its largest parts. A
 * county without shape gets points around its seat.
 */
export function pickPoint(random: Random, { area, center }: County): Coordinate {
  const around = (): Coordinate => [
    round(center[0] + random.normal() * TOWN * 1.1),
    round(center[1] + random.normal() * TOWN),
  ];
  if (!area) return around();
  if (random.chance(0.7) && isInArea(center, area)) {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const point = around();
      if (isInArea(point, area)) return point;
    }
  }
  return pickAnywhere(random, area);
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

/**
 * Draws a latitude, cuts the area along it, and draws a point on one of the cuts, so that no point is discarded however
 * thin the shape. Rounding may move one across the edge: then it is drawn again.
 */
function pickAnywhere(random: Random, area: MapArea): Coordinate {
  const parts: MapArea[] =
    area.type === 'Polygon' ? [area] : area.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  const sized = parts.map((part) => ({ part, size: sizeOf(part) })).sort((a, b) => b.size - a.size);
  const main = sized[0]?.size ?? 0;
  // Islets smaller than a thousandth of the mainland have no shops.
  const large = sized.filter(({ size }) => size > main / 1000);
  for (;;) {
    const { part } = random.chance(0.9) ? (large[0] ?? random.pick(sized)) : random.pick(large);
    const [, south = 0, , north = 0] = boundingBoxOf(part) ?? [];
    const lat = round(random.float(south, north));
    const cuts = cutAlong(part, lat);
    if (cuts.length < 2) continue;
    const pair = 2 * random.int(0, Math.floor(cuts.length / 2) - 1);
    const point: Coordinate = [round(random.float(cuts[pair] ?? 0, cuts[pair + 1] ?? 0)), lat];
    if (isInArea(point, area) && isInChina(point)) return point;
  }
}

function sizeOf(area: MapArea): number {
  const [west, south, east, north] = boundingBoxOf(area) ?? [0, 0, 0, 0];
  return (east - west) * (north - south);
}

/** Longitudes at which a parallel crosses the rings of an area, in order: inside between 1st and 2nd, 3rd and 4th … */
function cutAlong(area: MapArea, lat: number): readonly number[] {
  const rings: readonly Position[][] = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  const cuts: number[] = [];
  for (const ring of rings) {
    let [x1 = 0, y1 = 0] = ring[ring.length - 1] ?? [];
    for (const [x2 = 0, y2 = 0] of ring) {
      if (y1 > lat !== y2 > lat) cuts.push(((x1 - x2) * (lat - y2)) / (y1 - y2) + x2);
      x1 = x2;
      y1 = y2;
    }
  }
  return cuts.sort((a, b) => a - b);
}
