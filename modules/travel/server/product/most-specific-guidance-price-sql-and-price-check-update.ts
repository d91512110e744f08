import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { CascadeRowChange } from '#server/write/hook/cascade-row-change-type.ts';
import { lowPricePercent } from '../../contract/product/compare-price-with-guidance-price.ts';
import { product } from '../../contract/product/tour-product.ts';

/** SQL expressions for what a guidance price applies to: of a product, or of a team without one. */
interface Compared {
  readonly category: Sql;
  readonly days: Sql;
  readonly destinations: Sql;
}

/** Code prefix of a division and all divisions within it. */
const prefix = sql`regexp_replace(g.dest_area, '(00){1,2}$', '')`;

/**
 * Query for `id` and `guidance` (cents) of the guidance price in force on a day, a date or an SQL expression. The
 * most specific one wins, by category, then destination, length and season; among equals the newest.
 */
export function mostSpecificGuidancePriceInForceSql(
  { category, days, destinations }: Compared,
  day: string | Sql = shanghaiToday(),
  except = 0,
): Sql {
  const month = sql`date_part('month', ${day}::date)`;
  return sql`select g.id, g.price_per_person_day as guidance from travel_guidance_price g
    where g.id <> ${except} and g.valid_from <= ${day}::date and (g.valid_to is null or g.valid_to >= ${day}::date)
      and (g.route_kind is null or g.route_kind = ${category})
      and (g.day_count is null or g.day_count = ${days})
      and (g.dest_area is null or exists (
        select from system_area a where a.id = any(${destinations}) and starts_with(a.code, ${prefix})))
      and case when coalesce(g.from_month, 1) <= coalesce(g.to_month, 12)
        then ${month} between coalesce(g.from_month, 1) and coalesce(g.to_month, 12)
        else ${month} >= g.from_month or ${month} <= g.to_month end
    order by (g.route_kind is not null) desc, coalesce(length(${prefix}), 0) desc, (g.day_count is not null) desc,
      (g.from_month is not null or g.to_month is not null) desc, g.valid_from desc, g.id desc
    limit 1`;
}

const ofRow: Compared = {
  category: sql`t.category`,
  days: sql`t.day_count`,
  destinations: sql`t.destination_areas`,
};

/**
 * Compares products with the guidance prices of the day again, after these or the season have changed. The same
 * integer arithmetic as `isLowPrice`.
 */
export async function updatePriceChecksOfProducts(
  cascadeChange: CascadeRowChange,
  { where = sql`true`, except = 0 }: { readonly where?: Sql; readonly except?: number } = {},
): Promise<number> {
  const guidance = mostSpecificGuidancePriceInForceSql(ofRow, shanghaiToday(), except);
  const of = (expression: Sql) => sql`(select ${expression} from (${guidance}) s)`;
  const whole = sql`s.guidance * t.day_count`;
  const changed = await cascadeChange(product, sql`${where} and t.status <> 'superseded'`, {
    guidance_id: of(sql`s.id`),
    guidance_per_day: of(sql`s.guidance`),
    price_ratio: of(sql`case when t.day_count > 0 then trunc(t.price_from::numeric * 10000 / (${whole})) / 100 end`),
    price_check: sql`coalesce(${of(
      sql`case when t.day_count > 0 then
        case when t.price_from * 100 <= ${whole} * ${lowPricePercent} then 'low' else 'fair' end end`,
    )}, 'none')`,
  });
  return changed.length;
}
