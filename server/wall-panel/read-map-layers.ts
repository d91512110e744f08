import { areaLevel } from '#kernel/kind/linked/area.ts';
import { maxRowIds } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import {
  type AreaFeatures,
  type MapFeature,
  type MapLayer,
  type MapLayerFeatures,
  maxPointsOfLayer,
  type RowsOfMapLayer,
  type WallMapPanel,
} from '#kernel/module/wall-map-layer.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { badParameter } from '#server/refusal.ts';
import { type ByteString, charactersOfByteString, decodeByteString } from '#server/utf8-byte-string.ts';
import { findChildDivisionsOfArea } from './find-child-divisions-of-area-in-tree.ts';
import { isDemonstrationDataLoaded } from './is-demonstration-data-loaded.ts';
import { cellOfPlace, cellsOfRows, gridOfCells, sizeOfCell, usualZooms, widestZoom } from './map-grid-sql.ts';
import { MapFeatureCache, mapLayerOfEncodedFeatures } from './map-layer-features-as-json.ts';
import {
  type PanelAreaFilter,
  type PanelReader,
  type PanelRequest,
  readPanelAreaFilter,
} from './read-panel-area-and-day-range.ts';

/** The rows of a layer. */
export interface MapLayerRows {
  /**
   * A query for its rows in the area, at the moment of the request: `id`, `place` (point, WGS-84, or null), `level` and
   * `label` (text), `area_code`.
   */
  rows(context: PanelRequest, place: PanelAreaFilter): Sql;
  /**
   * A query for the numbers of its rows by cell of the grid of a zoom, which are then not counted one by one: `x`, `y` (null
   * without a place), `level`, `n`, and the sums of their positions in cells of the grid, `east` and `south`. Undefined: not
   * counted, as for a past moment or a zoom too near.
   */
  cells?(context: PanelRequest, place: PanelAreaFilter, zoom: number): Sql | undefined;
  /** A query for the numbers of its rows by division, as `area_code` and `n`. Undefined: not counted. */
  areas?(context: PanelRequest, place: PanelAreaFilter): Sql | undefined;
  /** Condition for those of its rows, as `p`, that the caller's list has. Default: all. */
  listed?(context: PanelRequest): Sql;
  /** Converts a label for readers: masks a plate. */
  readonly shownLabel?: (label: string) => string;
}

export interface ServedMapLayer extends MapLayerRows {
  readonly layer: MapLayer;
}

/** Parts into which the side of the Mercator square is divided where positions are whole numbers: less than half a metre each. */
const perWorld = 100_000_000;

/** Whole steps within the bounds of the specification; without a number as the area needs it. */
function readZoom(given: unknown, usual: number): number {
  const zoom = typeof given === 'string' && given !== '' ? Math.floor(Number(given)) : Number.NaN;
  return Number.isFinite(zoom) ? Math.min(19, Math.max(widestZoom, zoom)) : usual;
}

/** The requested layers, in their own order. Default: all. */
function readLayers(layers: readonly ServedMapLayer[], given: unknown): readonly ServedMapLayer[] {
  if (given === undefined) return layers;
  const names = String(given).split(',').filter(Boolean);
  if (names.some((name) => !layers.some(({ layer }) => layer.name === name))) throw badParameter();
  return layers.filter(({ layer }) => names.includes(layer.name));
}

/**
 * Creates the reader of `screen.map`. `layers=a,b` names the layers, `by` the one whose rows are counted by division,
 * `zoom` that of the grid. With `counts=1` it answers numbers without features; with `rows=1`, or with `cell`, the keys
 * of the rows of the one named layer.
 */
