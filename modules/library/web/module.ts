import type { WebModule } from '#web/shell/module/web-module.ts';
import {
  discretionStandardFormInputs,
  discretionStandardRecordPanels,
} from './discretion/discretion-standard-form-inputs-and-record-panels.ts';
import {
  articleSearchOnArticleList,
  articleSearchOnLawList,
  lawArticleRecordPanels,
  lawFormInputs,
  lawRecordPanels,
} from './law/law-form-inputs-record-panels-and-article-search.ts';

export const libraryWeb: WebModule = {
  name: 'library',
  recordPanels: {
    'library/law': lawRecordPanels,
    'library/article': lawArticleRecordPanels,
    'library/discretion': discretionStandardRecordPanels,
  },
  formInputs: { 'library/law': lawFormInputs, 'library/discretion': discretionStandardFormInputs },
  lenses: { 'library/law': articleSearchOnLawList, 'library/article': articleSearchOnArticleList },
};
