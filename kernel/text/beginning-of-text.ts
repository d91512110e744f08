const sentenceEnd = /[。！？!?…][”’」』）)]*|\.(?=\s)/g;

/**
 * The beginning of a plain text as one line of at most `most` characters: up to the end of a sentence if one ends in the second
 * half, otherwise up to the end of a word, with an ellipsis.
 */
export function beginningOfText(plain: string, most: number): string {
  const line = plain.replace(/\s+/g, ' ').trim();
  if ([...line].length <= most) return line;
  // one more shows whether a full stop is followed by a space
  const part = [...line].slice(0, most + 1).join('');
  const sentences = [...part.matchAll(sentenceEnd)].map(({ 0: sign, index }) => part.slice(0, index + sign.length));
  const whole = sentences.findLast((sentence) => [...sentence].length <= most);
  if (whole !== undefined && [...whole].length >= most / 2) return whole;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('zh-cn', { granularity: 'word' }).segment(line)) {
    // the ellipsis counts too
    if ([...cut].length + [...segment].length >= most) break;
    cut += segment;
  }
  return `${cut.replace(/[\s，、；：,;:—-]+$/u, '') || [...line].slice(0, most - 1).join('')}…`;
}
