import type { ArticleNumber } from './article-number.ts';

/** The parts of an article that are compared between versions. */
export interface ComparedArticle extends ArticleNumber {
  readonly text: string | null;
}

/** An article in two versions of a law; undefined: it was added, or removed. */
export interface ArticlePair<A extends ComparedArticle> {
  readonly before?: A;
  readonly after?: A;
}

/** Similarity (0 to 1) from which two articles of one number, or of different numbers, are the same article. */
const sameNumber = 0.3;
const otherNumber = 0.55;
/** Comparisons of texts at most: of two long laws without anything in common, all pairs take many seconds. */
const mostCompared = 100_000;

/**
 * Which article of one version became which of the other. An amendment that inserts articles renumbers those behind them,
 * so that the wording decides: equal texts, then the same number with a similar text, then the most similar text. In
 * the order of the later version; removed articles stand where they were.
 */
export function alignArticles<A extends ComparedArticle>(before: readonly A[], after: readonly A[]): ArticlePair<A>[] {
  const partner = new Map<A, A>();
  const left = new Set(before);
  const take = (one: A, old: A) => {
    partner.set(one, old);
    left.delete(old);
  };
  const open = () => after.filter((one) => !partner.has(one));
  const byText = groupBy(before.filter(isFilled), ({ text }) => text);
  for (const one of after) {
    const equal = (isFilled(one) ? (byText.get(one.text) ?? []) : []).filter((old) => left.has(old));
    const old = equal.find((each) => hasNumberOf(each, one)) ?? equal[0];
    if (old) take(one, old);
  }
  const byNumber = groupBy(before, numberOf);
  for (const one of open()) {
    const old = byNumber.get(numberOf(one))?.find((each) => left.has(each));
    if (old && (!isFilled(one) || !isFilled(old) || similarityOf(one, old) >= sameNumber)) take(one, old);
  }
  const pairs = comparedPairs(open(), [...left])
    .map(([one, old]) => ({ one, old, similarity: similarityOf(one, old) }))
    .filter(({ similarity }) => similarity >= otherNumber)
    .toSorted((first, second) => second.similarity - first.similarity);
  for (const { one, old } of pairs) if (!partner.has(one) && left.has(old)) take(one, old);
  return inOrder(before, after, partner, left);
}

/** Pairs of articles to be compared: all, or of long lists those that stand near each other. */
function comparedPairs<A>(after: readonly A[], before: readonly A[]): (readonly [A, A])[] {
  const near = Math.max(1, Math.floor(mostCompared / Math.max(1, after.length)));
  return after.flatMap((one, at) => {
    const middle = Math.round((at / after.length) * before.length);
    const from = Math.max(0, Math.min(middle - Math.floor(near / 2), before.length - near));
    return before.slice(from, from + near).map((old) => [one, old] as const);
  });
}

function inOrder<A extends ComparedArticle>(
  before: readonly A[],
  after: readonly A[],
  partner: ReadonlyMap<A, A>,
  removed: ReadonlySet<A>,
): ArticlePair<A>[] {
  const place = new Map(before.map((one, at) => [one, at]));
  const pairs: ArticlePair<A>[] = [];
  let at = 0;
  const addRemoved = (until: number) => {
    for (; at < until; at++) {
      const old = before[at];
      if (old && removed.has(old)) pairs.push({ before: old });
    }
  };
  for (const one of after) {
    const old = partner.get(one);
    if (old) addRemoved(place.get(old) ?? 0);
    pairs.push(old ? { before: old, after: one } : { after: one });
  }
  addRemoved(before.length);
  return pairs;
}

const isFilled = ({ text }: ComparedArticle): boolean => text !== null && text !== '';
const numberOf = ({ number, inserted }: ArticleNumber): string => `${number}-${inserted}`;
const hasNumberOf = (one: ArticleNumber, other: ArticleNumber): boolean => numberOf(one) === numberOf(other);

function groupBy<A, K>(list: readonly A[], keyOf: (one: A) => K): ReadonlyMap<K, A[]> {
  const groups = new Map<K, A[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

const pairsOf = new WeakMap<ComparedArticle, ReadonlySet<string>>();
/** Pairs of neighbouring characters of a text. */
function characterPairs(one: ComparedArticle): ReadonlySet<string> {
  const cached = pairsOf.get(one);
  if (cached) return cached;
  const text = (one.text ?? '').replace(/\s/g, '');
  const pairs = new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
  pairsOf.set(one, pairs);
  return pairs;
}

/** Share of pairs of characters that two texts have in common (Dice). */
function similarityOf(one: ComparedArticle, other: ComparedArticle): number {
  const [first, second] = [characterPairs(one), characterPairs(other)];
  if (first.size + second.size === 0) return 0;
  // not worth counting: even if the shorter is contained in the longer
  if ((2 * Math.min(first.size, second.size)) / (first.size + second.size) < sameNumber) return 0;
  let common = 0;
  for (const pair of first) if (second.has(pair)) common++;
  return (2 * common) / (first.size + second.size);
}
