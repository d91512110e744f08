import { statesInGroup, statusGroupNames } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import {
  type CompactMapPoint,
  type EnterpriseMapGridCell,
  type EnterpriseMapPanel,
  type EnterprisePointCollection,
  type EnterprisesBehindReviewFlow,
  enterpriseMapPointLimits,
} from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { refuse } from '#server/refusal.ts';
import { type PanelRequest, readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { enterprisesAtPastMomentSql } from './enterprises-at-past-moment-sql.ts';

/** Grid cells are as large on screen as the cluster radius (specification §9), at 512 px tiles. */
const CELL_PIXELS = 60;
const TILE_PIXELS = 512;

/** Most keys answered for one cell. */
const MOST_IDS = 1000;

/** SQL: a row's index in `statusGroupNames`; the cases follow the order of the names. */
function statusGroupIndex(asof: number): Sql {
  const states = (name: keyof typeof statesInGroup) => sql`status = any(${[...statesInGroup[name]]})`;
  const index = (name: (typeof statusGroupNames)[number]) => sql.raw(String(statusGroupNames.indexOf(name)));
  return sql`case when ${states('active')} then ${index('active')}
                  when ${states('waiting')} and due_at <= to_timestamp(${asof}) then ${index('overdue')}
                  when ${states('waiting')} then ${index('waiting')}
                  when ${states('attention')} then ${index('attention')}
                  else ${index('ended')} end`;
}

/** Enterprises of the area on the map: points with names if few, points if many, counted cells beyond. */
export async function readEnterpriseMapPanel(
  context: PanelRequest,
): Promise<EnterpriseMapPanel | EnterprisesBehindReviewFlow> {
  const { database, query, now = new Date() } = context;
  const { area, inside } = await readPanelAreaFilter(context);
  if (query.cell !== undefined) return { ids: await readCell(context, inside('enterprise')) };
  const asof = Math.floor(now.getTime() / 1000);
  const counted = await database.row<{ placed: number; unplaced: number }>(
    sql`select count(place)::int as placed, (count(*) - count(place))::int as unplaced from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')}`,
  );
  const { placed, unplaced } = counted ?? { placed: 0, unplaced: 0 };
  const mode =
    placed < enterpriseMapPointLimits.feature
      ? 'feature'
      : placed <= enterpriseMapPointLimits.compact
        ? 'compact'
        : 'grid';
  return {
    asof,
    source: 'enterprise',
    state: placed > 0 ? 'ok' : 'empty',
    area,
    layer: 'enterprise',
    mode,
    placed,
    unplaced,
    features: mode === 'feature' ? await readFeatures(context, inside('enterprise'), statusGroupIndex(asof)) : null,
    points: mode === 'compact' ? await readPoints(context, inside('enterprise'), statusGroupIndex(asof)) : null,
    cells:
      mode === 'grid'
        ? await readCells(
            context,
            inside('enterprise'),
            statusGroupIndex(asof),
            readZoom(query.zoom ?? finestNeeded[area.level]),
          )
        : null,
  };
}

async function readFeatures(context: PanelRequest, inArea: Sql, statusGroup: Sql): Promise<EnterprisePointCollection> {
  const rows = await context.database.rows<{
    id: number;
    name: string;
    lng: number;
    lat: number;
    status_group: number;
  }>(
    sql`select id, name, place[0] as lng, place[1] as lat, ${statusGroup} as status_group
        from ${enterprisesAtPastMomentSql(context)} where ${inArea} and place is not null order by id`,
  );
  return {
    type: 'FeatureCollection',
    features: rows.map(({ id, name, lng, lat, status_group: index }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { kind: 'enterprise', id, level: statusGroupNames[index] ?? 'ended', label: name },
    })),
  };
}

async function readPoints(context: PanelRequest, inArea: Sql, statusGroup: Sql): Promise<CompactMapPoint[]> {
  const rows = await context.database.rows<{ id: number; lng: number; lat: number; status_group: number }>(
    sql`select id, round(place[0]::numeric, 5)::float8 as lng, round(place[1]::numeric, 5)::float8 as lat, ${statusGroup} as status_group
        from ${enterprisesAtPastMomentSql(context)} where ${inArea} and place is not null order by id`,
  );
  return rows.map((one) => [one.id, one.lng, one.lat, one.status_group]);
}

/** SQL: position in the Mercator square of the world, 0…1 from the north-west corner, like map tiles. */
const mercatorX = sql`(place[0] + 180) / 360`;
const mercatorY = sql`(0.5 - ln(tan(pi() / 4 + radians(greatest(-85, least(85, place[1]))) / 2)) / (2 * pi()))`;

const cellOf = (zoom: number) => {
  const perCell = CELL_PIXELS / (TILE_PIXELS * 2 ** zoom);
  return sql`floor((${mercatorX}) / ${perCell}::float8)::bigint as x, floor((${mercatorY}) / ${perCell}::float8)::bigint as y`;
};

async function readCells(
  context: PanelRequest,
  inArea: Sql,
  statusGroup: Sql,
  zoom: number,
): Promise<EnterpriseMapGridCell[]> {
  const rows = await context.database.rows<{ lng: number; lat: number; x: number; y: number; counts: number[] }>(
    sql`select avg(lng) as lng, avg(lat) as lat, x, y,
               array[${sql.join(statusGroupNames.map((_, index) => sql`count(*) filter (where status_group = ${sql.raw(String(index))})::int`))}] as counts
        from (select place[0] as lng, place[1] as lat, ${cellOf(zoom)}, ${statusGroup} as status_group
              from ${enterprisesAtPastMomentSql(context)} where ${inArea} and place is not null) as placed
        group by x, y`,
  );
  return rows.map(({ lng, lat, x, y, counts }) => [lng, lat, counts, `${zoom}/${x}/${y}`]);
}

/** Keys of the enterprises in one grid cell: `cell=<zoom>/<x>/<y>`. */
async function readCell(context: PanelRequest, inArea: Sql): Promise<number[]> {
  const { query } = context;
  const match = /^(\d{1,2})\/(\d{1,12})\/(\d{1,12})$/.exec(String(query.cell));
  if (!match) throw refuse('invalid', 'invalid');
  const rows = await context.database.rows<{ id: number }>(
    sql`select id from (select id, ${cellOf(readZoom(match[1]))} from ${enterprisesAtPastMomentSql(context)} where ${inArea} and place is not null) as placed
        where x = ${Number(match[2])} and y = ${Number(match[3])} order by id desc limit ${MOST_IDS}`,
  );
  return rows.map((one) => one.id);
}

/** Finest grid zoom by level of the area, some steps nearer than the whole area; clients cluster further. */
const finestNeeded = [7, 10, 12, 14] as const;

/** Grid zoom: whole steps within the bounds of the specification. */
function readZoom(given: unknown): number {
  const zoom = typeof given === 'string' || typeof given === 'number' ? Math.floor(Number(given)) : Number.NaN;
  return Number.isFinite(zoom) ? Math.min(19, Math.max(3, zoom)) : finestNeeded[1];
}
