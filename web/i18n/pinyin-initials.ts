/** The first character of each pinyin initial in the sort order of browsers; no syllable begins with i, u or v. */
const firsts = [...'吖八嚓咑妸发旮哈讥咔垃呣拏噢妑七呥仨他屲夕丫帀'];
const initials = 'abcdefghjklmnopqrstwxyz';

let collator: Intl.Collator | undefined;

function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase();
  collator ??= new Intl.Collator('zh-Hans-CN-u-co-pinyin');
  const sorted = collator;
  const after = firsts.findIndex((first) => sorted.compare(first, character) > 0);
  return initials[(after < 0 ? firsts.length : after) - 1] ?? '';
}

/**
 * First letters of a name as people type them to find it: 待审核 is `dsh`. Derived from the sort order of browsers, which
 * know the usual reading of a character, so no dictionary is loaded.
 */
export const pinyinInitials = (name: string): string => [...name].map(initialOf).join('');

/**
 * How well a name matches typed text: 2 begins with it, 1 contains it, 0 neither; by characters or by pinyin initials.
 */
export function matchNameOrPinyinInitials(name: string, typed: string): 0 | 1 | 2 {
  const wanted = typed.trim().toLowerCase();
  const written = name.toLowerCase();
  const letters = pinyinInitials(name);
  if (written.startsWith(wanted) || letters.startsWith(wanted)) return 2;
  return written.includes(wanted) || letters.includes(wanted) ? 1 : 0;
}
