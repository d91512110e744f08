import { normaliseTextForComparison } from './normalise-text-for-comparison.ts';

/** A phrase in a text. */
export interface PhraseMatch<V> {
  /** Index in the folded text, and the length of the phrase there. */
  readonly at: number;
  readonly length: number;
  readonly value: V;
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * Finds many phrases in a text in one pass, the longest at each place. The time depends on the text and on the number of
 * different lengths, and not on the number of phrases, so that a name that thousands begin with costs nothing.
 */
export class PhraseIndex<V> {
  readonly #values = new Map<string, V>();
  /** Lengths of the phrases with the same first two characters, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  /** Phrases of one character are left out. Of equal phrases the first counts. */
  constructor(phrases: Iterable<readonly [phrase: string, value: V]>) {
    for (const [phrase, value] of phrases) {
      const folded = normaliseTextForComparison(phrase).trim();
      if (folded.length < 2 || this.#values.has(folded)) continue;
      this.#values.set(folded, value);
      const lengths = this.#lengths.get(folded.slice(0, 2)) ?? [];
      if (!lengths.includes(folded.length)) lengths.push(folded.length);
      this.#lengths.set(folded.slice(0, 2), lengths);
    }
    for (const lengths of this.#lengths.values()) lengths.sort((one, other) => other - one);
  }

  get size(): number {
    return this.#values.size;
  }

  /** The phrases in a folded text, from left to right and without overlaps. Latin ones are found as whole words. */
  *find(folded: string): Generator<PhraseMatch<V>> {
    for (let at = 0; at < folded.length - 1; at++) {
      const length = this.#lengths.get(folded.slice(at, at + 2))?.find((one) => this.#isAt(folded, at, one));
      if (length === undefined) continue;
      yield { at, length, value: this.#values.get(folded.slice(at, at + length)) as V };
      at += length - 1;
    }
  }

  #isAt(folded: string, at: number, length: number): boolean {
    if (at + length > folded.length || !this.#values.has(folded.slice(at, at + length))) return false;
    const cuts = (edge: number) => isLetter(folded.charCodeAt(edge - 1)) && isLetter(folded.charCodeAt(edge));
    return !cuts(at) && !cuts(at + length);
  }
}
