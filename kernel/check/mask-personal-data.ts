import { parsePlate } from '#kernel/check/vehicle-plate.ts';

/** Surnames of two characters. 欧阳修 is masked as 欧阳*, not as 欧*. */
const DOUBLE_SURNAME =
  /^(?:欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|司徒|令狐|夏侯|轩辕|端木|独孤|南宫|西门|长孙|宇文|闻人)$/;

/**
 * Keeps the first `head` and the last `tail` characters and replaces every other one with a star. If the value is not
 * longer than both together, all of it is replaced.
 */
function star(value: string, head: number, tail: number): string {
  const chars = [...value];
  if (chars.length <= head + tail) return '*'.repeat(chars.length);
  const end = chars.length - tail;
  return chars.slice(0, head).join('') + '*'.repeat(end - head) + chars.slice(end).join('');
}

/**
 * Masks a telephone number: 13800000000 → 138****0000, +14155550100 → +14*****0100. Any other keeps its last four
 * digits.
 */
export function maskMobile(value: string): string {
  if (value.startsWith('+')) return star(value, 3, Math.min(4, Math.max(value.length - 7, 0)));
  return value.length === 11 ? star(value, 3, 4) : star(value, 0, 4);
}

/**
 * Masks the number of an identity document: 530102199001010012 → 5301**********0012. Shorter ones keep a quarter at
 * each end.
 */
export function maskIdNumber(value: string): string {
  const shown = Math.min(4, Math.floor([...value].length / 4));
  return star(value, shown, shown);
}

/** Masks a name: 张三丰 → 张*, 欧阳修 → 欧阳*, Jane Roe → J*. There is always one star, which hides the length of the name. */
export function maskName(value: string): string {
  const chars = [...value.trim()];
  if (chars.length === 0) return '';
  const surname = chars.slice(0, 2).join('');
  return `${chars.length > 2 && DOUBLE_SURNAME.test(surname) ? surname : chars[0]}*`;
}

/** Masks a plate: 云A12345 → 云A·**345. A value that is not a plate keeps its last two characters. */
export function maskPlate(value: string): string {
  const plate = parsePlate(value);
  if (!plate) return star(value, 0, 2);
  const serial = star(plate.serial, 0, 3);
  return plate.authority === '' ? `使·${serial}` : `${plate.authority}·${serial}`;
}

/** Masks an e-mail address: liming@example.com → l***@example.com. */
export function maskEmail(value: string): string {
  const at = value.lastIndexOf('@');
  if (at < 1) return star(value, 0, 0);
  return `${[...value][0]}***${value.slice(at)}`;
}

/** Masks a text of unknown meaning: a third remains at each end. */
export function maskText(value: string): string {
  const shown = Math.max(1, Math.floor(value.length / 3));
  return (
    value.slice(0, shown) +
    '*'.repeat(Math.max(1, value.length - 2 * shown)) +
    (value.length > 2 ? value.slice(value.length - shown) : '')
  );
}
