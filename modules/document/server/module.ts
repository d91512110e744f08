import type { ServerModule } from '#server/platform/server-module.ts';
import { document } from '../contract/document.ts';
import { documentServed } from '../contract/message-templates.ts';
import { documentSettings } from '../contract/settings.ts';
import { template } from '../contract/template.ts';
import { deliveredPaperController, documentReceiptSubscribers } from './deliver-document-to-party.ts';
import { documentAdminController } from './document-admin-controller.ts';
import { documentHooks, templateHooks } from './hooks.ts';
import { publicDocumentCheckController } from './public-document-check-controller.ts';

export const documentServer: ServerModule = {
  name: 'document',
  messages: [documentServed],
  settings: [documentSettings],
  hooks: { [document.name]: documentHooks, [template.name]: templateHooks },
  controllers: () => [documentAdminController, publicDocumentCheckController, deliveredPaperController],
  subscribers: documentReceiptSubscribers,
};
