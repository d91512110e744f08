import type { Text } from '#kernel/text/text.ts';
import type { Sql } from '#server/db/sql.ts';

/** The parts of the risk score of an enterprise (domain reference §4.4), each worth so many of 100 points. */
export type RiskScorePart = 'industry' | 'credit' | 'complaints' | 'findings' | 'overdue' | 'itinerary';

/** What the select of a contributor may use. */
export interface RiskInputs {
  /** The moment for which the score is computed, a `timestamptz`; rows that came later do not count. */
  readonly asOf: Sql;
  /** Days after which an event counts half. */
  readonly halfLife: Sql;
  /** Key of the weights in use (`risk/model`). */
  readonly model: Sql;
  /** Condition that a column with the key of an enterprise is one of those whose score is computed. */
  one(enterprise: Sql): Sql;
}

/**
 * What a module knows of the risk of enterprises, for the score that the risk module combines. A part that no module
 * contributes to is shown as not measured, and counts 0.
 */
export interface RiskContributor {
  /** `travel.findings` */
  readonly name: string;
  readonly part: RiskScorePart;
  readonly label: Text;
  /** Why it counts, with `{n}` for the number of rows: `text('近期的行程异常 {n} 条', …)`. */
  readonly because: Text;
  /** The resource whose rows count. */
  readonly of?: string;
  /** An enterprise with rows of it is in this class or a riskier one, whatever its score. */
  readonly atLeast?: 'B' | 'C' | 'D';
  /** Selects the moment from which its rows are on record. Without it, it is the same at any time. */
  readonly since?: Sql;
  /**
   * Selects, for every enterprise that has some: `enterprise_id`, `share` of the points of the part (a number from 0; more
   * than 1 counts as 1), `n` (rows), and `row_ids` (`bigint[]`, some twenty, those that weigh most first).
   */
  select(inputs: RiskInputs): Sql;
}
