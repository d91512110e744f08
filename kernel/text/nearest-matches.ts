/** Characters of a word, and its pairs of neighbours: what two words have of them in common tells how alike they are. */
function partsOf(word: string): Set<string> {
  const letters = [...word.normalize('NFKC').toLowerCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));
  return new Set([...letters, ...letters.slice(1).map((one, at) => `${letters[at]}${one}`)]);
}

/** How alike two words are, from 0 to 1: what they share, of what both have (Dice). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const part of one) if (other.has(part)) shared += 1;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** Below this two words have a letter in common at most. */
const least = 0.2;

/** The words that are most like what was written, the likest first; none where none is like it. */
export function nearestMatches(written: string, candidates: readonly string[], most = 3): string[] {
  const parts = partsOf(written);
  return [...new Set(candidates)]
    .map((word) => ({ word, like: likeness(parts, partsOf(word)) }))
    .filter(({ like }) => like >= least)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, most)
    .map(({ word }) => word);
}
