import type { RowCondition } from './row-condition-and-move-guard.ts';

/**
 * The part of a resource that everybody may read without signing in, through `GET /api/<module>.<resource>/published`,
 * its open-data files and its page below `/open/`. A row that no longer meets `when` disappears with the next call.
 */
export interface Publication<F extends string = string, M extends string = string> {
  /** Conditions that a row must meet, all of them. */
  readonly when: readonly RowCondition[];
  /** The only fields that are published, in order; nothing else can be filtered or sorted by. */
  readonly fields: readonly F[];
  /** Fields with names or numbers of persons that are published in full. All other such fields are masked. */
  readonly inFull?: readonly F[];
  /**
   * The moves that publish a row. They are refused while a published text field contains an identity number, a mobile
   * number or a bank card number, and so are edits of a row that meets `when`.
   */
  readonly moves?: readonly M[];
  /** The switch among the inputs of these moves with which an officer publishes such a text all the same. */
  readonly override?: string;
}
