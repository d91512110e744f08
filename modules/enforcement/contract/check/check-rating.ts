import { field } from '#kernel/field/field.ts';
import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** What an enterprise says of a check. */
export const ratingTags = {
  polite: text('文明规范', 'Polite and proper'),
  credentials: text('主动亮证', 'Showed credentials'),
  explained: text('讲解清楚', 'Explained clearly'),
  efficient: text('不影响经营', 'Did not disturb business'),
  unshown: text('未出示证件', 'No credentials shown'),
  beyond: text('超出检查事项', 'Went beyond the items'),
  repeated: text('重复检查', 'Checked repeatedly'),
  rude: text('态度生硬', 'Rude'),
} as const;

/** Ratings of a group are shown from this number on, so that nobody can be found out. */
export const fewestRatings = 5;

/** The form with which an enterprise rates a check. */
export const ratingForm = {
  score: field.integer(text('评分', 'Score'), { required: true, min: 1, max: 5 }),
  tags: field.checkbox(text('印象', 'Impressions'), { options: ratingTags }),
} as const;

/** Ratings of a department in a quarter. */
export interface RatingGroup {
  readonly department: string;
  /** `2026Q4`. */
  readonly quarter: string;
  readonly n: number;
  /** Mean score; null where there are too few ratings. */
  readonly score: number | null;
  readonly tags: readonly { readonly tag: string; readonly n: number }[];
}

/** Where supervisors read how enterprises rate checks. Officers of checks never do. */
export const checkRatingsScreen = {
  name: 'enforcement/checkRatings',
  label: text('检查评价', 'Ratings of checks'),
  icon: 'star',
} as const satisfies Screen;
