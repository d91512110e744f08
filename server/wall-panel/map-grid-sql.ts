import { type Sql, sql } from '#server/db/sql.ts';

/** Cells of the grid are as large on screen as the cluster radius (specification §9), at 512 px tiles. */
const cellPixels = 60;
const tilePixels = 512;

/** Zoom of the grid by level of the area: some steps nearer than the whole area; clients cluster further. */
export const usualZooms = [7, 10, 12, 14] as const;

/** The zoom of the cells that `map_cell` finds in SQL. */
export const mapCellZoom = 11;

/** The zoom of the largest cells. */
export const widestZoom = 3;

/** The size of a cell in the Mercator square. */
export const sizeOfCell = (zoom: number): number => cellPixels / (tilePixels * 2 ** zoom);

/** Position in the Mercator square of the world, 0…1 from the north-west corner, as map tiles are counted. */
const mercatorX = sql`(p.place[0] + 180) / 360`;
// `least` would take an empty place for one in the far north
const mercatorY = sql`(case when p.place is not null then 0.5 - ln(tan(pi() / 4 + radians(greatest(-85, least(85, p.place[1]))) / 2)) / (2 * pi()) end)`;

/** The cell of the grid of a zoom in which the place of a row `p` is: `x` and `y`. */
export const cellOfPlace = (zoom: number): Sql => {
  const perCell = sizeOfCell(zoom);
  return sql`floor((${mercatorX}) / ${perCell}::float8)::bigint as x, floor((${mercatorY}) / ${perCell}::float8)::bigint as y`;
};

/**
 * Rows, each with its cell, as a layer's `cells`: `x`, `y`, `level`, `n`, and its position in cells of the grid, `east` and
 * `south`; and with its `area_code`, if they are counted by area. `rows`: a query for `place` and `level`.
 */
export function cellsOfRows(rows: Sql, zoom: number, byArea = false): Sql {
  const perCell = sizeOfCell(zoom);
  const area = (table: string) => (byArea ? sql`, ${sql.id(table, 'area_code')}` : sql.empty);
  // without `offset` PostgreSQL would compute each position several times
  return sql`select floor(q.east)::bigint as x, floor(q.south)::bigint as y, q.level, 1 as n, q.east, q.south${area('q')} from (
    select (${mercatorX}) / ${perCell}::float8 as east, (${mercatorY}) / ${perCell}::float8 as south, p.level${area('p')} from (${rows}) p offset 0) q`;
}

/**
 * Cells of a materialised total as cells of a wider grid: its fields, `x`, `y`, `n`, and the sums of the positions of its
 * rows in cells of that grid, `east` and `south`. `stored`, for `from`: its fields, `map_cell`, `n`, and `total`, the sum of
 * `map_offset`. `steps`: how often four of its cells are one of the grid.
 */
export function cellsOfTotal(stored: Sql, fields: readonly string[], steps: number): Sql {
  const scale = 1 / 2 ** steps;
  // the lower half is that of the sum, which may be negative in a row that takes something away
  const parts = (position: Sql, offset: Sql): Sql =>
    sql`(q.n * (${position} + ${0.5 / 256}::float8) + (${offset}) * ${1 / 256}::float8) * ${scale}::float8`;
  return sql`select ${sql.join(
    fields.map((one) => sql`q.${sql.id(one)}, `),
    '',
  )}q.x >> ${steps}::int as x, q.y >> ${steps}::int as y, q.n,
    ${parts(sql`q.x`, sql`(q.total + 2147483648) >> 32`)} as east, ${parts(sql`q.y`, sql`((q.total + 2147483648) & 4294967295) - 2147483648`)} as south
    from (select ${sql.join(
      fields.map((one) => sql`s.${sql.id(one)}, `),
      '',
    )}s.map_cell >> 32 as x, s.map_cell & 4294967295 as y, s.n::int as n, s.total::bigint as total
      from ${stored} s offset 0) q`;
}

/**
 * The grid that cells of a layer are put together to, a row for each of its cells: `x`, `y`, its number of rows `n`, of each
 * level `n0`, `n1` …, and the sums of their positions. Rows without a place have neither `x` nor `y`. Counted by area, a
 * cell has a row for each `area_code`.
 */
export const gridOfCells = (cells: Sql, levels: readonly string[], byArea = false): Sql => sql`
    select p.x, p.y, ${byArea ? sql`p.area_code, ` : sql.empty}sum(p.n)::int as n, ${sql.join(
      levels.map(
        (level, at) => sql`coalesce(sum(p.n) filter (where p.level = ${level}::text), 0)::int as ${sql.id(`n${at}`)}`,
      ),
    )}, sum(p.east) as east, sum(p.south) as south
    from (${cells} offset 0) p group by 1, 2${byArea ? sql`, 3` : sql.empty} having sum(p.n) > 0`;
