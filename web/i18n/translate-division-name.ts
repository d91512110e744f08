import { currentLocale } from './locale.ts';

/** English names of divisions, by their Chinese name. */
let names: ReadonlyMap<string, string> = new Map();
/** Length of the longest Chinese name, in characters. */
let maxLength = 0;

export function setEnglishDivisionNames(pairs: readonly (readonly [chinese: string, english: string])[]): void {
  names = new Map(pairs);
  maxLength = pairs.reduce((most, [chinese]) => Math.max(most, chinese.length), 0);
}

/** The divisions of a full name, the largest first: 云南省昆明市官渡区 has three. */
function partsOf(full: string): string[] | undefined {
  if (full === '') return [];
  for (let length = Math.min(maxLength, full.length); length > 1; length -= 1) {
    const english = names.get(full.slice(0, length));
    const rest = english === undefined ? undefined : partsOf(full.slice(length));
    if (english !== undefined && rest) return [english, ...rest];
  }
  return undefined;
}

/**
 * A division in the language of the page: Kunming, or Guandu, Kunming, Yunnan. A name without an English one stays as
 * it is.
 */
export function translateDivisionName(chinese: string): string {
  if (currentLocale() !== 'en') return chinese;
  return names.get(chinese) ?? partsOf(chinese)?.toReversed().join(', ') ?? chinese;
}
