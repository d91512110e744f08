import { englishColumns } from '../field/platform-text.ts';
import type { WriteFeature } from './phases.ts';

/** Texts with a column for their English: stored with those of the platform, emptied where a person writes. */
export const englishTexts: WriteFeature = {
  plan: ({ resource, order: { english = {} } }) => ({
    columns: ({ values }) => englishColumns(resource, values, english),
  }),
};
