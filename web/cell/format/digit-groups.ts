/** Splits a code into groups for reading; the text stays whole when copied. A code of another length is one group. */
export function splitCodeIntoGroups(sizes: readonly number[] | undefined, value: string): string[] {
  if (!sizes || sizes.reduce((sum, size) => sum + size, 0) !== value.length) return [value];
  const parts: string[] = [];
  let start = 0;
  for (const size of sizes) {
    parts.push(value.slice(start, start + size));
    start += size;
  }
  return parts;
}

/** `1234567.50` → `1,234,567.50`, as text: digits of the wire never become a float. */
export function formatAmount(value: string): string {
  const [whole = '', cents] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined ? grouped : `${grouped}.${cents}`;
}