export function createReaderOfMapPointsClustersAndCounts(layers: readonly ServedMapLayer[]): PanelReader {
  const memory: MemoryOfLayers = { large: new Set(), made: new MapFeatureCache() };
  return async (context): Promise<WallMapPanel | RowsOfMapLayer> => {
    const { query, past, now = past ?? new Date() } = context;
    const chosen = readLayers(layers, query.layers);
    const place = await readPanelAreaFilter(context);
    if (query.rows !== undefined || query.cell !== undefined) return readRows(context, place, chosen);
    const [by = layers[0]] = query.by === undefined ? [] : readLayers(layers, query.by);
    const zoom = readZoom(query.zoom, usualZooms[place.area.level]);
    const withFeatures = query.counts !== '1';
    const found: Record<string, MapLayerFeatures> = {};
    let counts: readonly AreaCount[] = [];
    const wanted = layers.filter((layer) => chosen.includes(layer) || layer === by);
    const read = await Promise.all(
      wanted.map((layer) => {
        const drawn = chosen.includes(layer) && withFeatures;
        return readLayer(context, place, layer, { zoom, drawn, counted: layer === by }, memory);
      }),
    );
    for (const [at, layer] of wanted.entries()) {
      const { features, areas } = read[at] as (typeof read)[number];
      if (chosen.includes(layer)) found[layer.layer.name] = features;
      if (layer === by) counts = areas;
    }
    return {
      asof: Math.floor(now.getTime() / 1000),
      source: 'map',
      state: Object.values(found).some(({ n }) => n > 0) || counts.length > 0 ? 'ok' : 'empty',
      area: place.area,
      demonstration: await isDemonstrationDataLoaded(context),
      layers: found,
      areas: areaFeatures(context, place, by?.layer.name ?? '', counts),
    };
  };
}

type AreaCount = readonly [code: string, n: number];

/** Points by column, in the order of their keys; positions are whole numbers of {@link perDegree}. */
type PointColumns = readonly [
  ids: readonly number[] | null,
  lngs: readonly number[] | null,
  lats: readonly number[] | null,
  levels: readonly string[] | null,
  labels: readonly string[] | null,
];

/** Cells by column, as {@link PointColumns}: the middle of their rows in units of {@link perWorld}, and their rows by level. */
type CellColumns = readonly [
  easts: readonly number[] | null,
  souths: readonly number[] | null,
  xs: readonly number[] | null,
  ys: readonly number[] | null,
  ...counts: (readonly number[] | null)[],
];

interface LayerRow {
  readonly n: number;
  readonly placed: number;
  /** How often four cells of the grid were put together. */
  readonly steps: number;
  /** JSON of {@link PointColumns}, of {@link CellColumns} and of counts by area. */
  readonly points: ByteString | null;
  readonly cells: ByteString | null;
  readonly areas: ByteString | null;
}

/** Five decimals of a degree are about a metre. */
const perDegree = 100_000;

/**
 * The rows of a query that have a place, as {@link PointColumns}. A JSON array for each column takes PostgreSQL a third of
 * the time of one for each row, and whole numbers a fraction of that of decimals.
 */
const pointsOf = (rows: Sql, where: Sql): Sql => sql`(
    select json_build_array(json_agg(s.id), json_agg(s.lng), json_agg(s.lat), json_agg(s.level), json_agg(s.label)) from (
      select p.id, round(p.place[0] * ${perDegree}::float8)::int as lng, round(p.place[1] * ${perDegree}::float8)::int as lat, p.level, p.label
      from (${rows}) p where p.place is not null and ${where} order by p.id) s)`;

const areasOf = (counts: Sql): Sql => sql`(select json_agg(json_build_array(a.area_code, a.n)) from (${counts}) a)`;

/** How a layer is read: `drawn` with features, `counted` by division. */
interface LayerRead {
  readonly zoom: number;
  readonly drawn: boolean;
  readonly counted: boolean;
}

/** What is remembered of layers in areas, so that they take less the next time. */
interface MemoryOfLayers {
  /** Those that had more rows than are drawn one by one: the statement for many is tried first. */
  readonly large: Set<string>;
  readonly made: MapFeatureCache;
}

/** Reads a layer by one statement, so that its figures agree: by the short one, if its rows were few the last time. */
async function readLayer(
  context: PanelRequest,
  place: PanelAreaFilter,
  served: ServedMapLayer,
  read: LayerRead,
  memory: MemoryOfLayers,
): Promise<{ features: MapLayerFeatures; areas: readonly AreaCount[] }> {
  const { large, made } = memory;
  const key = `${served.layer.name} ${place.area.code}`;
  const few = read.drawn && !large.has(key) ? await readFewRows(context, place, served, read) : undefined;
  const row = few ?? (await readManyRows(context, place, served, read));
  if (row.n > maxPointsOfLayer) large.add(key);
  else large.delete(key);
  const { n, placed, steps, points, cells } = row;
  const clustered = placed > maxPointsOfLayer;
  const figures = { n, unplaced: n - placed, clustered };
  const zoom = read.zoom - steps;
  const rows = clustered ? cells : points;
  const make = (given: ByteString) =>
    clustered ? cellFeatures(served.layer, zoom, columnsIn(given)) : pointFeatures(served, columnsIn(given));
  const areas = row.areas === null ? [] : (JSON.parse(charactersOfByteString(row.areas)) as AreaCount[]);
  if (rows === null || context.past)
    return { features: { type: 'FeatureCollection', ...figures, features: rows === null ? [] : make(rows) }, areas };
  const json = made.jsonOf(`${key} ${clustered ? zoom : ''}`, rows, () => make(rows));
  return { features: mapLayerOfEncodedFeatures(figures, json), areas };
}

