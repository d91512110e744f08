/**
 * The code points of a text, and the same with full width and capitals folded, one for one, so that what a match
 * captures can be taken from the text as it was written.
 */
export interface FoldedText {
  readonly written: readonly string[];
  readonly folded: readonly string[];
}

/** One character without the differences of width and case; unchanged if that would be several characters. */
export function foldCharacter(character: string): string {
  const folded = character.normalize('NFKC').toLowerCase();
  return [...folded].length === 1 ? folded : character;
}

export function foldText(text: string): FoldedText {
  const written = [...text];
  return { written, folded: written.map(foldCharacter) };
}
