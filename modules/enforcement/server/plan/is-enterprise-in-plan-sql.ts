import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** What a plan says about the enterprises it concerns. */
export interface PlannedObjects {
  readonly ent_types: readonly string[];
  /** Keys of divisions; none: all of the plan's area. */
  readonly areas?: readonly number[] | null;
  readonly area_code: string;
}

/** A new enterprise starts in class B (domain reference §4.4). */
export const riskOfEnterpriseSql: Sql = sql`coalesce(e.risk_class, 'B')`;

/** Condition on an enterprise `e`: it trades, and is of a type and in an area of the plan. */
export async function isEnterpriseInPlanSql(
  db: Queryable,
  { ent_types, areas, area_code }: PlannedObjects,
): Promise<Sql> {
  const within =
    areas && areas.length > 0
      ? await db.rows<{ code: string }>(
          sql`select code from system_area where id = any(${[...areas]}::bigint[]) and code like ${`${areaPrefix(area_code)}%`}`,
        )
      : [{ code: area_code }];
  const prefixes = within.map(({ code }) => `${areaPrefix(code)}%`);
  return sql`e.status in ('active', 'change_pending') and e.ent_type = any(${[...ent_types]}::text[]) and e.area_code like any(${prefixes}::text[])`;
}
