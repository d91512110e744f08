/** Words that ask without saying what: they would find every question. */
const asking =
  /怎么样|怎么办|怎么|怎样|如何|为什么|是什么|什么是|什么|哪里|哪儿|在哪|能不能|可以|请问|吗|呢|的|\b(?:how|do|does|did|can|could|i|to|the|a|an|is|are|what|where|why|my|in|of|for)\b/g;

/** The content words of a question, in lower case: `怎么添加导游？` → `添加导游`. The question itself if nothing else is left. */
export function extractContentTerms(query: string): string {
  const plain = query
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const terms = plain.replaceAll(asking, ' ').replaceAll(/\s+/g, ' ').trim();
  return terms === '' ? plain : terms;
}

/** Wordings that are looked for at most: more of them would be slow, and find what was not meant. */
const most = 12;
/** Characters of a wording at most: words of words would make it ever longer. */
const longest = 120;

/**
 * A question in other words: each word that has others of one meaning is replaced by each of these.
 *
 * @param groups words of one meaning, in lower case
 */
export function expandHelpQueryWithSynonyms(query: string, groups: readonly (readonly string[])[]): readonly string[] {
  const terms = extractContentTerms(query);
  const variants = new Set([terms]);
  for (const group of groups) {
    // a single character occurs in too many words
    const wordings = group.filter((word) => [...word].length > 1);
    const found = wordings.find((word) => terms.includes(word));
    if (found === undefined) continue;
    for (const existing of [...variants])
      for (const word of wordings) {
        if (variants.size >= most) return [...variants];
        const variant = word === found ? existing : existing.replaceAll(found, word);
        if (variant.length <= longest) variants.add(variant);
      }
  }
  return [...variants];
}
