import type { Text } from '../text/text.ts';
import type { RowCondition } from './row-condition.ts';

/** A document of a row: its label, and the field with its kind if there are several. */
export interface ExpiringDocument extends Text {
  readonly named?: string;
}

/** Documents of a row that end on a day: they expire on that day, and people are reminded beforehand. */
export interface DocumentExpiry<N extends string = string, S extends string = string> {
  /** By the name of the field with their last day. */
  readonly papers: Readonly<Partial<Record<N, ExpiringDocument>>>;
  /** States in which they count. Default: all. */
  readonly in?: readonly S[];
  /**
   * The select that the server sets when a document expires. Any other value was set by somebody's decision and is not
   * overwritten.
   */
  readonly validity?: N;
  /** Days before the end from which they count as expiring. Default: 30. */
  readonly soon?: number;
  /** Field with the number for text messages, of the row or of its parent. */
  readonly mobile: string;
  /** For personal documents: the field with the account, and the screen below `/user` on which its owner opens them. */
  readonly own?: { readonly by: N; readonly to: string };
  /** Action or move whose holders among the officers are reminded of the documents in their county. */
  readonly office: string;
  /**
   * Skipped when the same document is also a row of this resource with the same last day; the reminder is then sent for
   * that row.
   */
  readonly unless?: {
    readonly of: string;
    readonly by: string;
    readonly day: string;
    readonly where: readonly RowCondition[];
  };
}
