import type { ServerModule } from '#server/platform/server-module.ts';
import { document } from '../contract/document.ts';
import { documentServed } from '../contract/messages.ts';
import { documentSettings } from '../contract/settings.ts';
import { template } from '../contract/template.ts';
import { documentCalls } from './call-descriptions.ts';
import { documentCheckController } from './public-document-check-controller.ts';
import { documentController } from './controllers.ts';
import { deliveryController, documentSubscribers } from './delivery.ts';
import { documentHooks, templateHooks } from './hooks.ts';

export const documentServer: ServerModule = {
  name: 'document',
  messages: [documentServed],
  settings: [documentSettings],
  calls: documentCalls,
  hooks: { [document.name]: documentHooks, [template.name]: templateHooks },
  controllers: () => [documentController, documentCheckController, deliveryController],
  subscribers: documentSubscribers,
};
