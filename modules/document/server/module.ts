import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { document } from '../contract/document.ts';
import { documentTemplate } from '../contract/document-template.ts';
import { documentServedMessage } from '../contract/message-to-party-of-served-document.ts';
import { documentSettings } from '../contract/settings.ts';
import { bindDocuments, bindDocumentsController } from './bind-documents-into-one-pdf.ts';
import { documentTemplateHooks } from './check-and-activate-document-template.ts';
import { deliveredDocumentController, documentReceiptSubscribers } from './deliver-document-to-party.ts';
import { documentDraftAndDownloadController } from './document-draft-and-download-controller.ts';
import { documentHooks } from './draft-check-and-issue-document.ts';
import { publicDocumentCheckController } from './public-document-check-controller.ts';
import { readRenderedFiles } from './render-and-store-document.ts';

export const documentServer: ServerModule = {
  name: 'document',
  messages: [documentServedMessage],
  settings: [documentSettings],
  hooks: { [document.name]: documentHooks, [documentTemplate.name]: documentTemplateHooks },
  controllers: () => [
    documentDraftAndDownloadController,
    bindDocumentsController,
    publicDocumentCheckController,
    deliveredDocumentController,
  ],
  jobs: { documents: { restarts: true, run: bindDocuments } },
  subscribers: documentReceiptSubscribers,
  evidenceFiles: { [document.name]: readRenderedFiles },
};