const columnsIn = <T>(json: ByteString): T => JSON.parse(decodeByteString(json)) as T;

/** Each row is read once, and drawn by itself. Undefined: they are too many. */
async function readFewRows(
  context: PanelRequest,
  place: PanelAreaFilter,
  { rows }: ServedMapLayer,
  { counted }: LayerRead,
): Promise<LayerRow | undefined> {
  const areas = sql`select r.area_code, count(*)::int as n from r group by 1`;
  const row = await context.database.row<LayerRow & Record<string, unknown>>(
    namePreparedStatement(
      sql`
      with r as materialized (select p.id, p.place, p.level, p.label, p.area_code from (${rows(context, place)}) p limit ${maxPointsOfLayer + 1}::int)
      select t.n, t.placed, 0 as steps, ${pointsOf(sql`select * from r`, sql`true`)} as points, null as cells, ${counted ? areasOf(areas) : sql`null`} as areas
      from (select count(*)::int as n, count(r.place)::int as placed from r) t`,
      { bytes: true },
    ),
  );
  return row && row.n <= maxPointsOfLayer ? row : undefined;
}

/**
 * Rows are read once for the grid, and again only if few enough have a place to be drawn one by one. The cells of a grid
 * are put together until they are no more than the rows that are drawn one by one.
 */
async function readManyRows(
  context: PanelRequest,
  place: PanelAreaFilter,
  served: ServedMapLayer,
  { zoom, drawn, counted }: LayerRead,
): Promise<LayerRow> {
  const names = Object.keys(served.layer.levels);
  const query = served.rows(context, place);
  // numbers alone need no grid, and are read from the largest cells
  const countedCells = served.cells?.(context, place, drawn ? zoom : widestZoom);
  const countedAreas = served.areas?.(context, place);
  const byArea = drawn && counted && !countedCells && !countedAreas;
  const grid = gridOfCells(countedCells ?? cellsOfRows(query, zoom, byArea), names, byArea);
  const plain = countedCells
    ? sql`select case when p.x is not null then 0 end as x, sum(p.n)::int as n from (${countedCells}) p group by 1`
    : sql`select case when p.place is not null then 0 end as x, count(*)::int as n from (${query}) p group by 1`;
  const points = pointsOf(query, sql`c.placed <= ${maxPointsOfLayer}::int`);
  const size = sizeOfCell(zoom) * perWorld;
  const levels = names.map((_, at) => sql.id(`n${at}`));
  const counts = sql.join(levels.map((one) => sql`sum(g.${one})::int as ${one}`));
  const cells = sql`(select json_build_array(json_agg(s.east), json_agg(s.south), json_agg(s.x), json_agg(s.y), ${sql.join(levels.map((one) => sql`json_agg(s.${one})`))}) from (
    select round(sum(g.east) / sum(g.n) * ${size}::float8)::int as east, round(sum(g.south) / sum(g.n) * ${size}::float8)::int as south,
      g.x >> c.steps as x, g.y >> c.steps as y, ${counts}
    from g where g.x is not null and c.placed > ${maxPointsOfLayer}::int group by 3, 4) s)`;
  const areas =
    countedAreas ??
    (byArea
      ? sql`select g.area_code, sum(g.n)::int as n from g group by 1`
      : sql`select p.area_code, count(*)::int as n from (${query}) p group by 1`);
  const row = await context.database.row<LayerRow & Record<string, unknown>>(
    namePreparedStatement(
      sql`
      with g as materialized (${drawn ? grid : plain}), c as materialized (
        select t.n, t.placed, case when t.placed <= ${maxPointsOfLayer}::int or t.cells <= ${maxPointsOfLayer}::int then 0 else ${drawn ? fewestSteps(zoom) : sql`0`} end as steps
        from (select coalesce(sum(g.n), 0)::int as n, coalesce(sum(g.n) filter (where g.x is not null), 0)::int as placed, count(g.x) as cells from g) t)
      select c.n, c.placed, c.steps, ${drawn ? points : sql`null`} as points, ${drawn ? cells : sql`null`} as cells, ${counted ? areasOf(areas) : sql`null`} as areas from c`,
      { bytes: true },
    ),
  );
  return row ?? { n: 0, placed: 0, steps: 0, points: null, cells: null, areas: null };
}

