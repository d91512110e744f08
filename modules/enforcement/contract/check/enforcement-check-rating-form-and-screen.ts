import { field } from '#kernel/field/field.ts';
import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** What an enterprise says of a check. */
export const checkRatingTags = {
  polite: text('文明规范', 'Polite and proper'),
  credentials: text('主动亮证', 'Showed credentials'),
  explained: text('讲解清楚', 'Explained clearly'),
  efficient: text('不影响经营', 'Did not disturb business'),
  unshown: text('未出示证件', 'No credentials shown'),
  beyond: text('超出检查事项', 'Went beyond the items'),
  repeated: text('重复检查', 'Checked repeatedly'),
  rude: text('态度生硬', 'Rude'),
} as const;

export const checkRatingScores = {
  1: text('1 很不满意', '1 very poor'),
  2: text('2 不满意', '2 poor'),
  3: text('3 一般', '3 fair'),
  4: text('4 满意', '4 good'),
  5: text('5 很满意', '5 very good'),
} as const;

/** Ratings become readable together in groups of at least this number, so that nobody can be found out. */
export const minCheckRatingsReleasedTogether = 5;

/** The form with which an enterprise rates a check. */
export const checkRatingForm = {
  score: field.radio(text('评分', 'Score'), { required: true, options: checkRatingScores }),
  tags: field.checkbox(text('印象', 'Impressions'), { options: checkRatingTags }),
} as const;

/** Ratings of a department in a quarter. */
export interface RatingsOfDepartmentInQuarter {
  readonly department: string;
  /** `2026Q4`. */
  readonly quarter: string;
  /** Ratings, and those of them that are readable. */
  readonly n: number;
  readonly released: number;
  /** Mean score of the readable ones; null: there are none yet. */
  readonly score: number | null;
  readonly tags: readonly { readonly tag: string; readonly n: number }[];
}

/** Where supervisors read how enterprises rate checks. Officers of checks never do. */
export const ratingsOfEnforcementChecksScreen = {
  name: 'enforcement/checkRatings',
  label: text('检查评价', 'Ratings of checks'),
  icon: 'star',
} as const satisfies Screen;
