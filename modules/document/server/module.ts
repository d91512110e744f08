import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { document } from '../contract/document.ts';
import { documentIssuingSettings } from '../contract/document-issuing-settings.ts';
import { documentTemplate } from '../contract/docx-template-of-official-document.ts';
import { documentServedMessage } from '../contract/message-to-party-of-served-document.ts';
import { bindDocuments, bindDocumentsController } from './bind-documents-into-one-pdf.ts';
import { deliveredDocumentController, documentReceiptSubscribers } from './deliver-document-and-record-receipt.ts';
import { documentWriteHooks } from './fill-in-approve-issue-and-serve-document.ts';
import { publicDocumentVerificationController } from './public-document-verification-controller.ts';
import { readAndFillInDraftAndDownloadDocumentController } from './read-and-fill-in-draft-and-download-document-controller.ts';
import { readRenderedFiles } from './render-and-store-document.ts';
import { documentTemplateWriteHooks } from './validate-document-template-and-retire-previous-one.ts';

export const documentServer: ServerModule = {
  name: 'document',
  messages: [documentServedMessage],
  settings: [documentIssuingSettings],
  hooks: { [document.name]: documentWriteHooks, [documentTemplate.name]: documentTemplateWriteHooks },
  controllers: () => [
    readAndFillInDraftAndDownloadDocumentController,
    bindDocumentsController,
    publicDocumentVerificationController,
    deliveredDocumentController,
  ],
  jobs: { documents: { restarts: true, run: bindDocuments } },
  subscribers: documentReceiptSubscribers,
  evidenceFiles: { [document.name]: readRenderedFiles },
};
