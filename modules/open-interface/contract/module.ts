import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { application } from './api-client-application.ts';
import { requestLogEntry } from './api-request-log-entry.ts';
import { webhook } from './webhook.ts';
import { webhookDelivery } from './webhook-delivery.ts';

/** Access of other systems: signed calls, webhooks and open data (domain reference §2.T). */
export const openInterfaceModule = module_({
  name: 'api',
  label: text('开放接口', 'Open interface'),
  icon: 'global',
  weigh: 24,
  entries: [application, webhook, webhookDelivery, requestLogEntry],
});
