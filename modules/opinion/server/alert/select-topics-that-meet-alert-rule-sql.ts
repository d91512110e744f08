import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** The conditions of a rule, as stored. */
export interface AlertRuleConditions {
  readonly area_code: string;
  readonly window_hours: number;
  readonly min_items: number;
  readonly negative_share: number | null;
  readonly heat_growth: number | null;
  readonly min_fans: number | null;
  readonly sensitive: boolean;
  readonly phrases: string | null;
}

/** A topic at the moment from which it meets a rule, with its figures within the window before. */
export interface TopicMeetingAlertRule {
  readonly [column: string]: unknown;
  readonly topic_id: number;
  readonly title: string;
  readonly area_code: string;
  readonly enterprise_id: number | null;
  /** Unix seconds. */
  readonly at: number;
  readonly items: number;
  readonly negatives: number;
  /** Percent by which the heat of the window exceeds that of the window before. */
  readonly growth: number;
}

/** Heat below which a window before counts as this much, so that the first post of a topic is no growth without bound. */
const leastHeat = 10;

/** The phrases of a rule, as people separate them. */
export const phrasesOf = (written: string | null): readonly string[] =>
  (written ?? '')
    .split(/[、,，;；\n]+/)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');

/**
 * Selects the topics that meet a rule, each at the first moment at which it does. `among` limits the posts (alias `i`)
 * whose publication is such a moment; the posts before are counted whether or not they are among them. The same
 * statement raises alerts and previews a rule, so that a preview is what the rule would have done.
 */
export function topicsMeetingAlertRule(
  db: Queryable,
  rule: AlertRuleConditions,
  { among, topics }: { readonly among: Sql; readonly topics: Sql },
): Promise<TopicMeetingAlertRule[]> {
  const hours = rule.window_hours;
  const phrases = phrasesOf(rule.phrases);
  const hasPhrase =
    phrases.length === 0
      ? sql`true`
      : sql`exists (select from unnest(${[...phrases]}::text[]) p where strpos(lower(i.title || ' ' || i.content), p) > 0)`;
  const conditions = [
    sql`s.items >= ${rule.min_items}`,
    ...(rule.negative_share === null ? [] : [sql`s.negatives * 100 >= s.items * ${rule.negative_share}::int`]),
    ...(rule.heat_growth === null ? [] : [sql`s.growth >= ${rule.heat_growth}::int`]),
    ...(rule.min_fans === null ? [] : [sql`s.followed > 0`]),
    ...(rule.sensitive ? [sql`s.sensitive > 0`] : []),
    ...(phrases.length > 0 ? [sql`s.phrased > 0`] : []),
  ];
  return db.rows<TopicMeetingAlertRule>(sql`
    select distinct on (s.topic_id) s.topic_id, t.title, t.area_code, t.enterprise_id, extract(epoch from s.publish_at)::float8 as at,
      s.items::int, s.negatives::int, round(s.growth)::float8 as growth
    from (
      select i.topic_id, i.publish_at, i.is_among, count(*) over w as items, count(*) filter (where i.sentiment = 'negative') over w as negatives,
        count(*) filter (where i.author_fans >= ${rule.min_fans ?? 0}::int) over w as followed,
        count(*) filter (where i.sensitive) over w as sensitive, count(*) filter (where i.phrased) over w as phrased,
        (coalesce(sum(i.heat) over w, 0) / greatest(coalesce(sum(i.heat) over b, 0), ${leastHeat}::float8) - 1) * 100 as growth
      from (select i.topic_id, i.publish_at, i.sentiment, i.author_fans, i.sensitive, i.heat, ${hasPhrase} as phrased, (${among}) as is_among
        from opinion_item i where i.topic_id is not null and ${topics}) i
      window w as (partition by i.topic_id order by i.publish_at range between make_interval(hours => ${hours}::int) preceding and current row),
        b as (partition by i.topic_id order by i.publish_at
          range between make_interval(hours => ${2 * hours}::int) preceding and make_interval(hours => ${hours}::int) preceding)
    ) s join opinion_topic t on t.id = s.topic_id
    where s.is_among and starts_with(t.area_code, ${areaPrefix(rule.area_code)}) and ${sql.join(conditions, ' and ')}
    order by s.topic_id, s.publish_at`);
}
