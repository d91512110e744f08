import { secretsOfPushingSourceController } from '#server/calls/time-series-source-secrets-controller.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import * as messages from '../contract/message-templates.ts';
import { openDataLicenceSettings } from '../contract/open-data-licence-settings.ts';
import { webhook } from '../contract/webhook.ts';
import { apiDocumentOfApplicationController } from './api-document-of-application-controller.ts';
import { applicationSecretsControllerNotifyingContact } from './application-secrets-controller-notifying-contact-of-new-secret.ts';
import { openInterfaceCronJobs } from './expire-applications-retry-webhooks-and-remove-nonces.ts';
import { serveOpenData } from './open-data/ckan-open-data-routes.ts';
import type { FileComplaint } from './open311/file-open311-request-as-complaint.ts';
import { serveOpen311 } from './open311/open311-routes.ts';
import { serveRestCallsOfApplications } from './rest/rest-routes-for-signed-calls.ts';
import { apiApplicationWriteHooks } from './validate-allowed-ips-and-expiry-of-api-application.ts';
import { deliverWaitingEvents } from './webhook/deliver-waiting-events-of-webhook.ts';
import { deliverWebhookTask, webhookSubscribers } from './webhook/queue-events-for-webhooks.ts';
import { webhookWriteHooks } from './webhook/refuse-webhook-to-inner-address-or-of-unreadable-topics.ts';
import { replayDeliveriesController } from './webhook/replay-deliveries-controller.ts';

/** `fileComplaint` files complaints that come by Open311. */
export const openInterfaceServer = (fileComplaint: FileComplaint): ServerModule => ({
  name: 'api',
  settings: [openDataLicenceSettings],
  messages: Object.values(messages),
  controllers: ({ engine }) => [
    applicationSecretsControllerNotifyingContact(engine),
    secretsOfPushingSourceController(engine, webhook),
    apiDocumentOfApplicationController,
    replayDeliveriesController,
  ],
  routes(services) {
    // each answers faults in the form of its protocol
    for (const serve of [serveRestCallsOfApplications, serveOpenData])
      void services.app.register(async (app) => serve({ ...services, app }));
    void services.app.register(async (app) => serveOpen311({ ...services, app }, fileComplaint));
  },
  hooks: { 'api/application': apiApplicationWriteHooks, 'api/webhook': webhookWriteHooks },
  subscribers: webhookSubscribers,
  outside: {
    [deliverWebhookTask]: async (engine, { webhook: id }) => {
      await deliverWaitingEvents(engine, Number(id));
    },
  },
  scheduled: openInterfaceCronJobs,
});
