/**
 * Reads a non-negative integer from an untrusted value, which is a number or its digits. Undefined: it is anything
 * else. No method of the value is called, because `Number({ toString: 1 })` throws, `Number([])` is 0 and
 * `Number('1e3')` is 1000.
 */
export function parseNonNegativeInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