function pointFeatures({ layer, shownLabel }: ServedMapLayer, points: PointColumns): MapFeature[] {
  const [ids, lngs, lats, levels, labels] = points;
  return (ids ?? []).map((id, at) => {
    const label = labels?.[at] ?? '';
    return featureAt([(lngs?.[at] ?? 0) / perDegree, (lats?.[at] ?? 0) / perDegree], {
      kind: layer.name,
      id,
      level: levels?.[at] ?? '',
      label: shownLabel?.(label) ?? label,
    });
  });
}

/** How often four cells of the grid are put together until there are few enough. */
const fewestSteps = (zoom: number): Sql =>
  sql`coalesce((select k from generate_series(0, ${zoom - widestZoom}::int) k
    where (select count(*) from (select distinct g.x >> k, g.y >> k from g where g.x is not null) d) <= ${maxPointsOfLayer}::int limit 1), ${zoom - widestZoom}::int)`;

/** Degrees with five decimals, about a metre, of a position in units of {@link perWorld}. */
function placeAt(east: number, south: number): [lng: number, lat: number] {
  const degrees = (value: number) => Math.round(value * 100_000) / 100_000;
  const lat = Math.atan(Math.sinh(Math.PI * (1 - (2 * south) / perWorld))) * (180 / Math.PI);
  return [degrees((east / perWorld) * 360 - 180), degrees(lat)];
}

const featureAt = (coordinates: [number, number], properties: MapFeature['properties']): MapFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

function cellFeatures({ name, levels }: MapLayer, zoom: number, cells: CellColumns): MapFeature[] {
  const names = Object.keys(levels);
  const [easts, souths, xs, ys, ...columns] = cells;
  return (easts ?? []).map((east, at) => {
    const counts = columns.map((column) => column?.[at] ?? 0);
    const level = names[counts.indexOf(Math.max(...counts))] ?? '';
    const n = counts.reduce((sum, one) => sum + one, 0);
    const id = `${zoom}/${xs?.[at]}/${ys?.[at]}`;
    return featureAt(placeAt(east, souths?.[at] ?? 0), { kind: name, id, level, label: String(n), counts });
  });
}

/** The rows of one layer, or those in one of its cells (`<zoom>/<x>/<y>`): their number and keys, the newest first. */
async function readRows(
  context: PanelRequest,
  place: PanelAreaFilter,
  chosen: readonly ServedMapLayer[],
): Promise<RowsOfMapLayer> {
  const { cell } = context.query;
  const [layer] = chosen;
  const match = cell === undefined ? undefined : /^(\d{1,2})\/(\d{1,12})\/(\d{1,12})$/.exec(String(cell));
  if (!layer || chosen.length > 1 || match === null) throw badParameter();
  const rows = layer.rows(context, place);
  const inCell = match
    ? sql`select s.* from (select p.*, ${cellOfPlace(readZoom(match[1], 0))} from (${rows}) p where p.place is not null) s
        where s.x = ${Number(match[2])}::bigint and s.y = ${Number(match[3])}::bigint`
    : rows;
  const listed = layer.listed?.(context) ?? sql`true`;
  const found = await context.database.row<{ ids: number[]; total: number }>(sql`
    with p as (${inCell})
    select coalesce((select json_agg(l.id order by l.id desc) from (
        select p.id from p where ${listed} order by p.id desc limit ${maxRowIds}::int) l), '[]') as ids,
      (select count(*)::int from p) as total`);
  return { ids: found?.ids ?? [], total: found?.total ?? 0 };
}

/** The divisions directly below the area; an ended one only while rows carry its code. */
function areaFeatures(
  { tree }: PanelRequest,
  { area }: PanelAreaFilter,
  by: string,
  counts: readonly AreaCount[],
): AreaFeatures {
  const { children, childOf } = findChildDivisionsOfArea(tree, area);
  const sums = new Map<string, number>();
  for (const [code, n] of counts) {
    const child = childOf(code);
    if (child) sums.set(child.code, (sums.get(child.code) ?? 0) + n);
  }
  return {
    type: 'FeatureCollection',
    by,
    features: [...children.values()]
      .filter(({ code, ended }) => !ended || sums.has(code))
      .map(({ code, name }) => ({
        type: 'Feature',
        geometry: null,
        properties: { kind: 'area', id: code, level: areaLevel(code), label: name, n: sums.get(code) ?? 0 },
      })),
  };
}
