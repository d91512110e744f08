import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { document } from './document.ts';
import { documentCheckPage, documentCheckPageShortAddress } from './document-check-pages.ts';
import { documentTemplate } from './docx-template-of-official-document.ts';

export const documentModule = module_({
  name: 'document',
  label: text('文书', 'Documents'),
  icon: 'file-text',
  weigh: 50,
  pages: [documentCheckPage, documentCheckPageShortAddress],
  entries: [document, documentTemplate],
});
