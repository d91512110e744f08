import type { Text } from '#kernel/text/text.ts';

export const riskClassNames = ['A', 'B', 'C', 'D'] as const;

/** `GET risk.model/preview`: what other weights would change, at the end of a month or now. */
export interface RiskWeightsPreview {
  /** The day for which it was computed. */
  readonly day: string;
  readonly enterprises: number;
  readonly moved: number;
  /** Enterprises by present class (rows A to D) and class under the draft (columns A to D). */
  readonly matrix: readonly (readonly number[])[];
  /** What was not on record yet on that day. */
  readonly missing: readonly Text[];
}
