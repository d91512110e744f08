import { secondsUntilLost } from '#kernel/module/time-series.ts';
import type { Locale } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';

/** The name of a spot `t` in a language. */
export const nameOfSpot = (locale: Locale | undefined): Sql =>
  locale === 'en' ? sql`coalesce(nullif(t.name_en, ''), t.name)` : sql`t.name`;

/** The state of a spot `t` now, as `s`: the last reading, whether data is lost, and the level. */
export const presentStateOfSpot = sql`left join lateral (
  select r.at, r.lost, r.value, r.level from reading_state r where r.series = ${flow.name} and r.of_id = t.id) s on true`;

/** The same at a past moment: the reading and the change of level before it. */
export const pastStateOfSpot = (at: Sql): Sql => sql`left join lateral (
  select f.at, f.at < ${at} - make_interval(secs => ${secondsUntilLost(flow) ?? 0}) as lost, f.inside as value,
    coalesce((select c.level from reading_level_change c where c.series = ${flow.name} and c.of_id = t.id and c.at <= ${at}
      order by c.at desc, c.id desc limit 1), 0) as level
  from scenic_flow f where f.of_id = t.id and f.at <= ${at} and f.at > ${at} - interval '2 days' and f.inside is not null
  order by f.at desc limit 1) s on true`;

/**
 * The value of `crowd` that follows from the state `s` of a spot `t`, as the function of the database computes it for
 * lists. For nine hundred spots at once, joining their states is much faster than calling it for each.
 */
export const crowdOfSpot = sql`case when s.at is null then 'none' when s.lost then 'lost'
  when coalesce(t.instant_max, 0) = 0 then 'unlimited' when s.level = 0 then 'normal' else s.level::text end`;
