/** The groups a code is read in for the eye, the text stays whole when copied; one group when it has another length. */
export function codeGroups(sizes: readonly number[] | undefined, value: string): string[] {
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
export function formatAmount(value: string): string {
  const [whole = '', cents] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined ? grouped : `${grouped}.${cents}`;
}
