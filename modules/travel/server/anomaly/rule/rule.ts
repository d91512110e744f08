import type { Text } from '#kernel/text/text.ts';
import type { AnomalyAction, AnomalyCode, Severity } from '../../../contract/anomaly/anomaly-codes.ts';
import type { TeamSnapshot } from './snapshot.ts';

/** What a rule saw in a team. */
export interface FindingText {
  /** The numbers and names that were seen. */
  readonly seen: Text;
  /** Field of the itinerary it stands at, where there is one. */
  readonly field?: string;
  /** Graver, or milder, than the rule is in general. */
  readonly severity?: Severity;
}

export interface Finding extends FindingText {
  readonly code: AnomalyCode;
  readonly severity: Severity;
  readonly action: AnomalyAction;
  readonly article: Text;
}

/** What is looked for, with the numbers an area goes by: its parameters, which begin as the law or the ministry says. */
export interface AnomalyRule<P extends Readonly<Record<string, number>> = Readonly<Record<string, number>>> {
  readonly code: AnomalyCode;
  readonly severity: Severity;
  readonly action: AnomalyAction;
  /** What it rests on. */
  readonly article: Text;
  readonly parameters: P;
  find(team: TeamSnapshot, parameters: P): readonly FindingText[];
}

/** Declares a rule, so that its parameters keep their names. */
export const rule = <const P extends Readonly<Record<string, number>>>(one: AnomalyRule<P>): AnomalyRule<P> => one;
