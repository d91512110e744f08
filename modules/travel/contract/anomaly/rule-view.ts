import type { Text } from '#kernel/text/text.ts';
import type { AnomalyAction, AnomalyCode, Severity } from './anomaly-codes.ts';
import type { ThresholdName } from './threshold-definitions.ts';

/** What officers said of the findings of a rule. Its precision is the share that was so. */
export interface JudgedCounts {
  readonly confirmed: number;
  readonly false_alarm: number;
}

/** A number of a rule in an area, and where it comes from. */
export interface ThresholdView {
  readonly name: ThresholdName;
  readonly value: number;
  /** Where the rule itself, or the settings, begin. */
  readonly usual: number;
  /** The area that set it; null: the settings. */
  readonly area: { readonly code: string; readonly name: string } | null;
  /** The row to edit where the area asked for has one of its own. */
  readonly own: { readonly id: number; readonly version: number } | null;
}

/** A rule as it holds in an area, with how good it is there (`GET travel.threshold/rules`). */
export interface RuleView {
  readonly code: AnomalyCode;
  readonly severity: Severity;
  readonly action: AnomalyAction;
  readonly rests: boolean;
  readonly article: Text;
  readonly thresholds: readonly ThresholdView[];
  readonly judged: JudgedCounts;
  readonly open: number;
  readonly areas: readonly (JudgedCounts & { readonly code: string; readonly name: string })[];
}

/** Share of findings that were so, in percent; undefined where nobody looked at any. */
export const precisionOf = ({ confirmed, false_alarm }: JudgedCounts): number | undefined =>
  confirmed + false_alarm === 0 ? undefined : Math.round((confirmed * 100) / (confirmed + false_alarm));

/** As many have to be looked at before a share says something. */
export const minJudgedCount = 10;
/** A rule that is right less often than this is worth another threshold. */
export const poorPrecisionPercent = 50;
