import type { Text } from '#kernel/text/text.ts';
import type { RiskScoreComponentName } from './risk-score-components-and-limits.ts';

/** Something that adds points to a score, with the rows that it counts. */
export interface RiskContribution {
  readonly name: string;
  readonly part: RiskScoreComponentName;
  readonly label: Text;
  /** With `{n}` for the number of rows. */
  readonly because: Text;
  readonly points: number;
  readonly n: number;
  /** The resource of the rows; empty: none to show. */
  readonly of: string;
  readonly rows: readonly number[];
}

/** `GET risk.score/explain`: how the score of an enterprise is composed. */
export interface RiskExplanation {
  /** Of the row of `risk/score`. */
  readonly id: number;
  readonly score: number;
  readonly risk_class: string;
  readonly measured_class: string;
  /** Unix seconds; 0 before the first computation. */
  readonly measured_at: number;
  /** The class is B because the enterprise is new, although its score is lower. */
  readonly is_new: boolean;
  readonly new_days: number;
  readonly override: { readonly until: string; readonly reason: string } | null;
  readonly parts: readonly {
    readonly part: RiskScoreComponentName;
    readonly most: number;
    readonly measured: boolean;
  }[];
  /** The largest first, at most five. */
  readonly contributions: readonly RiskContribution[];
  /** Days on which score or class changed. */
  readonly history: readonly { readonly day: string; readonly score: number; readonly risk_class: string }[];
}
