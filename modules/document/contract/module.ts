import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { document } from './document.ts';
import { documentTemplate } from './docx-template-of-official-document.ts';
import {
  documentVerificationPage,
  documentVerificationPageShortAddress,
} from './paths-and-title-of-document-verification-page.ts';

export const documentModule = module_({
  name: 'document',
  label: text('文书', 'Documents'),
  icon: 'file-text',
  weigh: 50,
  pages: [documentVerificationPage, documentVerificationPageShortAddress],
  entries: [document, documentTemplate],
});
