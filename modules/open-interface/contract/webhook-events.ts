import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { eventName, eventNamesOf } from '#kernel/resource/domain-events-of-resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { creditListing } from '#modules/credit/contract/red-or-black-list-entry.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { incident } from '#modules/incident/contract/incident.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { type WebhookTopic, webhookTopics } from './webhook-topics.ts';

/** The resources of the topics. */
export const resourceOfTopic: Readonly<Record<WebhookTopic, AnyResource>> = {
  'enterprise/enterprise': enterprise,
  'enterprise/licence': licence,
  'travel/itinerary': itinerary,
  'enforcement/check': check,
  'incident/incident': incident,
  'credit/listing': creditListing,
  'complaint/complaint': complaint,
};

/** Events that no move names: those of every resource, and those that become true by themselves. */
const labelsOfFacts: Readonly<Record<string, Text>> = {
  added: text('新增', 'Added'),
  edited: text('修改', 'Edited'),
  deleted: text('删除', 'Deleted'),
  moved: text('其他办理', 'Other step'),
  due_soon: text('临近期限', 'Deadline near'),
  overdue: text('超过期限', 'Deadline passed'),
  valid: text('有效期开始', 'Validity began'),
  expiring: text('即将到期', 'Expires soon'),
  expired: text('已到期', 'Expired'),
  found: text('发现异常', 'Anomaly found'),
};

/** An event in words: the labels of the moves that cause it. Undefined: nothing names it. */
function labelOfEvent({ life }: AnyResource, fact: string): Text | undefined {
  const labels = Object.values<Move>(life?.moves ?? {}).flatMap(({ emits, label }) => (emits === fact ? [label] : []));
  if (labels.length === 0) return Object.hasOwn(labelsOfFacts, fact) ? labelsOfFacts[fact] : undefined;
  return text(labels.map((label) => label['zh-cn']).join('或'), labels.map(({ en }) => en).join(' or '));
}

/** All events that are sent, by their full names, in words: 旅游投诉：受理. */
export const webhookEvents: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries(resourceOfTopic).flatMap(([topic, resource]) => {
    const of = webhookTopics[topic as WebhookTopic];
    return [...eventNamesOf(resource)].map((fact) => {
      const name = eventName(resource, fact);
      const label = labelOfEvent(resource, fact);
      if (!label) throw new Error(`${name} has no label`);
      return [name, text(`${of['zh-cn']}：${label['zh-cn']}`, `${of.en}: ${label.en}`)] as const;
    });
  }),
);
