/** Digits of a division's code by its level: province, prefecture, county (GB/T 2260). */
const levels = [6, 4, 2] as const;

/** The code of the smallest division that contains all of the given ones. Undefined: only the country does. */
export function smallestAdministrativeDivisionContaining(codes: readonly string[]): string | undefined {
  const [first] = codes;
  if (first === undefined) return undefined;
  for (const digits of levels) {
    const prefix = first.slice(0, digits);
    if (codes.every((code) => code.startsWith(prefix))) return prefix.padEnd(6, '0');
  }
  return undefined;
}
