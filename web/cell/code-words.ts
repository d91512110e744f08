import type { KindName } from '#kernel/field.ts';

/** How the characters of long numbers are grouped for the eye; the text itself stays whole when copied. */
const groups: Partial<Record<KindName, readonly number[]>> = {
  creditCode: [2, 6, 10],
  idNumber: [6, 8, 4],
  mobile: [3, 4, 4],
};

/** The groups a code is read in; one group when its kind has none, or it has another length. */
export function codeGroups(kind: KindName, value: string): string[] {
  const sizes = groups[kind];
  if (!sizes || sizes.reduce((sum, size) => sum + size, 0) !== value.length) return [value];
  const parts: string[] = [];
  let start = 0;
  for (const size of sizes) {
    parts.push(value.slice(start, start + size));
    start += size;
  }
  return parts;
}

/** "1234567.50" → "1,234,567.50": the digits stay those of the wire, no float is made of them. */
export function amountWords(value: string): string {
  const [whole = '', cents] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined ? grouped : `${grouped}.${cents}`;
}
