import { type Text, text, textIn } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';
import { opinionAlert } from '../../contract/opinion-alert.ts';
import {
  isHigherLevel,
  type OpinionLevel,
  opinionLevelOrder,
} from '../../contract/opinion-alert-verdicts-findings-and-levels.ts';
import {
  type AlertRuleConditions,
  type TopicMeetingAlertRule,
  topicsMeetingAlertRule,
} from './select-topics-that-meet-alert-rule-sql.ts';

interface ActiveRule extends AlertRuleConditions {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly level: OpinionLevel;
}

/** Why a rule raised an alert, with the figures of that moment. */
const reason = text(
  '规则“{name}”：{hours} 小时内 {items} 条，负面 {share}%，热度增幅 {growth}%',
  'Rule “{name}”: {items} {items|post|posts} within {hours} h, {share}% negative, heat {growth}%',
);

/** Hours for which a moment is news: what is imported about earlier days raises nothing. */
const newsHours = 72;

const activeRules = (tx: Transaction) =>
  tx.rows<ActiveRule>(sql`
    select id, name, level, area_code, window_hours, min_items, negative_share, heat_growth, min_fans, sensitive, phrases
    from opinion_rule where status = 'on'
    order by array_position(${[...opinionLevelOrder]}::text[], level) desc, id`);

/**
 * Raises the alerts of topics that have new posts: by the highest rule that they meet, and each rule raises a topic once.
 * A topic that has an open alert of a lower level gets the higher one. Runs in the transaction that stores the posts.
 */
export async function raiseAlertsOfTopicsThatMeetRules(
  engine: Engine,
  tx: Transaction,
  topics: readonly number[],
): Promise<void> {
  for (const rule of await activeRules(tx)) {
    const met = await topicsMeetingAlertRule(tx, rule, {
      topics: sql`i.topic_id = any(${[...topics]}::bigint[])`,
      among: sql`i.publish_at > now() - make_interval(hours => ${newsHours}::int)`,
    });
    if (met.length === 0) continue;
    const present = await alertsOf(
      tx,
      met.map(({ topic_id }) => topic_id),
    );
    for (const topic of met) await raiseAlert(engine, tx, rule, topic, present.get(topic.topic_id) ?? []);
  }
}

interface PresentAlert {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly topic_id: number;
  readonly rule_id: number | null;
  readonly level: string;
  readonly open: boolean;
}

async function alertsOf(tx: Transaction, topics: readonly number[]): Promise<Map<number, PresentAlert[]>> {
  const rows = await tx.rows<PresentAlert>(sql`
    select id, topic_id, rule_id, level, status <> 'closed' as open from opinion_alert where topic_id = any(${[...topics]}::bigint[]) order by id`);
  const byTopic = new Map<number, PresentAlert[]>();
  for (const row of rows) byTopic.set(row.topic_id, [...(byTopic.get(row.topic_id) ?? []), row]);
  return byTopic;
}

async function raiseAlert(
  engine: Engine,
  tx: Transaction,
  rule: ActiveRule,
  topic: TopicMeetingAlertRule,
  present: readonly PresentAlert[],
): Promise<void> {
  if (present.some(({ rule_id }) => rule_id === rule.id)) return;
  const why = reasonOf(rule, topic);
  const open = present.find((one) => one.open);
  if (open) {
    if (!isHigherLevel(rule.level, open.level)) return;
    const set = { raised_for: why['zh-cn'], raised_for_en: why.en };
    const edit = { operation: 'edit', id: open.id, input: { level: rule.level }, set, unread: true } as const;
    await write(engine, opinionAlert, systemCaller(), edit, tx);
    return;
  }
  await write(
    engine,
    opinionAlert,
    systemCaller(),
    {
      operation: 'add',
      input: {
        title: topic.title,
        level: rule.level,
        topic_id: topic.topic_id,
        enterprise_id: topic.enterprise_id,
        area_code: topic.area_code,
      },
      set: { rule_id: rule.id, raised_for: why['zh-cn'], raised_for_en: why.en },
      unread: true,
    },
    tx,
  );
}

function reasonOf(rule: ActiveRule, { items, negatives, growth }: TopicMeetingAlertRule): Text {
  const values = {
    name: rule.name,
    hours: rule.window_hours,
    items,
    share: Math.round((negatives / items) * 100),
    growth: growth > 0 ? `+${growth}` : String(growth),
  };
  return text(textIn(reason, 'zh-cn', values).slice(0, 300), textIn(reason, 'en', values).slice(0, 300));
}
