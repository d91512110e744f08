import type { CyclePeriod } from './periods-of-recurring-check-cycle.ts';
import type { CheckCycleSkipReason } from './recurring-check-period-assignment-and-skip-options.ts';

/** An enterprise in a period of a cycle. */
export interface EnterpriseInCyclePeriod {
  readonly id: number;
  readonly name: string;
  readonly area: string;
  readonly risk: string;
  /** Empty: it is checked. */
  readonly skipped: CheckCycleSkipReason | '';
  /** The planned day; empty if skipped. */
  readonly day: string;
  readonly officers: readonly string[];
  /** The check, once it is drafted; 0 before. */
  readonly check: number;
}

/** `GET enforcement.cycle/preview`: the periods of a year, and what happens in one of them. */
export interface CyclePreview {
  readonly periods: readonly CyclePeriod[];
  /** The period described by the rest; null if there is none within a year. */
  readonly period: CyclePeriod | null;
  readonly planned: number;
  readonly skipped: readonly { readonly why: CheckCycleSkipReason; readonly n: number }[];
  readonly days: readonly { readonly day: string; readonly n: number }[];
  /** Of the chosen day, or the skipped ones; at most a hundred. */
  readonly rows: readonly EnterpriseInCyclePeriod[];
}
