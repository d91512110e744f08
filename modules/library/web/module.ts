import type { WebModule } from '#web/shell/module/web-module.ts';
import { discretionInputs, discretionPanels } from './discretion/discretion-inputs-and-panels.ts';
import {
  articleListViews,
  articlePanels,
  lawInputs,
  lawListViews,
  lawPanels,
} from './law/law-inputs-panels-and-list-views.ts';

export const libraryWeb: WebModule = {
  name: 'library',
  recordPanels: {
    'library/law': lawPanels,
    'library/article': articlePanels,
    'library/discretion': discretionPanels,
  },
  formInputs: { 'library/law': lawInputs, 'library/discretion': discretionInputs },
  lenses: { 'library/law': lawListViews, 'library/article': articleListViews },
};
