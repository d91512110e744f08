/** The characters and bigrams of a word, by which similarity is measured. */
function partsOf(word: string): Set<string> {
  const letters = [...word.normalize('NFKC').toLowerCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));
  return new Set([...letters, ...letters.slice(1).map((one, at) => `${letters[at]}${one}`)]);
}

/** The similarity of two words from 0 to 1 (Dice coefficient). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const part of one) if (other.has(part)) shared += 1;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** Below this, two words have at most one letter in common. */
const least = 0.2;

/** The candidates that are most similar to a text, the best first. Empty: none is similar. */
export function findSimilarTexts(written: string, candidates: readonly string[], most = 3): string[] {
  const parts = partsOf(written);
  return [...new Set(candidates)]
    .map((word) => ({ word, like: likeness(parts, partsOf(word)) }))
    .filter(({ like }) => like >= least)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, most)
    .map(({ word }) => word);
}
