import { valuesOfEnglishColumns } from '../field/english-column-values-of-bilingual-text.ts';
import type { WriteFeature } from './write-phase-and-feature-types.ts';

/** English columns of texts: set with texts of the platform, emptied when a person writes. */
export const setOrClearEnglishColumns: WriteFeature = {
  plan: ({ resource, order: { english = {} } }) => ({
    columns: ({ values }) => valuesOfEnglishColumns(resource, values, english),
  }),
};
