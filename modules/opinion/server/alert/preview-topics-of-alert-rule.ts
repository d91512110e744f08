import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { rulePreviewDays } from '../../contract/opinion-alert-verdicts-findings-and-levels.ts';
import {
  type AlertRuleConditions,
  type TopicMeetingAlertRule,
  topicsMeetingAlertRule,
} from './select-topics-that-meet-alert-rule-sql.ts';

/** The topics of the last thirty days that a rule would have raised, each at its moment, the latest first. */
export async function previewTopicsOfAlertRule(db: Queryable, id: number): Promise<TopicMeetingAlertRule[]> {
  const rule = await db.row<AlertRuleConditions & Record<string, unknown>>(sql`
    select area_code, window_hours, min_items, negative_share, heat_growth, min_fans, sensitive, phrases from opinion_rule where id = ${id}`);
  if (!rule) return [];
  const from = sql`(${addDays(shanghaiToday(), -rulePreviewDays)}::date::timestamp at time zone 'Asia/Shanghai')`;
  const found = await topicsMeetingAlertRule(db, rule, {
    among: sql`i.publish_at >= ${from} and i.publish_at <= now()`,
    // posts before the month count in the windows of its first days
    topics: sql`i.publish_at >= ${from} - make_interval(hours => ${2 * rule.window_hours}::int)`,
  });
  return found.sort((one, other) => other.at - one.at);
}
