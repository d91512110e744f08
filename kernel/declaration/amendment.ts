import type { Text } from '../text/text.ts';

/**
 * How rows on file are changed: by an act of its own that says of which kinds it is, and why, before anything can be changed; then
 * what these kinds open is written, and nothing else. It is an edit on the wire that tells these fields as well.
 */
export interface Amendments<N extends string = string, S extends string = string> {
  /** States in which a row is on file: what is written there is an amendment. */
  readonly in: readonly S[];
  /** What it is called: 变更行程. */
  readonly label: Text;
  /** The field that says of which kinds it is: several of a closed set, */
  readonly by: N;
  /** each of which opens these fields. */
  readonly kinds: Readonly<Record<string, readonly N[]>>;
  /** Fields that say why, told with each amendment; words are written anew. */
  readonly reasons: readonly N[];
  /** Fields besides, opened by kinds, that are written with amendments alone: a consent that is signed for one. */
  readonly attached?: readonly N[];
}
