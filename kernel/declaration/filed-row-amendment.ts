import type { Text } from '../text/text.ts';

/**
 * How rows on file are changed: the caller first names the kinds of the amendment and the reasons, then changes only
 * the fields that these kinds open. On the wire it is an edit that also carries these fields.
 */
export interface Amendments<N extends string = string, S extends string = string> {
  /** States in which a row is on file. Changes in these states are amendments. */
  readonly in: readonly S[];
  /** Label of the act: 变更行程. */
  readonly label: Text;
  /** The field that holds the kinds of an amendment, several of a closed set. */
  readonly by: N;
  /** The fields that each kind opens. */
  readonly kinds: Readonly<Record<string, readonly N[]>>;
  /** Fields with the reasons, required in each amendment. Free text has to be written anew each time. */
  readonly reasons: readonly N[];
  /** Fields that are written only with amendments and are opened by kinds: for instance a consent signed for one. */
  readonly attached?: readonly N[];
}
