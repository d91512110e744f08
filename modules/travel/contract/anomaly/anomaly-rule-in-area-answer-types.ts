import type { Text } from '#kernel/text/text.ts';
import type { AnomalyCode, RuleAction, Severity } from './anomaly-codes-actions-and-severities.ts';
import type { AreaThresholdName } from './area-threshold-bounds.ts';

/** How officers judged the findings of a rule. */
export interface JudgedFindingCounts {
  readonly confirmed: number;
  readonly false_alarm: number;
}

/** A threshold of a rule in an area, and where its value comes from. */
export interface ThresholdInArea {
  readonly name: AreaThresholdName;
  readonly value: number;
  /** Value from the settings, else the default of the rule. */
  readonly usual: number;
  /** The area whose value applies; null: the settings. */
  readonly area: { readonly code: string; readonly name: string } | null;
  /** The threshold row of the requested area itself, to edit; null where the value comes from elsewhere. */
  readonly own: { readonly id: number; readonly version: number } | null;
}

/** A rule as it applies in an area, with its precision there (`GET travel.threshold/rules`). */
export interface AnomalyRuleInArea {
  readonly code: AnomalyCode;
  readonly severity: Severity;
  readonly action: RuleAction;
  readonly rests: boolean;
  readonly article: Text;
  readonly thresholds: readonly ThresholdInArea[];
  readonly judged: JudgedFindingCounts;
  readonly open: number;
  readonly areas: readonly (JudgedFindingCounts & { readonly code: string; readonly name: string })[];
}

/** Share of judged findings that were confirmed, in percent; undefined where none was judged. */
export const precisionOfRule = ({ confirmed, false_alarm }: JudgedFindingCounts): number | undefined =>
  confirmed + false_alarm === 0 ? undefined : Math.round((confirmed * 100) / (confirmed + false_alarm));

/** Judged findings needed before a share means anything. */
export const minJudgedCount = 10;
/** Below this precision, in percent, the thresholds of a rule should be reviewed. */
export const poorPrecisionPercent = 50;
