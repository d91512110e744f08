import type { Place } from '#kernel/kind/place-on-map.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/**
 * The county whose centre is nearest to a point. Near a border it may be the neighbour, so that officers can correct the area as long
 * as the incident is not verified. Undefined: no county has a centre on record.
 */
export async function countyNearestTo(
  db: Queryable,
  { lng, lat }: Pick<Place, 'lng' | 'lat'>,
): Promise<string | undefined> {
  const found = await db.row<{ code: string }>(sql`
    select a.code from ${sql.id(tableOf(area))} a
    where right(a.code, 2) <> '00' and a.lng is not null and a.valid_to is null
    order by metres_between(point(a.lng, a.lat), point(${lng}::float8, ${lat}::float8)), a.code limit 1`);
  return found?.code;
}
