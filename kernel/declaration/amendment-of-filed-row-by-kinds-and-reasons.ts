import type { Text } from '../text/text.ts';

/**
 * How rows are changed once they are on file. The caller names the kinds of the amendment and the reasons, and can then
 * change only the fields that these kinds open. On the wire it is an `edit` that also contains kinds and reasons.
 */
export interface AmendmentRules<N extends string = string, S extends string = string> {
  /** The states in which a row is on file. Every change in these states is an amendment. */
  readonly in: readonly S[];
  /** Label of the button: 变更行程. */
  readonly label: Text;
  /** The field with the kinds of an amendment, of which several can be chosen. */
  readonly by: N;
  /** The fields that each kind opens. */
  readonly kinds: Readonly<Record<string, readonly N[]>>;
  /**
   * The fields with the reasons. They are required in each amendment, and free text has to be entered again each time.
   */
  readonly reasons: readonly N[];
  /**
   * Fields that belong to an amendment and are written only with one, if its kinds open them: for instance a signed
   * consent.
   */
  readonly attached?: readonly N[];
}
