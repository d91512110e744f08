import type { WebModule } from '#web/shell/module/web-module.ts';
import { articleLenses, articlePanels, lawInputs, lawLenses, lawPanels } from './law/law-parts.ts';

export const libraryWeb: WebModule = {
  name: 'library',
  recordPanels: { 'library/law': lawPanels, 'library/article': articlePanels },
  formInputs: { 'library/law': lawInputs },
  lenses: { 'library/law': lawLenses, 'library/article': articleLenses },
};
