import type { Text } from '../text/text.ts';
import type { FieldCheck } from './field-check.ts';

/** A paper of a row: what it is called, and the field that says which of several kinds it is. */
export interface ExpiringPaper extends Text {
  readonly named?: string;
}

/** Papers of a row that end on a day: the day makes them expire, and it is told of in time. */
export interface Expiry<N extends string = string, S extends string = string> {
  /** By the field with their last day. */
  readonly papers: Readonly<Partial<Record<N, ExpiringPaper>>>;
  /** States in which they count; in all unless told. */
  readonly in?: readonly S[];
  /**
   * The field that holds what the day makes of them (a select written by the server); who set it to anything else
   * decided that, and the day leaves it alone.
   */
  readonly validity?: N;
  /** Days before their end they are called expiring; 30 unless told. */
  readonly soon?: number;
  /** Field with the number a text message goes to, of the row or of what it is part of. */
  readonly mobile: string;
  /** Whose own papers they are, by the field with the account, and the screen of theirs, below `/user`, they open it from. */
  readonly own?: { readonly by: N; readonly to: string };
  /** Officers who may do this, an action or a move, hear of those of their county. */
  readonly office: string;
  /** The same paper is a row of its own there, with the same last day, and told of as that. */
  readonly unless?: {
    readonly of: string;
    readonly by: string;
    readonly day: string;
    readonly where: readonly FieldCheck[];
  };
}
