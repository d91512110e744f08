import type { Text } from '#kernel/text/text.ts';
import type {
  AnomalyCode,
  RuleAction,
  Severity,
} from '../../../contract/anomaly/anomaly-codes-actions-and-severities.ts';
import type { TeamSnapshot } from './team-snapshot-type.ts';

/** A finding before it is stored. */
export interface FindingOfRule {
  /** Description with numbers and names. */
  readonly seen: Text;
  /** Field of the itinerary it concerns. */
  readonly field?: string;
  /** Where it differs from that of the rule. */
  readonly severity?: Severity;
}

export interface AnomalyFinding extends FindingOfRule {
  readonly code: AnomalyCode;
  readonly severity: Severity;
  readonly action: RuleAction;
  readonly article: Text;
}

/** A rule with its default parameters, which areas may change. */
export interface AnomalyRule<P extends Readonly<Record<string, number>> = Readonly<Record<string, number>>> {
  readonly code: AnomalyCode;
  readonly severity: Severity;
  readonly action: RuleAction;
  /** Legal basis. */
  readonly article: Text;
  readonly parameters: P;
  find(team: TeamSnapshot, parameters: P): readonly FindingOfRule[];
}

/** Declares a rule with the types of its parameters. */
export const declareAnomalyRule = <const P extends Readonly<Record<string, number>>>(
  one: AnomalyRule<P>,
): AnomalyRule<P> => one;
