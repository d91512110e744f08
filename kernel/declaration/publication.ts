import type { RowCondition } from './row-condition.ts';

/**
 * What of a resource everybody may read without signing in: `GET /api/<module>.<resource>/published`, its files for open
 * data, and its page below `/open/`. A row that no longer meets `when` is gone with the next call.
 */
export interface Publication<F extends string = string, M extends string = string> {
  /** Conditions that a row must meet, all of them. */
  readonly when: readonly RowCondition[];
  /** The only fields that are published, in order; nothing else can be filtered or sorted by. */
  readonly fields: readonly F[];
  /** Names, mobiles and other numbers of persons that are published in full; others appear masked. */
  readonly inFull?: readonly F[];
  /**
   * Moves that publish. They are refused while the text of a published field has an identity number, a mobile or a bank
   * card; so are edits of a row that meets `when`.
   */
  readonly moves?: readonly M[];
  /** Switch among the inputs of these moves by which an officer publishes such a text nevertheless. */
  readonly override?: string;
}
