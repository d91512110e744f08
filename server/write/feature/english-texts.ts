import { englishColumns } from '../field/bilingual-texts.ts';
import type { WriteFeature } from './phases.ts';

/** English columns of texts: set with texts of the platform, emptied when a person writes. */
export const englishTexts: WriteFeature = {
  plan: ({ resource, order: { english = {} } }) => ({
    columns: ({ values }) => englishColumns(resource, values, english),
  }),
};
