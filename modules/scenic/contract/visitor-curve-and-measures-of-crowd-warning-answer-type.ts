import type { WarningBasis } from './spot-grade-crowd-level-and-gate-options.ts';

/** `GET scenic.warning/course {id}`: what a warning was about, for its curve. Moments are unix seconds. */
export interface VisitorCurveAroundWarning {
  readonly against: number;
  readonly basis: WarningBasis;
  /** The flow from an hour before until an hour after, by five minutes; without readings there is a gap. */
  readonly points: readonly { readonly at: number; readonly n: number }[];
  /** Changes of the level meanwhile. */
  readonly levels: readonly { readonly at: number; readonly level: number }[];
  /** What was expected when the warning was raised, by the hour; only of a warning on a forecast. */
  readonly expected: readonly { readonly at: number; readonly n: number }[];
  /** What was done, by the name of the move. */
  readonly acts: readonly { readonly at: number; readonly move: string; readonly by: string }[];
}

/** Seconds of a point of the curve. */
export const secondsPerCurvePoint = 300;
