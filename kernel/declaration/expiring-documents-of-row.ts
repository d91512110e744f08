import type { Text } from '../text/text.ts';
import type { RowCondition } from './row-condition-and-move-guard.ts';

/**
 * The label of a document that a row has. `named` is the select field with the kind of document, if there are several
 * kinds.
 */
export interface ExpiringDocument extends Text {
  readonly named?: string;
}

/** Documents of a row that are valid until a day. They expire after that day, and people are reminded beforehand. */
export interface DocumentExpiry<N extends string = string, S extends string = string> {
  /** The documents, by the name of the date field with their last day. */
  readonly papers: Readonly<Partial<Record<N, ExpiringDocument>>>;
  /** The states of the row in which its documents are watched. Default: all. */
  readonly in?: readonly S[];
  /**
   * The select field that the server changes when a document expires. A value that a person's decision has set is not
   * overwritten.
   */
  readonly validity?: N;
  /** How many days before its last day a document counts as expiring. Default: 30. */
  readonly soon?: number;
  /** The field with the mobile number for reminders, in the row or its parent row. */
  readonly mobile: string;
  /**
   * For documents of a person: the field with the person's account, and the screen below `/user` on which the person
   * opens them.
   */
  readonly own?: { readonly by: N; readonly to: string };
  /**
   * The action or move whose permission makes an officer receive reminders about the documents in the officer's county.
   */
  readonly office: string;
  /**
   * No reminder is sent for a document that is also a row of this other resource with the same last day, because that
   * row is reminded of.
   */
  readonly unless?: {
    readonly of: string;
    readonly by: string;
    readonly day: string;
    readonly where: readonly RowCondition[];
  };
}
