import type { LexiconTermKind } from '../../contract/opinion-source-item-and-lexicon-options.ts';
import { PhraseIndex } from './find-many-phrases-in-text.ts';
import { normaliseTextForComparison } from './normalise-text-for-comparison.ts';

/** A word of the lexicon. */
export interface Term {
  readonly id: number;
  readonly word: string;
  readonly kind: LexiconTermKind;
  /** −1 to 1: what it says of a post; of a word of degree, the factor. A learnt weight comes before the entered one. */
  readonly weight: number;
}

export type Sentiment = 'positive' | 'neutral' | 'negative';

export interface ScoredText {
  /** −1 (negative) to 1 (positive). */
  readonly score: number;
  readonly sentiment: Sentiment;
  /** Keys of the words found, negated ones excepted, in the order of their first place. */
  readonly terms: readonly number[];
  /** Words that name a danger. */
  readonly sensitive: readonly string[];
}

/** From this score on a text is positive, and from its opposite on negative. */
export const sentimentThreshold = 0.2;
/** A negated word counts the other way, and for less: 不差 is no praise. */
const negated = -0.7;
/** One character directly before a word that negates it: 不安全, 没预约. */
const negatingCharacter = /[不没無无未莫]/;
/** Characters between a word of negation or degree and the one that it belongs to. */
const reach = 3;
/** What stands in the title counts for more. */
const inTitle = 1.5;
/** The sum at which the score is 0.7; one clear word makes 0.4. */
const halfway = 1;

export const lexiconOf = (terms: Iterable<Term>): PhraseIndex<Term> =>
  new PhraseIndex([...terms].map((term) => [term.word, term] as const));

export function sentimentOf(score: number): Sentiment {
  if (score >= sentimentThreshold) return 'positive';
  return score <= -sentimentThreshold ? 'negative' : 'neutral';
}

/** Scores a text by the words of a lexicon, with negation and degree. The same text and lexicon have the same score. */
export function scoreText(lexicon: PhraseIndex<Term>, title: string, content: string): ScoredText {
  const terms = new Set<number>();
  const sensitive = new Set<string>();
  let sum = 0;
  for (const [part, factor] of [
    [title, inTitle],
    [content, 1],
  ] as const) {
    let modifier = { end: Number.NEGATIVE_INFINITY, value: 1 };
    const folded = normaliseTextForComparison(part);
    for (const { at, length, value: term } of lexicon.find(folded)) {
      const isModified = at - modifier.end <= reach;
      if (term.kind === 'negation' || term.kind === 'degree') {
        const own = term.kind === 'negation' ? negated : term.weight;
        // 不太 is one negation, 非常不 another: modifiers in a row multiply
        modifier = { end: at + length, value: isModified ? modifier.value * own : own };
        continue;
      }
      const isNegated = at !== modifier.end && negatingCharacter.test(folded.charAt(at - 1));
      const by = (isModified ? modifier.value : 1) * (isNegated ? negated : 1);
      modifier = { end: Number.NEGATIVE_INFINITY, value: 1 };
      if (by > 0) terms.add(term.id);
      if (term.kind === 'sensitive' && by > 0) sensitive.add(term.word);
      sum += term.weight * by * factor;
    }
  }
  const score = Math.round((sum / Math.sqrt(sum * sum + halfway)) * 1000) / 1000 || 0;
  return { score, sentiment: sentimentOf(score), terms: [...terms], sensitive: [...sensitive] };
}

/** Labels by people that an entered weight counts for as much as. */
export const priorLabels = 10;

/**
 * The weight of a word after people have labelled posts that contain it: the mean of their labels (−1, 0, 1), in which
 * the entered weight counts as ten. It depends on the labels alone and not on their order.
 */
export const learntWeight = (entered: number, labels: { readonly count: number; readonly sum: number }): number =>
  (entered * priorLabels + labels.sum) / (priorLabels + labels.count);
