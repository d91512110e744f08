import { text } from '#kernel/text/text.ts';
import type { ScopeName } from './application-scopes-mask-levels-and-signature-algorithms.ts';

/** Resources whose events are sent. An application receives those that it may read. */
export const webhookTopics = {
  'enterprise/enterprise': text('企业', 'Enterprises'),
  'enterprise/licence': text('许可证', 'Licences'),
  'travel/itinerary': text('行程单', 'Itineraries'),
  'enforcement/check': text('执法检查', 'Checks'),
  'incident/incident': text('安全事件', 'Incidents'),
  'credit/listing': text('红黑榜', 'Credit lists'),
  'complaint/complaint': text('旅游投诉', 'Complaints'),
};
export type WebhookTopic = keyof typeof webhookTopics;

/** The scope that a topic requires. */
export const scopeOfTopic: Readonly<Record<WebhookTopic, ScopeName>> = {
  'enterprise/enterprise': 'enterprise.read',
  'enterprise/licence': 'licence.read',
  'travel/itinerary': 'itinerary.read',
  'enforcement/check': 'check.read',
  'incident/incident': 'incident.read',
  'credit/listing': 'listing.read',
  'complaint/complaint': 'complaint.read',
};

/** The topics that an application with these scopes may receive. */
export const topicsReadableWith = (granted: readonly string[]): WebhookTopic[] =>
  (Object.keys(scopeOfTopic) as WebhookTopic[]).filter((topic) => granted.includes(scopeOfTopic[topic]));
