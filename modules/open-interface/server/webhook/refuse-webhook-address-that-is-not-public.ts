import { text } from '#kernel/text/text.ts';
import { whyUrlIsForbidden } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { webhook } from '../../contract/webhook.ts';

const closed = text('须为公网 https 地址', 'Must be a public https address');

/** Names are judged when they are called, by the address connected to; what can never be called is refused at once. */
function checkAddress({ engine, values, fail }: WriteContext<typeof webhook>): void {
  if (values.url && whyUrlIsForbidden(values.url, { innerNetworks: engine.config.innerNetworks })) fail('url', closed);
}

export const webhookWriteHooks: WriteHooks<typeof webhook> = { add: checkAddress, edit: checkAddress };
