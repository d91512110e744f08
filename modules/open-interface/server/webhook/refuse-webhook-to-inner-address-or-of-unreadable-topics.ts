import { type Text, text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { whyUrlIsForbidden } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { webhook } from '../../contract/webhook.ts';
import { topicsReadableWith, type WebhookTopic, webhookTopics } from '../../contract/webhook-topics.ts';

const texts = {
  closed: text('须为公网 https 地址', 'Must be a public https address'),
  unreadable: text('该应用没有读取授权：{topics}', 'The application may not read: {topics}'),
};

type Context = WriteContext<typeof webhook>;

/** Names are judged when they are called, by the address connected to; what can never be called is refused at once. */
function checkAddress({ engine, values, fail }: Context): void {
  if (values.url && whyUrlIsForbidden(values.url, { innerNetworks: engine.config.innerNetworks }))
    fail('url', texts.closed);
}

/** Refuses topics that the application may not read. One it has lost since may stay: a webhook can still be renamed and closed. */
async function checkTopics({ tx, values, before, caller: { locale }, fail }: Context): Promise<void> {
  const added = (values.topics ?? []).filter((topic) => !before?.topics.includes(topic)) as WebhookTopic[];
  const application = values.application_id ?? before?.application_id;
  if (added.length === 0 || !application) return;
  const row = await tx.row<{ scopes: string[] }>(sql`select scopes from api_application where id = ${application}`);
  const readable = topicsReadableWith(row?.scopes ?? []);
  const refused = added.flatMap((topic): Text[] => (readable.includes(topic) ? [] : [webhookTopics[topic]]));
  if (refused.length === 0) return;
  const topics = refused.map((topic) => topic[locale]).join(locale === 'en' ? ', ' : '、');
  fail('topics', texts.unreadable, { topics });
}

async function check(context: Context): Promise<void> {
  checkAddress(context);
  await checkTopics(context);
}

export const webhookWriteHooks: WriteHooks<typeof webhook> = { add: check, edit: check };
