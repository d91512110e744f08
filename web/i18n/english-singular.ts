import type { Text } from '#kernel/text/text.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';

/** Irregular plurals. */
const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  news: 'news',
  data: 'data',
  details: 'details',
  remarks: 'remarks',
};

/** The noun ends before these words: “findings on a team”, “appeals against checks”. */
const after = / (?:of|for|from|to|against|asked|without|seen|with|on|in) /i;

function oneWord(word: string): string {
  const plural = irregular[word.toLowerCase()];
  if (plural !== undefined) return plural;
  if (/[^aeiou]ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  if (/(?:ss|sh|ch|x|z)es$/i.test(word)) return word.slice(0, -2);
  return /[^su]s$/i.test(word) ? word.slice(0, -1) : word;
}

/** Singular of an English label, in its own capitalisation: “Contract numbers” → “Contract number”. */
function oneOfMany(label: string): string {
  const at = after.exec(`${label} `)?.index ?? label.length;
  const parts = label.slice(0, at).split(' ');
  const last = parts.length - 1;
  const one = parts.map((word, place) => (place === last || parts[place + 1] === 'and' ? oneWord(word) : word));
  return one.join(' ') + label.slice(at);
}

/**
 * Singular of an English label inside a sentence: “Reward policies” → “reward policy”. Acronyms keep their capitals.
 */
export function englishSingular(label: string): string {
  const at = after.exec(`${label} `)?.index ?? label.length;
  const small = label
    .slice(0, at)
    .split(' ')
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word));
  return oneOfMany(small.join(' ') + label.slice(at));
}

/** Name of one row of a resource; Chinese has no plural. */
export const translateSingular = (label: Text): string =>
  currentLocale() === 'en' ? englishSingular(label.en) : translate(label);

/** Singular of the label of a field with several values, for searching by one value. */
export const singularLabel = (label: Text): string =>
  currentLocale() === 'en' ? oneOfMany(label.en) : translate(label);
