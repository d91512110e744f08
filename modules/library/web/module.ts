import type { WebModule } from '#web/shell/module/web-module.ts';
import { discretionInputs, discretionPanels } from './discretion/discretion-inputs-and-panels.ts';
import { articleLenses, articlePanels, lawInputs, lawLenses, lawPanels } from './law/law-inputs-panels-and-lenses.ts';

export const libraryWeb: WebModule = {
  name: 'library',
  recordPanels: {
    'library/law': lawPanels,
    'library/article': articlePanels,
    'library/discretion': discretionPanels,
  },
  formInputs: { 'library/law': lawInputs, 'library/discretion': discretionInputs },
  lenses: { 'library/law': lawLenses, 'library/article': articleLenses },
};
