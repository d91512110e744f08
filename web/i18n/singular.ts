import type { Text } from '#kernel/text.ts';
import { currentLocale, speak } from '#web/i18n/locale.ts';

/** Words whose one is not made by rule. */
const irregular: Readonly<Record<string, string>> = { people: 'person', news: 'news', data: 'data' };

/** Where what comes after belongs to the word before: “findings on a team”, “coaches without a team”. */
const after = / (?:of|for|from|asked|without|seen|with|on|in) /i;

function oneWord(word: string): string {
  const known = irregular[word.toLowerCase()];
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  if (/(?:ss|sh|ch|x|z)es$/i.test(word)) return word.slice(0, -2);
  return /[^su]s$/i.test(word) ? word.slice(0, -1) : word;
}

/** One of what an English label names: “Reward policies” → “reward policy”. Names in capitals keep them. */
export function singular(label: string): string {
  const at = after.exec(`${label} `)?.index ?? label.length;
  const words = label.slice(0, at).split(' ');
  const last = words.length - 1;
  const small = words.map((word, place) => {
    const one = place === last || words[place + 1] === 'and' ? oneWord(word) : word;
    return /^[A-Z][a-z]/.test(one) ? one.charAt(0).toLowerCase() + one.slice(1) : one;
  });
  return small.join(' ') + label.slice(at);
}

/** What one row goes by: Chinese tells one from many by nothing. */
export const speakOne = (label: Text): string => (currentLocale() === 'en' ? singular(label.en) : speak(label));
