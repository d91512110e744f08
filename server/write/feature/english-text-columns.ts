import { englishColumns } from '../field/bilingual-values.ts';
import type { WriteFeature } from './write-phases.ts';

/** English columns of texts: set with texts of the platform, emptied when a person writes. */
export const englishTextColumns: WriteFeature = {
  plan: ({ resource, order: { english = {} } }) => ({
    columns: ({ values }) => englishColumns(resource, values, english),
  }),
};
