import type { AnyResource } from '#kernel/declaration/resource.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { orderBy } from '../condition/order-by-sql.ts';
import type { ParsedListQuery } from '../condition/parsed-list-query.ts';
import { areaOfRowSql } from '../scope/areas-where-row-is-seen-sql.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import { whereOfList } from './read-list-page.ts';

/** Maximum number of points in a response: about 700 KB before compression. */
export const maxPoints = 10_000;

/**
 * The locations of the rows of a list as JSON text: `[id, lng, lat, title, status, area_code]` of each row that has one
 * (WGS-84; status and area null if the resource has none), and how many more there are.
 */
export async function readMapPoints(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
): Promise<{ points: string; more: boolean }> {
  const place = placeFieldOf(withFieldsVisibleToCaller(resource, caller, context.find));
  if (place === undefined) return { points: '[]', more: false };
  const at = sql`t.${sql.id(place)}`;
  const titled = resource.fields[resource.title]?.privacy === undefined;
  const title = titled ? sql`t.${sql.id(resource.title)}` : sql`null`;
  const status = resource.life ? sql`t.status` : sql`null`;
  const area = sql.raw(areaOfRowSql(resource, context.find) ?? 'null');
  const row = await context.db.row<{ points: string; n: number }>(sql`
    select coalesce(json_agg(json_build_array(p.id, p.place[0], p.place[1], p.title, p.status, p.area) order by p.at)
        filter (where p.at <= ${maxPoints}), '[]')::text as points, count(*)::int as n
    from (
      select t.id, ${at} as place, ${title} as title, ${status} as status, ${area} as area,
        row_number() over (order by ${orderBy(resource, query.order, caller)}) as at
      from ${sql.id(tableOf(resource))} t
      where ${whereOfList(context, resource, caller, query)} and ${at} is not null
      order by ${orderBy(resource, query.order, caller)} limit ${maxPoints + 1}
    ) p`);
  return { points: row?.points ?? '[]', more: (row?.n ?? 0) > maxPoints };
}
