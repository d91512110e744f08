/** The first character of each initial in the order of pinyin, as every browser sorts; i, u and v begin no syllable. */
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
 * First letters of a name as people type them to find it: 待审核 is `dsh`. From the order browsers sort by, which knows the
 * usual reading of a character alone: no dictionary is loaded for it.
 */
export const pinyinInitials = (name: string): string => [...name].map(initialOf).join('');

/** How well a name answers what is typed: 2 begins with it, 1 holds it, 0 neither; by its characters or first letters. */
export function matchName(name: string, typed: string): 0 | 1 | 2 {
  const wanted = typed.trim().toLowerCase();
  const written = name.toLowerCase();
  const letters = pinyinInitials(name);
  if (written.startsWith(wanted) || letters.startsWith(wanted)) return 2;
  return written.includes(wanted) || letters.includes(wanted) ? 1 : 0;
}
